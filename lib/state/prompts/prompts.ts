import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { Latest } from '../../base/latest';
import { optional } from '../../base/optional';
import { fail } from '../../base/result';
import type { CompactionPoint } from '../../worker/engine/compaction-messages';
import { notOvertaken } from '../../worker/wire/latest-only';
import { answersIn } from './column-answers';
import { Interruptions } from './interruptions';
import { PromptBoard, type PromptColumn, type RequestedSession } from './prompt-board';
import type { KeptRun } from './prompt-kept-run';
import { blankPrompt, modelWriter, noPrompt, type PreparedRun, prepareRun } from './prompt-preparing';
import { isBySource, type PromptRun, resultOf } from './prompt-run';
import { PromptRunner, type PromptsParts } from './prompt-runner';
import { type ColumnSource, FEWEST_COLUMNS, MAX_COLUMNS, MAX_ROUNDS, type PromptsView } from './prompts-link';

export interface Pending {
  readonly runs: readonly PreparedRun[];
  readonly repeats: number;
}

export interface Prompts {
  readonly about: RequestedSession | undefined;
  readonly columns: readonly PromptColumn[];
  /** The call before which each round compacts, ascending. */
  readonly calls: readonly number[];
  /** The round shown. */
  readonly round: number;
  readonly runs: readonly PromptRun[];
  /** The ids of the answers shown, for columns with several. */
  readonly chosen: readonly string[];
  readonly point: CompactionPoint | undefined;
  /** Waits for the user to agree. */
  readonly pending: Pending | undefined;
  readonly isPreparing: boolean;
  readonly failure: Failure | undefined;
  /** Opens another session or cut. Running requests are stopped. */
  start(about: RequestedSession, call: number, view: PromptsView): void;
  stop(): void;
  setSource(column: string, source: ColumnSource): void;
  addColumn(source: ColumnSource): void;
  removeColumn(column: string): void;
  addRound(call: number): void;
  /** Removes the last round. */
  dropRound(): void;
  showRound(round: number): void;
  /** Selects one of several answers of a column. */
  choose(run: string): void;
  /** Shows the saved answers of this cut again, as far as they are not shown. */
  takeUp(saved: readonly KeptRun[]): void;
  /** Prepares what the round shown would send. */
  prepare(columns: readonly string[], repeats: number): Promise<void>;
  /** Sends what was prepared. */
  send(): void;
  dismiss(): void;
  /** Stops all runs of a column, or of all columns. */
  halt(column?: string): void;
  /** [K4] After the rules of the session were edited. */
  rescore(): Promise<void>;
  /** To be called when the page closes. */
  leave(): void;
}

