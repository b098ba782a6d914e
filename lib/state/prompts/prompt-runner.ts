import { type Failure, failureOf } from '../../base/failure';
import { optional } from '../../base/optional';
import type { SummaryPrompt } from '../../prompts/summary-prompt';
import type { CompactionOutcome, CompactionPlace, CompactionProgress } from '../../worker/engine/compaction-messages';
import { CacheTurns } from './cache-turns';
import type { InterruptionParts, Interruptions } from './interruptions';
import type { PromptBoard, RequestedSession } from './prompt-board';
import type { KeptRun } from './prompt-kept-run';
import { viewText } from './prompt-place';
import type { PreparedRun } from './prompt-preparing';
import {
  compactionRequest,
  isBySource,
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
  nowMs(): number;
  /** Unique, also across tabs. */
  newId(): string;
}

type RuleWriter = Exclude<RunWriter, ModelWriter>;

/** Each is scored again. */
const MAX_TAKEN_UP = 10;
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
    const { columns, calls } = this.board.now;
    for (const { id: column, source } of columns) {
      if (source.type !== 'recorded' && source.type !== 'offline') continue;
      for (const [round, call] of calls.entries()) {
        const place = this.board.placeOf(column, round);
        if (place === undefined || this.board.hasAnswer(column, round)) continue;
        const run = this.newRun({ column, round, call, place, writer: source }, { type: 'preparing' });
        this.board.add([run]);
        void this.runByRules(run.id, source, place);
      }
    }
  }

  /** Saved answers to the requests of this cut: a reload and a return to a call show them again. */
  takeUp(saved: readonly KeptRun[]): void {
    const { about, columns, calls } = this.board.now;
    const [call] = calls;
    if (about === undefined || call === undefined) return;
    const here = saved.filter((run) => isOfCut(run, about, call) && this.board.find(run.id) === undefined);
    for (const { id: column, source } of columns) {
      const own = here.filter(({ writer }) => isBySource(writer, source)).slice(0, MAX_TAKEN_UP);
      // Of two columns with the same settings, the first has them.
      const runs = own.filter(({ id }) => this.board.find(id) === undefined);
      this.board.add(
        runs.map(({ id, atMs, writer }) => {
          return { id, column, round: 0, call, earlierCalls: [], atMs, writer, state: { type: 'preparing' } };
        }),
      );
      for (const run of runs) void this.takeUpOne(run, this.board.firstPlace(call));
    }
  }

  /** One after another: the second reads from the cache what the first wrote. */
  async runInTurn(prepared: PreparedRun, round: number, call: number, repeats: number): Promise<void> {
    const { column, writer, place } = prepared;
    const runs = Array.from({ length: repeats }, () =>
      this.newRun({ column, round, call, place, writer }, { type: 'queued' }),
    );
    this.board.add(runs);
    const turn = this.cache.take(this.beginningOf(place, writer.model));
    await turn.ready;
    for (const run of runs) {
      if (this.board.find(run.id)?.state.type !== 'queued') continue;
      const begun: PromptRun = { ...run, atMs: this.parts.nowMs(), state: { type: 'preparing' } };
      this.board.replace(begun);
      await this.runByModel(begun, writer, place, turn.over);
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

  private newRun({ place, ...run }: Started, state: RunState): PromptRun {
    const base = place.type === 'round' ? { base: place.compaction } : {};
    const earlierCalls = this.board.now.calls.slice(0, run.round);
    return { ...run, ...base, id: this.parts.newId(), atMs: this.parts.nowMs(), earlierCalls, state };
  }

  /** With its scores as they are counted now, and put in place so that a further round can go on from it. */
  private async takeUpOne({ id, writer, result }: KeptRun, place: CompactionPlace): Promise<void> {
    const { promptText: prompt, scratchTag } = writer;
    const ended = await attempt(async () => {
      const engine = await this.parts.loadEngine();
      if (result.context === undefined) {
        const scores = await engine.ask('score-summary', { place, summary: result.text, prompt, scratchTag });
        return { type: 'ended', result: { ...result, scores } };
      }
      const by = { type: 'given', text: result.text } as const;
      const again = endedState(await engine.ask('compact', { id, writer: by, ...compactionRequest(place, writer) }));
      if (again.type !== 'ended') return again;
      const { tokens, sent, problem } = result;
      return {
        type: 'ended',
        result: { ...again.result, tokens, ...optional('sent', sent), ...optional('problem', problem) },
      };
    });
    this.board.setState(id, ended.type === 'failed' ? asSaved(result, ended.failure) : ended);
    this.fillIn();
  }

  private async runByRules(id: string, writer: RuleWriter, place: CompactionPlace): Promise<void> {
    const ended = await attempt(async () => {
      const { type } = writer;
      const by = type === 'recorded' ? { type, ...optional('isBorrowed', writer.isBorrowed) } : { type };
      const request = { id, place, writer: by, maxTokens: USUAL_OUTPUT, prompt: '' };
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
    // Shown once it is stored: then a reload keeps what is seen.
    if (ended.type === 'ended' && about !== undefined) await this.keep(about, run, place, ended.result);
    // If the page was only suspended, the answer it noted as interrupted is now complete.
    this.interruptions.forget(id);
    this.board.setState(id, ended);
  }

  /** What was paid for is saved, even if nobody waits for it any more. */
  private async keep(
    about: RequestedSession,
    { id, atMs, call, round, earlierCalls, writer }: PromptRun,
    compacted: CompactionPlace,
    result: RunResult,
  ): Promise<void> {
    if (writer.type !== 'model') return;
    const { after, ...kept } = result;
    const { place, title } = about;
    const view = optional('view', viewText(about));
    const run = { id, atMs, place, title, ...view, call, round, earlierCalls, writer, result: kept };
    this.interruptions.arrived({ place: compacted, run });
    await this.parts.keep(run);
  }
}

interface Started extends Pick<PromptRun, 'column' | 'round' | 'call' | 'writer'> {
  readonly place: CompactionPlace;
}

/** Further rounds go on from an answer that is not stored with them. */
function isOfCut({ place, view, round, call }: KeptRun, about: RequestedSession, first: number): boolean {
  return place === about.place && view === viewText(about) && round === 0 && call === first;
}

/** What was paid for is shown even if nothing can go on from it. */
function asSaved({ context: _, ...result }: RunResult, failure: Failure): RunState {
  return { type: 'ended', result: { ...result, problem: result.problem ?? failure } };
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
