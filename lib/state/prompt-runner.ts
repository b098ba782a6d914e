import type { StreamOptions, StreamOutcome } from '../api/stream-message';
import type { JsonObject } from '../base/json';
import type { SummaryPrompt } from '../prompts/summary-prompt';
import type { engine } from '../worker/client';
import type { CompactionPlace } from '../worker/compaction-messages';
import { type Failure, failureOf } from './failure';
import { askForSummary, endedState, LEFT } from './prompt-asking';
import type { KeptRun } from './prompt-kept-run';
import { type PreparedRun, prepareRun } from './prompt-preparing';
import { isCompacted, isRunning, type ModelWriter, type PromptRun, type RunResult, type RunState } from './prompt-run';
import type { ColumnSource } from './prompts-link';
import type { SimulationView } from './simulated-session';

export interface PromptColumn {
  readonly id: string;
  readonly source: ColumnSource;
}

export interface SessionInQuestion {
  /** The query that leads to it. */
  readonly place: string;
  readonly title: string;
  /** What is compacted is what a policy left of the recording. */
  readonly simulated?: SimulationView;
}

export interface PromptsParts {
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
  /** Asks the API once. */
  stream(body: JsonObject, options: StreamOptions): Promise<StreamOutcome>;
  prompt(id: string): SummaryPrompt | undefined;
  keep(run: KeptRun): Promise<void>;
  nowMs(): number;
  /** Not used before, nor in another tab. */
  newId(): string;
}

/** What there is to run, and what has been run. */
interface Board {
  readonly about: SessionInQuestion | undefined;
  readonly columns: readonly PromptColumn[];
  readonly calls: readonly number[];
  readonly runs: readonly PromptRun[];
}

/** [F3] As long as a summary may be where nobody has said otherwise. */
export const USUAL_OUTPUT = 20_000;
const WARM_MS = 5 * 60_000;
const NOT_BEGUN: Failure = { what: 'Stopped before it was sent.', advice: 'Run the column again.' };

/** Runs columns, and has the runs on the board stand as they are. */
export class PromptRunner {
  private readonly running = new Map<string, AbortController>();
  /** When a request with the same beginning was answered last, by what it is the beginning of. */
  private readonly answeredMs = new Map<string, number>();

  constructor(
    private readonly parts: PromptsParts,
    private readonly board: () => Board,
    private readonly setRuns: (runs: readonly PromptRun[]) => void,
  ) {}

  /** Of a later round there is none before the round before has come to its end. */
  placeOf(column: string, round: number): CompactionPlace | undefined {
    const { calls, runs } = this.board();
    const call = calls[round];
    if (call === undefined) return undefined;
    if (round === 0) return this.firstPlace(call);
    const before = runs.find((run) => run.column === column && run.round === round - 1 && isCompacted(run));
    return before === undefined ? undefined : { type: 'round', call, compaction: before.id };
  }

  /** Of the first round. */
  firstPlace(call: number): CompactionPlace {
    const choice = this.board().about?.simulated;
    return choice === undefined ? { type: 'recording', call } : { type: 'simulation', call, choice };
  }

  /** A request with the same beginning may still be in the cache. */
  isWarm(place: CompactionPlace, model: string): boolean {
    const answeredMs = this.answeredMs.get(this.beginningOf(place, model));
    return answeredMs !== undefined && this.parts.nowMs() - answeredMs < WARM_MS;
  }

  /** Their texts are of another prompt or another cut by now. */
  drop(isDropped: (run: PromptRun) => boolean): void {
    const { runs } = this.board();
    const dropped = runs.filter(isDropped);
    if (dropped.length === 0) return;
    this.setRuns(runs.filter((run) => !dropped.includes(run)));
    for (const { id } of dropped) {
      this.running.get(id)?.abort(LEFT);
      void this.dropCompaction(id);
    }
  }

  async dropCompaction(id: string): Promise<void> {
    // Should it fail, the engine is gone and the compaction with it.
    await (await this.parts.loadEngine()).ask('compaction-drop', { id }).catch(() => undefined);
  }