export function createPrompts(parts: PromptsParts): StoreApi<Prompts> {
  const { loadEngine } = parts;
  /** Answers for another cut are dropped. */
  const cut = new Latest();
  let here = cut.begin();
  const preparing = new Latest();
  let columnsMade = 0;

  return createStore<Prompts>()((set, get) => {
    const board = new PromptBoard(get, (runs) => set({ runs }));
    const interruptions = new Interruptions(parts, board);
    const runner = new PromptRunner(parts, board, interruptions);

    const newColumn = (source: ColumnSource): PromptColumn => {
      columnsMade += 1;
      return { id: `column-${columnsMade}`, source };
    };

    /** Cancels requests of removed columns. */
    const leaveCut = () => {
      here = cut.begin();
      preparing.stop();
      dismiss();
      runner.drop(() => true);
    };

    const dismiss = () => set({ pending: undefined });

    /** Shows a failure, unless the cut has changed. */
    const whileHere = async (run: (isHere: () => boolean, signal: AbortSignal) => Promise<void>) => {
      const signal = here;
      const isHere = () => !signal.aborted;
      try {
        await run(isHere, signal);
      } catch (error) {
        if (isHere() && !isCancelled(error)) set({ failure: failureOf(error) });
      }
    };

    /** Undefined if the column has nothing to send. */
    const prepareColumn = async (
      { id: column, source }: PromptColumn,
      before: readonly PreparedRun[],
      signal: AbortSignal,
    ) => {
      const { round, point } = get();
      const place = board.placeOf(column, round);
      if (source.type !== 'model' || place === undefined) return undefined;
      const prompt = parts.prompt(source.prompt);
      if (prompt === undefined) return fail(noPrompt);
      if (prompt.text.trim() === '') return fail(blankPrompt);
      const beginning = runner.beginningOf(place, source.model);
      const goesAhead = (run: PreparedRun) => runner.beginningOf(run.place, run.writer.model) === beginning;
      return prepareRun(await loadEngine(), {
        column,
        place,
        writer: modelWriter(source, prompt),
        isWarm: runner.cache.isWarm(beginning) || before.some(goesAhead),
        signal,
        ...optional('sessionModel', point?.model),
      });
    };

    return {
      about: undefined,
      columns: [],
      calls: [],
      round: 0,
      runs: [],
      chosen: [],
      point: undefined,
      pending: undefined,
      isPreparing: false,
      failure: undefined,

      start: (session, call, { columns, laterCalls }) => {
        leaveCut();
        set({
          about: session,
          columns: columns.map(newColumn),
          calls: [call, ...laterCalls.filter((later) => later > call)],
          round: 0,
          point: undefined,
          failure: undefined,
        });
        runner.fillIn();
        void whileHere(() => interruptions.recall());
        void whileHere(async (isHere, signal) => {
          const place = board.firstPlace(call);
          const point = notOvertaken(await (await loadEngine()).ask('compaction-point', { place }, { signal }));
          if (isHere()) set({ point });
        });
      },

      stop: leaveCut,

      setSource: (column, source) => {
        // Answers of a model were paid for, and those in progress are.
        runner.drop(
          ({ column: of, writer }) => of === column && writer.type !== 'model' && !isBySource(writer, source),
        );
        const ofColumn = get().runs.filter((run) => run.column === column);
        const isCurrent = (run: PromptRun) => isBySource(run.writer, source);
        // An answer that was selected stays, unless there is one of the new settings.
        const left = new Set(
          ofColumn.some(isCurrent) ? ofColumn.filter((run) => !isCurrent(run)).map(({ id }) => id) : [],
        );
        set({
          columns: get().columns.map((each) => (each.id === column ? { ...each, source } : each)),
          chosen: get().chosen.filter((id) => !left.has(id)),
        });
        runner.fillIn();
      },

      addColumn: (source) => {
        if (get().columns.length >= MAX_COLUMNS) return;
        set({ columns: [...get().columns, newColumn(source)] });
        runner.fillIn();
      },

      removeColumn: (column) => {
        if (get().columns.length <= FEWEST_COLUMNS) return;
        runner.drop((run) => run.column === column);
        set({ columns: get().columns.filter(({ id }) => id !== column) });
      },

      addRound: (call) => {
        const { calls } = get();
        if (calls.length >= MAX_ROUNDS || call <= (calls.at(-1) ?? -1)) return;
        set({ calls: [...calls, call], round: calls.length });
        runner.fillIn();
      },

      dropRound: () => {
        const last = get().calls.length - 1;
        if (last < 1) return;
        runner.drop((run) => run.round === last);
        set({ calls: get().calls.slice(0, last), round: Math.min(get().round, last - 1) });
      },

      showRound: (round) => {
        if (get().calls[round] !== undefined) set({ round });
      },

      choose: (id) => {
        const run = board.find(id);
        if (run === undefined) return;
        const others = new Set(answersIn(get(), run.column, run.round).map((each) => each.id));
        set({ chosen: [...get().chosen.filter((each) => !others.has(each)), id] });
        runner.fillIn();
      },

      takeUp: (saved) => runner.takeUp(saved),

      prepare: async (ids, repeats) => {
        dismiss();
        const signal = preparing.begin();
        set({ isPreparing: true, failure: undefined });
        await whileHere(async (isHere) => {
          const runs: PreparedRun[] = [];
          for (const column of get().columns.filter(({ id }) => ids.includes(id))) {
            const prepared = await prepareColumn(column, runs, signal);
            if (!isHere() || signal.aborted) return;
            if (prepared === undefined) continue;
            if (prepared.ok) runs.push(prepared.value);
            else set({ failure: prepared.error });
          }
          set({ pending: runs.length === 0 ? undefined : { runs, repeats } });
        });
        if (preparing.isCurrent(signal)) set({ isPreparing: false });
      },

      send: () => {
        const { pending, round, calls } = get();
        const call = calls[round];
        if (pending === undefined || call === undefined) return;
        set({ pending: undefined });
        for (const prepared of pending.runs) {
          // What comes is shown, instead of an earlier answer that was selected.
          const before = new Set(answersIn(get(), prepared.column, round).map(({ id }) => id));
          set({ chosen: get().chosen.filter((id) => !before.has(id)) });
          void runner.runInTurn(prepared, round, call, pending.repeats);
        }
      },

      rescore: () =>
        whileHere(async (isHere) => {
          const engine = await loadEngine();
          for (const run of get().runs) {
            const { id, writer } = run;
            const place = board.placeOfRun(run);
            const result = resultOf(board.find(id));
            // A borrowed summary has no scores.
            if (result === undefined || result.scores.length === 0) continue;
            const { promptText: prompt, scratchTag } =
              writer.type === 'model' ? writer : { promptText: '', scratchTag: undefined };
            const scores = await engine.ask('score-summary', { place, summary: result.text, prompt, scratchTag });
            if (!isHere()) return;
            if (resultOf(board.find(id)) === result)
              board.setState(id, { type: 'ended', result: { ...result, scores } });
          }
        }),

      dismiss,
      halt: (column) => runner.halt(column),
      leave: () => interruptions.note(),
    };
  });
}
