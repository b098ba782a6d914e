import type { OwnAnswer, OwnAsk, OwnLayer } from '../../layers/shape/own';

/** [Z1] When a layer from outside is asked: before this call, and so many times before it already. */
export interface OwnMoment {
  readonly call: number;
  readonly nth: number;
}

/** [Z1] Layers from outside, and what they answer: a replay is not kept waiting, so the answers are known before. */
export interface OwnLayers {
  readonly layers: readonly OwnLayer[];
  answer(ask: OwnAsk, moment: OwnMoment): OwnAnswer;
}

/** What was answered so far. The same replay asks the same questions in the same order. */
export class AnswerBook implements OwnLayers {
  /** The first question that has no answer yet. Whatever the replay does behind it means nothing. */
  open: { readonly ask: OwnAsk; readonly moment: OwnMoment } | undefined;
  private readonly answers = new Map<string, OwnAnswer>();

  constructor(readonly layers: readonly OwnLayer[]) {}

  answer(ask: OwnAsk, moment: OwnMoment): OwnAnswer {
    const known = this.answers.get(keyOf(moment));
    if (known !== undefined) return known;
    // The messages are those of the replay, which goes on.
    this.open ??= { ask: { ...ask, context: { messages: [...ask.context.messages] } }, moment };
    return { type: 'keep' };
  }

  note(moment: OwnMoment, answer: OwnAnswer): void {
    this.answers.set(keyOf(moment), answer);
    this.open = undefined;
  }
}

function keyOf({ call, nth }: OwnMoment): string {
  return `${call} ${nth}`;
}
