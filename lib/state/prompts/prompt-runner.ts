import { type Failure, failureOf } from '../../base/failure';
import { optional } from '../../base/optional';
import type { SummaryPrompt } from '../../prompts/summary-prompt';
import type { CompactionOutcome, CompactionPlace, CompactionProgress } from '../../worker/engine/compaction-messages';
import { CacheTurns } from './cache-turns';
import type { InterruptionParts, Interruptions } from './interruptions';
import type { PromptBoard, RequestedSession } from './prompt-board';
import type { PreparedRun } from './prompt-preparing';
import {
  compactionRequest,
  isRunning,
  type ModelWriter,
  type PromptRun,
  type RunResult,
  type RunState,
  type RunWriter,
} from './prompt-run';
import { focusOf } from './prompts-link';

export interface PromptsParts extends InterruptionParts {
  /** The user's key for a model, requested again for each run. */
  key(model: string): string | undefined;
  prompt(id: string): SummaryPrompt | undefined;
  /** Unique, also across tabs. */
  newId(): string;
}

type RuleWriter = Exclude<RunWriter, ModelWriter>;

/** [F3] The default output limit of a summary. */
export const USUAL_OUTPUT = 20_000;
const NOT_BEGUN: Failure = { what: 'Stopped before it was sent.', advice: 'Run the column again.' };

/** Runs columns, and updates their runs on the board. */
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

  /** Requests with the same text share everything before the prompt. */
  beginningOf(place: CompactionPlace, model: string): string {
    return JSON.stringify([this.board.now.about?.place, place, model]);
  }

  /** Stops runs whose prompt or cut has changed. */
  drop(isDropped: (run: PromptRun) => boolean): void {
    const { runs } = this.board.now;
    const dropped = runs.filter(isDropped);
    if (dropped.length === 0) return;
    this.board.remove(dropped);
    for (const { id } of dropped) this.running.get(id)?.abort();
  }

  /** Runs missing summaries that cost nothing. */
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

  /** One after another: the second reads from the cache what the first wrote. */
  async runInTurn(prepared: PreparedRun, round: number, call: number, repeats: number): Promise<void> {
    const { column, writer, place } = prepared;
    const earlierCalls = this.board.now.calls.slice(0, round);
    const runs = Array.from({ length: repeats }, (): PromptRun => {
      return { id: this.parts.newId(), column, round, call, earlierCalls, writer, state: { type: 'queued' } };
    });
    this.board.add(runs);
    const turn = this.cache.take(this.beginningOf(place, writer.model));
    await turn.ready;
    for (const run of runs) {
      if (this.board.find(run.id)?.state.type !== 'queued') continue;
      this.board.setState(run.id, { type: 'preparing' });
      await this.runByModel(run, writer, place, turn.over);
    }
    turn.over();
  }

  /** Stops all runs of a column, or of all columns. */
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
      const { type } = writer;
      const request = { id, place, writer: { type }, maxTokens: USUAL_OUTPUT, prompt: '' };
      const wish = optional('focus', focusOf(writer));
      return endedState(await (await this.parts.loadEngine()).ask('compact', { ...request, ...wish }));
    });
    if (this.board.find(id) === undefined) return;
    this.board.setState(id, ended);
    this.fillIn();
  }

  /** `onBegun`: its answer has begun, or none is expected for now. */
  private async runByModel(
    run: PromptRun,
    writer: ModelWriter,
    place: CompactionPlace,
    onBegun: () => void,
  ): Promise<void> {
    const { id } = run;
    const { about } = this.board.now;
    const beginning = this.beginningOf(place, writer.model);
    const mine = new AbortController();
    const { signal } = mine;
    this.running.set(id, mine);
    const onProgress = (state: CompactionProgress) => {
      if (state.type === 'asking' && state.firstTokenMs !== undefined) {
        this.cache.answered(beginning);
        onBegun();
      }
      if (state.type === 'waiting') onBegun();
      if (!signal.aborted) this.board.setState(id, state);
    };
    const ended = await attempt(async () => {
      const engine = await this.parts.loadEngine();
      const by = { type: 'model', model: writer.model, key: this.parts.key(writer.model) } as const;
      const request = { id, writer: by, ...compactionRequest(place, writer) };
      return endedState(await engine.ask('compact', request, { signal, onProgress, wantsPartial: true }));
    });
    this.running.delete(id);
    if (ended.type === 'ended') this.cache.answered(beginning);
    onBegun();
    // If the page was only suspended, the answer it noted as interrupted is now complete.
    this.interruptions.forget(id);
    this.board.setState(id, ended);
    if (ended.type !== 'ended' || about === undefined) return;
    await this.keep(about, run, writer, ended.result);
  }

  /** What was paid for is saved, even if nobody waits for it any more. */
  private keep(
    { place, title }: RequestedSession,
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

function endedState(outcome: CompactionOutcome): RunState {
  const sent = optional('sent', outcome.sent);
  if (outcome.type === 'compacted') {
    const { written, tokensBefore: before, tokensAfter: after, problem } = outcome;
    const context = { before, after };
    return {
      type: 'ended',
      result: { ...written, context, after: outcome.after, ...sent, ...optional('problem', problem) },
    };
  }
  const { failure, written } = outcome;
  if (written === undefined) return { type: 'failed', failure, ...sent };
  return { type: 'ended', result: { ...written, ...sent, problem: failure } };
}
