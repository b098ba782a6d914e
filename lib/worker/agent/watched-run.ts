import { AgentRun } from '../../agent/host/agent-run';
import { restingStatus } from '../../agent/host/reach';
import type { HostedRun } from '../../agent/host/run-host';
import type { ModelRequest } from '../../agent/journal/chat-model';
import type { Entry } from '../../agent/journal/entry';
import type { RunSurroundings } from '../../agent/run/live-context';
import { NOTHING_SPENT } from '../../agent/run/whole-run';
import type { RunStatus } from '../../agent/view/run-view';
import type { Failure } from '../../base/failure';
import type { JournalStore } from '../../storage/journal-store';
import type { ActAnswer, AgentUpdate, RunAct } from './agent-messages';
import type { OpenedRun, RunControls } from './run-connection';
import { RunContexts } from './run-contexts';
import type { RunNews, ToldNews, WatchedStep } from './run-news';
import { RunTelling } from './run-telling';

export interface WatchedRunParts {
  readonly id: string;
  readonly entries: readonly Entry[];
  readonly journals: Pick<JournalStore<Entry>, 'read'>;
  readonly news: RunNews;
  readonly surroundings: RunSurroundings;
  readonly controls: Pick<RunControls, 'pace'>;
  /** Resolves once no tab has the run open. */
  freed(signal: AbortSignal): Promise<void>;
  nowMs(): number;
  report(update: AgentUpdate): void;
}

const WHAT_IS_LEFT = 'What this tab shows stays here, and can be exported under “Runs…”.';

/** A run that another tab drives: it is read again from the journal whenever that tab tells of something new. */
export class WatchedRun implements OpenedRun, HostedRun {
  readonly contexts: RunContexts;
  readonly waiting = [];
  readonly requests: ReadonlyMap<number, ModelRequest> = new Map();
  readonly canUndo = false;
  readonly canRedo = false;
  readonly undone = NOTHING_SPENT;
  role: HostedRun['role'] = 'watches';
  state: AgentRun;
  private gone: Failure | undefined;
  private step: WatchedStep | undefined;
  private latest: ToldNews | undefined;
  private reading: Promise<void> | undefined;
  private readonly telling: RunTelling;
  private readonly closing = new AbortController();

  constructor(private readonly parts: WatchedRunParts) {
    const { id, entries, surroundings, nowMs, controls, report, news } = parts;
    this.state = AgentRun.of(entries, surroundings);
    this.contexts = new RunContexts(this, surroundings);
    const told = { id, host: this, surroundings, notKept: undefined, nowMs, pace: () => controls.pace, report };
    this.telling = new RunTelling(told, () => undefined);
    news.listen((latest) => this.hear(latest));
    this.telling.soon();
    this.awaitFreed();
  }

  get host(): HostedRun {
    return this;
  }

  get status(): RunStatus {
    if (this.gone !== undefined) return { type: 'deleted', ...this.gone };
    return this.step ?? restingStatus(this.state.run.need);
  }

  /** The other tab does not say what it works on; whatever has not ended, it will go on with. */
  isUnderWay(): boolean {
    return this.role === 'watches' && this.gone === undefined;
  }

  /** Elsewhere; undefined once it is there again. What was read of it stays. */
  deleted(why: Failure | undefined): void {
    this.gone = why && { what: why.what, advice: WHAT_IS_LEFT };
    this.telling.soon();
  }

  async act(act: RunAct): Promise<ActAnswer> {
    if (act.type === 'keys') return { type: 'done' };
    if (act.type === 'pace') {
      this.telling.soon();
      return { type: 'done' };
    }
    if (this.gone !== undefined) return { type: 'refused', what: `${this.gone.what} ${this.gone.advice}` };
    return { type: 'refused', what: 'Another tab has this run open, so nothing can be changed here.' };
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.parts.news.close();
    await this.reading;
  }

  private hear(latest: ToldNews): void {
    this.latest = latest;
    this.step = latest.step;
    if (this.role === 'free') {
      this.role = 'watches';
      this.awaitFreed();
    }
    this.telling.soon();
    this.reading ??= this.readOn().finally(() => {
      this.reading = undefined;
    });
  }

  private awaitFreed(): void {
    const { signal } = this.closing;
    this.parts.freed(signal).then(
      () => {
        if (signal.aborted) return;
        this.role = 'free';
        this.step = undefined;
        this.telling.soon();
      },
      () => undefined,
    );
  }

  /** One after another, until nothing newer was told. */
  private async readOn(): Promise<void> {
    while (this.latest !== undefined && !this.closing.signal.aborted) {
      const { entries, lastMs } = this.latest;
      this.latest = undefined;
      const known = this.state.entries;
      if (entries === known.length && lastMs === known.at(-1)?.timeMs) continue;
      const read = await this.parts.journals.read(this.parts.id);
      // It may be written at this moment: the next news will be of more.
      if (!read.ok || read.value.entries[0]?.type !== 'begun') continue;
      this.take(read.value.entries);
      this.telling.soon();
    }
  }

  private take(entries: readonly Entry[]): void {
    const known = this.state.entries;
    const same = entries[known.length - 1];
    const continues =
      entries.length >= known.length && same?.timeMs === known.at(-1)?.timeMs && same?.type === known.at(-1)?.type;
    if (continues) for (const entry of entries.slice(known.length)) this.state.apply(entry);
    // Something was undone.
    else this.state = AgentRun.of(entries, this.parts.surroundings);
  }
}
