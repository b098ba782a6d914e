import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failureOf, isCancelled, Refusal } from '../../../base/failure';
import { Latest } from '../../../base/latest';
import type { Result } from '../../../base/result';
import { failedRow } from '../../../rows/rows-of';
import type { RowCounts, SessionRow } from '../../../rows/session-row';
import type { RecordStore } from '../../../storage/record-store';
import type { SessionBody } from '../../../worker/engine/messages';
import type { RowsJob, RowsOutcome, RowsPool } from '../../../worker/engine/rows-pool';
import { type CompareColumn, type CompareView, withColumn, withoutColumn } from '../compare-link';
import { type KeptRows, usableRows, withEntries } from './kept-rows';
import { type ManyPolicy, manyPolicies } from './row-policies';

export interface ManySession {
  readonly id: string;
  readonly title: string;
  /** Undefined for a session that is not stored: its rows are not kept either. */
  readonly importedAtMs: number | undefined;
}

/** By key of the policy. */
export type RowsByPolicy = ReadonlyMap<string, PolicyRows>;

export interface PolicyRows {
  readonly hasLosses: boolean;
  readonly rows: readonly SessionRow[];
}

export interface ManyProgress {
  readonly what: 'bills' | 'losses';
  /** Sessions. */
  readonly done: number;
  readonly total: number;
}

export interface ManyComparison extends CompareView {
  readonly sessions: readonly ManySession[];
  /** By id of the session, as far as they are computed. */
  readonly rows: ReadonlyMap<string, RowsByPolicy>;
  readonly progress: ManyProgress | undefined;
  /** By the user, or by a failure: what is missing will not come. */
  readonly isStopped: boolean;
  readonly failure: Failure | undefined;
  /** With other sessions. */
  start(sessions: readonly ManySession[], view: CompareView): void;
  /** Rows that were computed before are not computed again. */
  show(view: CompareView): void;
  /** Without effect if it is already there, or if there are too many. */
  add(column: CompareColumn): void;
  remove(column: CompareColumn): void;
  chooseBaseline(index: number | undefined): void;
  /** What is computed stays. */
  cancel(): void;
  resume(): void;
  /** The view is gone. */
  leave(): void;
}

export interface ManyComparisonParts {
  loadPool(): Promise<Pick<RowsPool, 'run'>>;
  body(id: string): Promise<Result<SessionBody, Failure>>;
  readonly kept: Pick<RecordStore<KeptRows>, 'list' | 'save'>;
  /** Calls back after a moment: hundreds of results must not draw the page hundreds of times. */
  later(run: () => void): void;
}

/** Bills first: they take a fraction of the time. The error of the model is part of the recorded cost, and almost free. */
const passes = [
  { what: 'bills', counts: { losses: false, error: true } },
  { what: 'losses', counts: { losses: true, error: true } },
] as const satisfies readonly { readonly what: ManyProgress['what']; readonly counts: RowCounts }[];

