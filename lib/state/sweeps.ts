import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Result } from '../base/result';
import { changeSetting } from '../policies/change-setting';
import type { SweepRow } from '../sweep/sweep-rows';
import type { OpenRequest } from '../worker/messages';
import type { SweepPool } from '../worker/sweep-pool';
import { type Failure, failureOf, isCancelled } from './failure';
import { isSamePolicy, isSameValue } from './policy-standard';
import type { SessionPlace } from './session-place';
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
  /** The rows are those that are there, in the order of their values. */
  | { readonly type: 'running' | 'cancelled'; readonly swept: Swept; readonly rows: readonly SweepRow[] }
  | {
      readonly type: 'done';
      readonly swept: Swept;
      readonly rows: readonly SweepRow[];
      /** A part of the values has no row. */
      readonly failure?: Failure;
    }
  | { readonly type: 'failed'; readonly swept: Swept; readonly failure: Failure };

export interface Sweeps {
  readonly state: SweepState;
  /** In the place of the one before. */
  start(swept: Swept): Promise<void>;
  cancel(): void;
  /** For another session. */
  clear(): void;
}

export interface SweepsParts {
  loadPool(): Promise<Pick<SweepPool, 'sweep'>>;
  /** What each worker opens. */
  content(place: SessionPlace): Promise<Result<OpenRequest, Failure>>;
}

export function createSweeps({ loadPool, content }: SweepsParts): StoreApi<Sweeps> {
  let running: AbortController | undefined;

  return createStore<Sweeps>()((set) => ({
    state: { type: 'idle' },

    start: async (swept) => {
      running?.abort();
      const mine = new AbortController();
      running = mine;
      const show = (state: SweepState) => {
        if (running === mine) set({ state });
      };
      let rows: readonly SweepRow[] = [];
      show({ type: 'running', swept, rows });
      try {
        const session = await content(swept.place);
        if (!session.ok) {
          show({ type: 'failed', swept, failure: session.error });
          return;
        }
        const { path, values, view } = swept;
        const pool = await loadPool();
        const outcome = await pool.sweep(
          { session: session.value, path, values, ...view },
          {
            signal: mine.signal,
            onRows: (more) => {
              rows = [...rows, ...more].sort((a, b) => a.value - b.value);
              show({ type: 'running', swept, rows });
            },
          },
        );
        show(ended(swept, outcome.rows, outcome.failure?.cause));
      } catch (error) {
        show(isCancelled(error) ? { type: 'cancelled', swept, rows } : ended(swept, [], error));
      }
    },

    cancel: () => running?.abort(),

    clear: () => {
      running?.abort();
      running = undefined;
      set({ state: { type: 'idle' } });
    },
  }));
}

function ended(swept: Swept, rows: readonly SweepRow[], cause: unknown): SweepState {
  if (cause === undefined) return { type: 'done', swept, rows };
  const failure = failureOf(cause);
  return rows.length === 0 ? { type: 'failed', swept, failure } : { type: 'done', swept, rows, failure };
}

/** Whether the rows would be others now. To take one of the values is no such change: all of them were tried. */
export function isStale({ view, path, values }: Swept, now: SimulationView): boolean {
  const [value = 0] = values;
  const [then, present] = [changeSetting(view.policy, path, value), changeSetting(now.policy, path, value)];
  const isSame = then.ok && present.ok && isSamePolicy(then.value, present.value);
  return !isSame || !isSameValue({ ...view, policy: undefined }, { ...now, policy: undefined });
}
