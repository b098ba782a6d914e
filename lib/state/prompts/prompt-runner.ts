import type { StreamOptions, StreamOutcome } from '../../api/stream-message';
import { type Failure, failureOf } from '../../base/failure';
import type { JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import type { SummaryPrompt } from '../../prompts/summary-prompt';
import type { CompactionPlace } from '../../worker/engine/compaction-messages';
import { CacheTurns } from './cache-turns';
import type { InterruptionParts, Interruptions } from './interruptions';
import { askForSummary, endedState, MOVED } from './prompt-asking';
import type { PromptBoard, SessionInQuestion } from './prompt-board';
import { type PreparedRun, prepareRun } from './prompt-preparing';
import {
  isRunning,
  type ModelWriter,
  type PromptRun,
  type RunResult,
  type RunState,
  type RunWriter,
} from './prompt-run';
import { focusOf } from './prompts-link';

export interface PromptsParts extends InterruptionParts {
  /** Asks the API once. */
  stream(body: JsonObject, options: StreamOptions): Promise<StreamOutcome>;
  prompt(id: string): SummaryPrompt | undefined;
  /** Not used before, nor in another tab. */
  newId(): string;
}

type RuleWriter = Exclude<RunWriter, ModelWriter>;

/** [F3] As long as a summary may be where nobody has said otherwise. */
export const USUAL_OUTPUT = 20_000;
const NOT_BEGUN: Failure = { what: 'Stopped before it was sent.', advice: 'Run the column again.' };

/** Runs columns, and has the runs on the board stand as they are. */
export class PromptRunner {
  private readonly running = new Map<string, AbortController>();
  readonly cache: CacheTurns;

  constructor(
    private readonly parts: PromptsParts,
    private readonly board: PromptBoard,
    private readonly interruptions: Interruptions,
  ) {
    this.cache = new CacheTurns(parts.nowMs);
  }

  /** What stands before the prompt is the same for all with the same text. */
  beginningOf(place: CompactionPlace, model: string): string {
    return JSON.stringify([this.board.now.about?.place, place, model]);
  }

  /** Their texts are of another prompt or another cut by now. */
  drop(isDropped: (run: PromptRun) => boolean, why = MOVED): void {
    const { runs } = this.board.now;
    const dropped = runs.filter(isDropped);
    if (dropped.length === 0) return;
    this.board.remove(dropped);
    for (const { id } of dropped) {
      this.running.get(id)?.abort(why);
      void this.dropCompaction(id);
    }
  }

  async dropCompaction(id: string): Promise<void> {
    // Should it fail, the engine is gone and the compaction with it.
    await (await this.parts.loadEngine()).ask('compaction-drop', { id }).catch(() => undefined);
  }

  /** Runs what costs nothing, wherever it is missing. */
  fillIn(): void {
    const { columns, calls, runs } = this.board.now;
    for (const { id: column, source } of columns) {
      if (source.type !== 'recorded' && source.type !== 'offline') continue;
      for (const [round, call] of calls.entries()) {
        const place = this.board.placeOf(column, round);
        if (place === undefined || runs.some((run) => run.column === column && run.round === round)) continue;
        const id = this.parts.newId();
        const earlierCalls = calls.slice(0, round);
        this.board.add([{ id, column, round, call, earlierCalls, writer: source, state: { type: 'preparing' } }]);
        void this.runByRules(id, source, place);
      }
    }
  }

  /** One after another: the second reads from the cache what the first has written there. */
  async runInTurn(prepared: PreparedRun, round: number, call: number, repeats: number): Promise<void> {
    const { column, writer, place } = prepared;
    const earlierCalls = this.board.now.calls.slice(0, round);
    const runs = Array.from({ length: repeats }, (_, repeat): PromptRun => {
      const id = repeat === 0 ? prepared.id : this.parts.newId();
      return { id, column, round, call, earlierCalls, writer, state: { type: 'queued' } };
    });
    this.board.add(runs);
    const turn = this.cache.take(this.beginningOf(place, writer.model));
    await turn.ready;
    for (const [index, run] of runs.entries()) {
      if (this.board.find(run.id)?.state.type !== 'queued') continue;
      this.board.setState(run.id, { type: 'preparing' });
      const next = index === 0 ? prepared : await this.prepareAgain(run.id, prepared);
      if (this.board.find(run.id) === undefined) continue;
      if ('ask' in next) await this.runByModel(run, writer, next, turn.over);
      else this.board.setState(run.id, next);
    }
    turn.over();
  }

  private async prepareAgain(id: string, { column, writer, place }: PreparedRun): Promise<PreparedRun | RunState> {
    return prepareRun(await this.parts.loadEngine(), { id, column, place, writer, isWarm: true });
  }

  /** All that runs of a column, or of all. */
  halt(column: string | undefined): void {
    const halted = this.board.now.runs.filter(
      (run) => isRunning(run) && (column === undefined || run.column === column),
    );
    for (const { id, state } of halted) {
      this.running.get(id)?.abort();
      if (state.type === 'queued') this.board.setState(id, { type: 'failed', failure: NOT_BEGUN });
    }
  }

  private async runByRules(id: string, writer: RuleWriter, place: CompactionPlace): Promise<void> {
    const ended = await attempt(async () => {
      const request = { id, place, writer: writer.type, maxTokens: USUAL_OUTPUT, prompt: '' };
      const wish = optional('focus', focusOf(writer));
      const step = await (await this.parts.loadEngine()).ask('compaction-begin', { ...request, ...wish });
      if (step.type === 'asks') throw new Error(`The ${writer.type} writer asks for a model`);
      return endedState(step.outcome);
    });
    if (this.board.find(id) === undefined) return;
    this.board.setState(id, ended);
    this.fillIn();
  }

  /** `onBegun`: its answer has begun, or nothing is to be expected of it for now. */
  private async runByModel(
    run: PromptRun,
    writer: ModelWriter,
    { place, ask }: PreparedRun,
    onBegun: () => void,
  ): Promise<void> {
    const { parts } = this;
    const { about } = this.board.now;
    const beginning = this.beginningOf(place, writer.model);
    const mine = new AbortController();
    this.running.set(run.id, mine);
    const show = (state: RunState) => {
      if (state.type === 'asking' && state.firstTokenMs !== undefined) {
        this.cache.answered(beginning);
        onBegun();
      }
      if (state.type === 'waiting') onBegun();
      if (!mine.signal.aborted) this.board.setState(run.id, state);
    };
    const ended = await attempt(async () => {
      const asking = { id: run.id, place, writer, ask, signal: mine.signal, show };
      return askForSummary({ engine: await parts.loadEngine(), stream: parts.stream }, asking);
    });
    this.running.delete(run.id);
    if (ended.type === 'ended') this.cache.answered(beginning);
    onBegun();
    // Had the browser only put the page aside, what it left then is whole by now.
    this.interruptions.forget(run.id);
    this.board.setState(run.id, ended);
    if (ended.type !== 'ended' || about === undefined) return;
    await this.keep(about, run, writer, ended.result);
  }

  /** What was paid for is kept, even where nobody waits for it any more. */
  private keep(
    { place, title }: SessionInQuestion,
    { id, call, round, earlierCalls }: PromptRun,
    writer: ModelWriter,
    result: RunResult,
  ) {
    const { after, ...kept } = result;
    const atMs = this.parts.nowMs();
    return this.parts.keep({ id, atMs, place, title, call, round, earlierCalls, writer, result: kept });
  }
}

async function attempt(run: () => Promise<RunState>): Promise<RunState> {
  try {
    return await run();
  } catch (error) {
    return { type: 'failed', failure: failureOf(error) };
  }
}