export function createManyComparison(parts: ManyComparisonParts): StoreApi<ManyComparison> {
  const running = new Latest();
  /** Undefined while no view shows it. */
  let shown: readonly ManySession[] | undefined;
  let kept: ReadonlyMap<string, KeptRows> | undefined;
  let pending: RowsOutcome[] = [];

  return createStore<ManyComparison>()((set, get) => {
    const take = (outcomes: readonly (RowsOutcome & { readonly hasLosses: boolean })[]) => {
      const rows = new Map(get().rows);
      for (const { id, rows: found, hasLosses } of outcomes) {
        const known = new Map(rows.get(id));
        for (const [policy, own] of byPolicy(found)) known.set(policy, { hasLosses, rows: own });
        rows.set(id, known);
      }
      set({ rows });
    };

    const missingOf = (session: ManySession, policies: readonly ManyPolicy[], { losses }: RowCounts) => {
      const known = get().rows.get(session.id);
      return policies.filter(({ key }) => {
        const found = known?.get(key);
        return found === undefined || (losses && !found.hasLosses);
      });
    };

    const jobOf = (session: ManySession, policies: readonly ManyPolicy[], counts: RowCounts): readonly RowsJob[] => {
      const missing = missingOf(session, policies, counts);
      if (missing.length === 0) return [];
      const body = async () => {
        const read = await parts.body(session.id);
        if (read.ok) return read.value;
        throw new Refusal(read.error.what, read.error.advice);
      };
      return [{ id: session.id, hash: session.id, policies: missing.map(({ row }) => row), counts, body }];
    };

    const keep = async (outcomes: readonly (RowsOutcome & { readonly hasLosses: boolean })[]) => {
      for (const { id, rows, hasLosses } of outcomes) {
        const importedAtMs = get().sessions.find((session) => session.id === id)?.importedAtMs;
        // What failed may succeed the next time.
        if (importedAtMs === undefined || rows.length === 0 || rows.some(({ failure }) => failure !== null)) continue;
        const entries = [...byPolicy(rows)].map(([policy, own]) => ({ policy, losses: hasLosses, rows: own }));
        const record = withEntries(kept?.get(id), id, importedAtMs, entries);
        kept = new Map(kept).set(id, record);
        // A full store takes nothing away but time.
        await parts.kept.save(record);
      }
    };

    const compute = async (signal: AbortSignal) => {
      const { sessions, columns } = get();
      const policies = manyPolicies(columns);
      if (kept === undefined) {
        const listed = await parts.kept.list();
        kept = new Map(listed.ok ? listed.value.records.map((record) => [record.id, record]) : []);
      }
      signal.throwIfAborted();
      takeKept(sessions, policies);
      const pool = await parts.loadPool();
      for (const { what, counts } of passes) {
        const jobs = sessions.flatMap((session) => jobOf(session, policies, counts));
        if (jobs.length === 0) continue;
        let done = sessions.length - jobs.length;
        set({ progress: { what, done, total: sessions.length } });
        const flush = () => {
          const outcomes = pending.map((each) => ({ ...each, hasLosses: counts.losses }));
          pending = [];
          if (outcomes.length === 0) return;
          take(outcomes);
          if (!signal.aborted) set({ progress: { what, done, total: sessions.length } });
          void keep(outcomes);
        };
        const onOutcome = (outcome: RowsOutcome) => {
          done += 1;
          if (pending.length === 0) parts.later(flush);
          pending.push(whole(outcome, jobs, sessions));
        };
        try {
          await pool.run(jobs, { signal, onOutcome });
        } finally {
          flush();
        }
      }
    };

    const takeKept = (sessions: readonly ManySession[], policies: readonly ManyPolicy[]) => {
      const rows = new Map(get().rows);
      for (const { id, importedAtMs } of sessions) {
        const usable = importedAtMs === undefined ? undefined : usableRows(kept?.get(id), importedAtMs);
        const known = new Map(rows.get(id));
        for (const { key } of policies) {
          const entry = usable?.entries.find(({ policy }) => policy === key);
          if (entry !== undefined && !known.has(key)) known.set(key, { hasLosses: entry.losses, rows: entry.rows });
        }
        rows.set(id, known);
      }
      set({ rows });
    };

    const run = async () => {
      if (shown === undefined) return;
      const signal = running.begin();
      set({ progress: undefined, isStopped: false, failure: undefined });
      try {
        await compute(signal);
      } catch (error) {
        if (!running.isCurrent(signal)) return;
        set(isCancelled(error) ? { isStopped: true } : { isStopped: true, failure: failureOf(error) });
      } finally {
        if (running.isCurrent(signal)) set({ progress: undefined });
      }
    };

    const show = (view: CompareView) => {
      set(view);
      void run();
    };

    return {
      columns: [],
      baseline: undefined,
      sessions: [],
      rows: new Map(),
      progress: undefined,
      isStopped: false,
      failure: undefined,

      start: (sessions, view) => {
        shown = sessions;
        // Of the same sessions, what was computed is still right.
        const before = new Map(get().sessions.map((session) => [session.id, session.importedAtMs]));
        const known = sessions.filter(({ id, importedAtMs }) => before.has(id) && before.get(id) === importedAtMs);
        const { rows } = get();
        set({ sessions, rows: new Map(known.map(({ id }) => [id, rows.get(id) ?? new Map()])) });
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
      leave: () => {
        shown = undefined;
        running.drop();
      },
    };
  });
}

/** A session that failed has a row for each policy, too: with the reason. */
function whole(outcome: RowsOutcome, jobs: readonly RowsJob[], sessions: readonly ManySession[]): RowsOutcome {
  const job = jobs.find(({ id }) => id === outcome.id);
  const { failure } = outcome;
  if (failure === undefined || job === undefined) return outcome;
  const title = sessions.find(({ id }) => id === outcome.id)?.title ?? outcome.id;
  const rows = job.policies.map((policy) => failedRow(job.hash, title, policy, job.counts, failure));
  return { ...outcome, rows };
}

function byPolicy(rows: readonly SessionRow[]): ReadonlyMap<string, readonly SessionRow[]> {
  const found = new Map<string, SessionRow[]>();
  for (const row of rows) found.set(row.policy.hash, [...(found.get(row.policy.hash) ?? []), row]);
  return found;
}
