import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { Latest } from '../../base/latest';
import type { Result } from '../../base/result';
import { isSameValue } from '../../base/same-value';
import { changeSetting } from '../../policies/shape/change-setting';
import { isFollowing } from '../../simulator/pipeline/replay-mode';
import type { SweepRow } from '../../sweep/sweep-rows';
import type { OpenRequest } from '../../worker/engine/messages';
import type { SweepOptions, SweepPool, SweepRequest } from '../../worker/engine/sweep-pool';
import { isSamePolicy } from '../policy/policy-standard';
import type { SessionPlace } from '../sessions/session-place';
import type { SimulationView } from './simulated-session';

/** What is replayed with each of the values. */
export interface Swept {
  readonly place: SessionPlace;
  readonly view: SimulationView;
  /** Of the setting. */
  readonly path: string;
  readonly values: readonly number[];
}

export type SweepState =
  | { readonly type: 'idle' }
  /** The rows so far, in the order of their values. */
  | { readonly type: 'running' | 'cancelled'; readonly swept: Swept; readonly rows: readonly SweepRow[] }
  | {
      readonly type: 'done';
      readonly swept: Swept;
      readonly rows: readonly SweepRow[];
      /** Some values have no row. */
      readonly failure?: Failure;
      readonly misses?: MissesCount;
    }
  | { readonly type: 'failed'; readonly swept: Swept; readonly failure: Failure };

/** [K2] Progress of a second pass through the values, which counts used-later misses and adds them to the rows. */
export type MissesCount =
  | { readonly type: 'counting' | 'stopped' | 'done' }
  | { readonly type: 'failed'; readonly failure: Failure };

export interface Sweeps {
  readonly state: SweepState;
  /** Replaces the previous one. */
  start(swept: Swept): Promise<void>;
  /** For rows without it. Not counted for a view that is gone, nor in a following replay. */
  countMisses(): Promise<void>;
  /** Cancels whatever runs. */
  cancel(): void;
  /** Counts for the previous view are useless now. */
  viewChanged(): void;
  /** For another session. */
  clear(): void;
}

export interface SweepsParts {
  loadPool(): Promise<Pick<SweepPool, 'sweep'>>;
  /** The session that each worker opens. */
  content(place: SessionPlace): Promise<Result<OpenRequest, Failure>>;
  /** The current one. */
  view(): SimulationView;
  /** Count used-later misses after each sweep. */
  countsMisses(): boolean;
}

/** The outcome for some values. */
interface Replayed {
  readonly rows: readonly SweepRow[];
  /** For those without a row. */
  readonly failure?: Failure;
}

export function createSweeps({ loadPool, content, view, countsMisses }: SweepsParts): StoreApi<Sweeps> {
  const running = new Latest();

  const replay = async (
    { place, view, path }: Swept,
    work: Pick<SweepRequest, 'values' | 'countsMisses'>,
    options: SweepOptions,
  ): Promise<Replayed> => {
    const session = await content(place);
    if (!session.ok) return { rows: [], failure: session.error };
    const pool = await loadPool();
    const { rows, failure } = await pool.sweep({ session: session.value, path, ...work, ...view }, options);
    return { rows, ...(failure === undefined ? {} : { failure: failureOf(failure.cause) }) };
  };

  return createStore<Sweeps>()((set, get) => ({
    state: { type: 'idle' },

    start: async (swept) => {
      const signal = running.begin();
      const show = (state: SweepState) => {
        if (running.isCurrent(signal)) set({ state });
      };
      let rows: readonly SweepRow[] = [];
      const onRows = (more: readonly SweepRow[]) => {
        rows = [...rows, ...more].sort((a, b) => a.value - b.value);
        show({ type: 'running', swept, rows });
      };
      show({ type: 'running', swept, rows });
      try {
        show(ended(swept, await replay(swept, { values: swept.values }, { signal, onRows })));
      } catch (error) {
        show(
          isCancelled(error)
            ? { type: 'cancelled', swept, rows }
            : ended(swept, { rows: [], failure: failureOf(error) }),
        );
      }
      if (running.isCurrent(signal) && countsMisses()) await get().countMisses();
    },

    countMisses: async () => {
      const { state } = get();
      if (state.type !== 'done' || isFollowing(state.swept.view.mode) || isStale(state.swept, view())) return;
      const values = state.rows.flatMap(({ value, misses }) => (misses === undefined ? [value] : []));
      if (values.length === 0) return;
      const signal = running.begin();
      let { rows } = state;
      const show = (misses: MissesCount) => {
        if (running.isCurrent(signal)) set({ state: { ...state, rows, misses } });
      };
      const onRows = (counted: readonly SweepRow[]) => {
        rows = rows.map((row) => counted.find(({ value }) => value === row.value) ?? row);
        show({ type: 'counting' });
      };
      show({ type: 'counting' });
      try {
        const work = { values, countsMisses: true };
        const { failure } = await replay(state.swept, work, { signal, onRows });
        show(failure === undefined ? { type: 'done' } : { type: 'failed', failure });
      } catch (error) {
        show(isCancelled(error) ? { type: 'stopped' } : { type: 'failed', failure: failureOf(error) });
      }
    },

    cancel: () => running.stop(),

    viewChanged: () => {
      const { state } = get();
      if (state.type !== 'idle' && isCounting(state) && isStale(state.swept, view())) running.stop();
    },

    clear: () => {
      running.drop();
      set({ state: { type: 'idle' } });
    },
  }));
}

export function isCounting(state: SweepState): boolean {
  return state.type === 'done' && state.misses?.type === 'counting';
}

function ended(swept: Swept, { rows, failure }: Replayed): SweepState {
  if (failure === undefined) return { type: 'done', swept, rows };
  return rows.length === 0 ? { type: 'failed', swept, failure } : { type: 'done', swept, rows, failure };
}

/** Whether the rows would differ now. Applying one of the values does not change them: all were tried. */
export function isStale({ view, path, values }: Swept, now: SimulationView): boolean {
  const [value = 0] = values;
  const [then, present] = [changeSetting(view.policy, path, value), changeSetting(now.policy, path, value)];
  const isSame = then.ok && present.ok && isSamePolicy(then.value, present.value);
  return !isSame || !isSameValue({ ...view, policy: undefined }, { ...now, policy: undefined });
}
