import type { Ask, Reply } from '../../layers/shape/layer';
import type { ModelRequest } from '../journal/chat-model';
import { modelIdOf } from '../journal/model-id';
import type { BesideNeed } from '../journal/need';
import type { RunFrame } from '../journal/run-frame';
import { forkRequest } from '../model/request-body';
import type { RequestFacts } from '../record/live-usage';

interface NoteStart {
  /** Unique in its run. */
  readonly id: string;
  readonly ask: Ask;
  /** The call whose response it followed. */
  readonly call: number;
  readonly timeMs: number;
  /** [J3] As it was when the layer asked, whatever the user changes meanwhile. */
  readonly frame: RunFrame;
  readonly facts: RequestFacts;
}

/** [N2] [J2] A session note that is written while the turns go on. */
export class BesideNote {
  /** Until it is taken over. */
  reply: Reply | undefined;
  private request: ModelRequest | undefined;

  constructor(readonly start: NoteStart) {}

  get modelId(): string {
    return modelIdOf(this.start.frame.model);
  }

  get isOpen(): boolean {
    return this.reply === undefined;
  }

  get need(): BesideNeed | undefined {
    if (!this.isOpen) return undefined;
    const { id, ask, frame } = this.start;
    this.request ??= forkRequest(ask, frame);
    return { id, type: 'fork', request: this.request, model: frame.model };
  }
}