  /** Runs what costs nothing, wherever it is missing. */
  fillIn(): void {
    const { columns, calls, runs } = this.board();
    for (const { id: column, source } of columns) {
      if (source.type !== 'recorded' && source.type !== 'offline') continue;
      for (const [round, call] of calls.entries()) {
        const place = this.placeOf(column, round);
        if (place === undefined || runs.some((run) => run.column === column && run.round === round)) continue;
        const id = this.parts.newId();
        this.add([{ id, column, round, call, writer: source, state: { type: 'preparing' } }]);
        void this.runByRules(id, source.type, place);
      }
    }
  }

  /** One after another: the second reads from the cache what the first has written there. */
  async runInTurn(prepared: PreparedRun, round: number, call: number, repeats: number): Promise<void> {
    const { column, writer, place } = prepared;
    const runs = Array.from({ length: repeats }, (_, repeat): PromptRun => {
      const id = repeat === 0 ? prepared.id : this.parts.newId();
      return { id, column, round, call, writer, state: { type: 'queued' } };
    });
    this.add(runs);
    const worker = await this.parts.loadEngine();
    for (const [index, run] of runs.entries()) {
      if (this.find(run.id)?.state.type !== 'queued') continue;
      this.setState(run.id, { type: 'preparing' });
      if (index === 0) {
        await this.runByModel(run, writer, prepared);
        continue;
      }
      const next = await prepareRun(worker, { id: run.id, column, place, writer, isWarm: true });
      if (this.find(run.id) === undefined) continue;
      if ('ask' in next) await this.runByModel(run, writer, next);
      else this.setState(run.id, next);
    }
  }

  /** All that runs of a column, or of all. */
  halt(column: string | undefined): void {
    const halted = this.board().runs.filter((run) => isRunning(run) && (column === undefined || run.column === column));
    for (const { id, state } of halted) {
      this.running.get(id)?.abort();
      if (state.type === 'queued') this.setState(id, { type: 'failed', failure: NOT_BEGUN });
    }
  }

  private async runByRules(id: string, writer: 'recorded' | 'offline', place: CompactionPlace): Promise<void> {
    const ended = await attempt(async () => {
      const request = { id, place, writer, maxTokens: USUAL_OUTPUT, prompt: '' };
      const step = await (await this.parts.loadEngine()).ask('compaction-begin', request);
      if (step.type === 'asks') throw new Error(`The ${writer} writer asks for a model`);
      return endedState(step.outcome);
    });
    if (this.find(id) === undefined) return;
    this.setState(id, ended);
    this.fillIn();
  }

  private async runByModel(run: PromptRun, writer: ModelWriter, { place, ask }: PreparedRun): Promise<void> {
    const { parts } = this;
    const { about } = this.board();
    const beginning = this.beginningOf(place, writer.model);
    const mine = new AbortController();
    this.running.set(run.id, mine);
    const show = (state: RunState) => {
      if (!mine.signal.aborted) this.setState(run.id, state);
    };
    const ended = await attempt(async () => {
      const asking = { id: run.id, place, writer, ask, signal: mine.signal, show };
      return askForSummary({ engine: await parts.loadEngine(), stream: parts.stream }, asking);
    });
    this.running.delete(run.id);
    this.setState(run.id, ended);
    if (ended.type !== 'ended' || about === undefined) return;
    this.answeredMs.set(beginning, parts.nowMs());
    await this.keep(about, run, writer, ended.result);
  }

  /** What was paid for is kept, even where nobody waits for it any more. */
  private keep(
    { place, title }: SessionInQuestion,
    { id, call, round }: PromptRun,
    writer: ModelWriter,
    result: RunResult,
  ) {
    const { after, ...kept } = result;
    return this.parts.keep({ id, atMs: this.parts.nowMs(), place, title, call, round, writer, result: kept });
  }

  private beginningOf(place: CompactionPlace, model: string): string {
    return JSON.stringify([this.board().about?.place, place, model]);
  }

  private find(id: string): PromptRun | undefined {
    return this.board().runs.find((run) => run.id === id);
  }

  private add(runs: readonly PromptRun[]): void {
    this.setRuns([...this.board().runs, ...runs]);
  }

  private setState(id: string, state: RunState): void {
    this.setRuns(this.board().runs.map((run) => (run.id === id ? { ...run, state } : run)));
  }
}

async function attempt(run: () => Promise<RunState>): Promise<RunState> {
  try {
    return await run();
  } catch (error) {
    return { type: 'failed', failure: failureOf(error) };
  }
}
