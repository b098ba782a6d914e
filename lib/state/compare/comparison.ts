import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { Latest } from '../../base/latest';
import type { CountedLosses, CountedRules } from '../../series/tables/comparison-table';
import type { ModelError } from '../../simulator/explain/model-error';
import type { LossProgress } from '../../simulator/explain/session-losses';
import type { Totals } from '../../simulator/pipeline/simulation';
import type { engine } from '../../worker/engine/client';
import type { ComparedPolicy, OpenSession, SimulationChoice } from '../../worker/engine/messages';
import { recordedView } from '../simulate/simulated-session';
import { type CompareColumn, type CompareView, keyOf, withColumn, withoutColumn } from './compare-link';

export interface Comparison extends CompareView {
  /** By key of the column. */
  readonly policies: ReadonlyMap<string, ComparedPolicy>;
  readonly losses: ReadonlyMap<string, CountedLosses>;
  /** [K4] */
  readonly rules: ReadonlyMap<string, CountedRules>;
  /** [E2] Of the recording, if its bill is recorded. */
  readonly recordedWithoutCache: Totals['cost'] | undefined;
  readonly recordedLosses: CountedLosses;
  readonly recordedRules: CountedRules;
  /** [P2] Null if the rules of its agent are not known; undefined while computing. */
  readonly error: ModelError | null | undefined;
  readonly atWork: CompareWork | undefined;
  /** By the user, or by a failure: what is missing will not come. */
  readonly isStopped: boolean;
  readonly failure: (Failure & { readonly tried: CompareWork | undefined }) | undefined;
  /** With another session, which the engine has open. */
  start(session: Pick<OpenSession, 'timeline'>, view: CompareView): void;
  /** Columns that were computed before are not computed again. */
  show(view: CompareView): void;
  /** Without effect if it is already there, or if there are too many. */
  add(column: CompareColumn): void;
  remove(column: CompareColumn): void;
  chooseBaseline(index: number | undefined): void;
  /** What is computed stays. */
  cancel(): void;
  resume(): void;
  /** [K4] The rules of the session were edited. */
  recountRules(): void;
  /** The view is gone. */
  leave(): void;
}

/** What is computed, and how far it is, in calls. */
export interface CompareWork extends LossProgress {
  readonly what: 'replay' | 'losses';
  readonly column: CompareColumn | 'recording';
}

export interface ComparisonParts {
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
}

/** Without rules: nothing is removed but by its own compactions. */
const recording: SimulationChoice = recordedView(undefined);

const nothingYet = {
  policies: new Map<string, ComparedPolicy>(),
  losses: new Map<string, CountedLosses>(),
  rules: new Map<string, CountedRules>(),
  recordedWithoutCache: undefined,
  recordedLosses: undefined,
  recordedRules: undefined,
  error: undefined,
  atWork: undefined,
  isStopped: false,
  failure: undefined,
};

export function createComparison({ loadEngine }: ComparisonParts): StoreApi<Comparison> {
  const running = new Latest();
  /** Its columns are computed; undefined while none is shown. */
  let session: Pick<OpenSession, 'timeline'> | undefined;

  /** Keys of the columns whose rules are counted as they are now. */
  const ruled = new Set<string>();

  return createStore<Comparison>()((set, get) => {
    const compute = async (signal: AbortSignal) => {
      const engine = await loadEngine();
      const ask: typeof engine.ask = (method, request, options) => engine.ask(method, request, { ...options, signal });
      const working = (what: CompareWork['what'], column: CompareWork['column']) => {
        const onProgress = (progress: LossProgress) => {
          if (!signal.aborted) set({ atWork: { what, column, ...progress } });
        };
        onProgress({ done: 0, total: 1 });
        return { onProgress };
      };
      const { columns } = get();
      for (const column of columns) {
        if (get().policies.has(keyOf(column))) continue;
        const answer = await ask('compare-policy', column.view, working('replay', column));
        set({ policies: new Map(get().policies).set(keyOf(column), answer) });
      }
      if (get().error === undefined) {
        const withoutCache = await ask('recorded-cost-without-cache', {});
        working('replay', 'recording');
        const error = await ask('model-error', null);
        set({ recordedWithoutCache: withoutCache ?? undefined, error });
      }
      // Rules first: they are few, and losses take long.
      if (!ruled.has('recording')) {
        const recordedRules = await ask('rules-over-session', recording, working('losses', 'recording'));
        signal.throwIfAborted();
        ruled.add('recording');
        set({ recordedRules });
      }
      for (const column of columns) {
        const key = keyOf(column);
        if (ruled.has(key)) continue;
        const rules = await ask('rules-over-session', column.view, working('losses', column));
        signal.throwIfAborted();
        ruled.add(key);
        set({ rules: new Map(get().rules).set(key, rules) });
      }
      if (get().recordedLosses === undefined) {
        set({ recordedLosses: await ask('session-losses', recording, working('losses', 'recording')) });
      }
      for (const column of columns) {
        if (get().losses.has(keyOf(column))) continue;
        const losses = await ask('session-losses', column.view, working('losses', column));
        set({ losses: new Map(get().losses).set(keyOf(column), losses) });
      }
    };

    const run = async () => {
      if (session === undefined) return;
      const signal = running.begin();
      set({ atWork: undefined, isStopped: false, failure: undefined });
      try {
        await compute(signal);
      } catch (error) {
        if (!running.isCurrent(signal)) return;
        const failure = isCancelled(error) ? undefined : { ...failureOf(error), tried: get().atWork };
        set({ isStopped: true, failure });
      } finally {
        if (running.isCurrent(signal)) set({ atWork: undefined });
      }
    };

    const show = (view: CompareView) => {
      set(view);
      void run();
    };

    return {
      columns: [],
      baseline: undefined,
      ...nothingYet,

      start: (opened, view) => {
        session = opened;
        ruled.clear();
        set(nothingYet);
        show(view);
      },

      show,

      add: (column) => {
        const { columns, baseline } = get();
        const view = withColumn({ columns, baseline }, column);
        if (view.columns !== columns) show(view);
      },

      remove: (column) => {
        const { columns, baseline } = get();
        const view = withoutColumn({ columns, baseline }, column);
        if (view.columns !== columns) show(view);
      },

      chooseBaseline: (baseline) => set({ baseline }),

      cancel: () => running.stop(),
      resume: () => void run(),

      recountRules: () => {
        // What was counted before stays until then: it takes a moment, and somebody may be looking at it.
        ruled.clear();
        void run();
      },
      leave: () => {
        session = undefined;
        running.drop();
      },
    };
  });
}
