import { expect, it } from 'vitest';
import { ok } from '../../../base/result';
import { claudeCode21 } from '../../../policies/presets/claude-code-2-1';
import { none } from '../../../policies/presets/none';
import { tutorial } from '../../../policies/presets/tutorial';
import { readingSession, WorkerHere } from '../../../worker/engine/engine.test-support';
import { RowsPool } from '../../../worker/engine/rows-pool';
import { type CompareView, columnOf } from '../compare-link';
import { comparedSessionsOf } from './compared-sessions-of';
import type { KeptRows } from './kept-rows';
import { createManyComparison, type ManyComparison, type ManySession } from './many-comparison';
import { manyPolicies } from './row-policies';

const viewOf = (...policies: Parameters<typeof columnOf>[0][]): CompareView => ({
  columns: policies.map(columnOf),
  baseline: undefined,
});
const sessions: readonly ManySession[] = ['a', 'b', 'c'].map((id) => ({
  id,
  title: id.toUpperCase(),
  importedAtMs: 1,
}));
const body = readingSession(17);

/** Whatever is kept is there for the next. */
function opened(kept = new Map<string, KeptRows>(), broken?: string) {
  const asked: (readonly [what: string, session: string, policies: number])[] = [];
  const pool = new RowsPool(
    () => new WorkerHere(),
    () => 3,
  );
  const many = createManyComparison({
    loadPool: async () => ({
      run: (jobs, options) => {
        for (const { id, counts, policies } of jobs)
          asked.push([counts.losses ? 'losses' : 'bills', id, policies.length]);
        return pool.run(jobs, options);
      },
    }),
    body: async (id) => ok(id === broken ? { type: 'file', path: id, file: new Blob(['?']) } : body),
    kept: {
      list: async () => ok({ records: [...kept.values()], damaged: 0 }),
      save: async (record) => {
        kept.set(record.id, structuredClone(record));
        return ok(undefined);
      },
    },
    later: (run) => void setTimeout(run, 1),
  });
  const until = (isSo: (state: ManyComparison) => boolean) =>
    new Promise<ManyComparison>((resolve) => {
      const check = (state: ManyComparison) => {
        if (isSo(state)) resolve(state);
      };
      many.subscribe(check);
      check(many.getState());
    });
  const states = ({ sessions, rows, columns }: ManyComparison) =>
    sessions.flatMap(({ id }) =>
      manyPolicies(columns).map(({ key }) => (rows.get(id)?.get(key)?.hasLosses === true ? 'whole' : 'missing')),
    );
  const whole = () => until((state) => state.progress === undefined && !states(state).includes('missing'));
  return { many, state: () => many.getState(), asked, until, whole, kept };
}

it('computes all bills, then counts all losses, the recording first', async () => {
  const { state, whole, asked } = opened();
  state().start(sessions, viewOf(claudeCode21, none));
  const { rows, columns } = await whole();
  expect(asked).toEqual([
    ['bills', 'a', 3],
    ['bills', 'b', 3],
    ['bills', 'c', 3],
    ['losses', 'a', 3],
    ['losses', 'b', 3],
    ['losses', 'c', 3],
  ]);
  const compared = comparedSessionsOf({ sessions, rows, baseline: 0 }, manyPolicies(columns));
  expect(compared).toMatchObject({ names: ['Recorded', 'Claude Code 2.1', 'None'], baseline: 1 });
  expect(compared.sessions.map(({ title }) => title)).toEqual(['A', 'B', 'C']);
  expect(compared.sessions[0]?.under.map((each) => each?.rows[0].figures?.neededLater)).toEqual([0, 0, 0]);
  expect(compared.sessions[0]?.under[1]?.rows[0].figures?.compactions).toBe(1);
});

it('only computes what a further policy lacks', async () => {
  const { state, whole, asked } = opened();
  state().start(sessions, viewOf(claudeCode21));
  await whole();
  asked.length = 0;
  state().add(columnOf(tutorial));
  await whole();
  expect(asked).toHaveLength(6);
  expect(asked.every(([, , policies]) => policies === 1)).toBe(true);
  state().remove(columnOf(claudeCode21));
  state().chooseBaseline(0);
  expect(asked).toHaveLength(6);
});

it('has what was computed before at once, but not of another import', async () => {
  const first = opened();
  first.state().start(sessions, viewOf(claudeCode21));
  await first.whole();
  await expect.poll(() => first.kept.get('c')?.entries.filter(({ losses }) => losses).length).toBe(2);
  const { state, whole, asked } = opened(first.kept);
  state().start(
    sessions.map((session) => (session.id === 'b' ? { ...session, importedAtMs: 2 } : session)),
    viewOf(claudeCode21),
  );
  await whole();
  expect(asked).toEqual([
    ['bills', 'b', 2],
    ['losses', 'b', 2],
  ]);
});

it('keeps nothing of a session that is not stored', async () => {
  const { state, whole, kept } = opened();
  state().start([{ id: 'a', title: 'A', importedAtMs: undefined }], viewOf(claudeCode21));
  await whole();
  expect(kept.size).toBe(0);
});

it('stops when it is cancelled, and resumes with what is missing', async () => {
  const { state, until, whole, asked } = opened();
  state().start(sessions, viewOf(claudeCode21));
  await until(({ progress }) => progress?.what === 'losses');
  state().cancel();
  await until(({ isStopped }) => isStopped);
  expect(state()).toMatchObject({ progress: undefined, failure: undefined });
  asked.length = 0;
  state().resume();
  expect((await whole()).isStopped).toBe(false);
  expect(asked.every(([what]) => what === 'losses')).toBe(true);
});

it('has a row with the reason for a session that could not be read, and keeps none of it', async () => {
  const { state, whole, kept } = opened(undefined, 'b');
  state().start(sessions, viewOf(claudeCode21));
  const { rows } = await whole();
  const failures = [...(rows.get('b')?.values() ?? [])].flatMap((found) =>
    found.rows.map(({ failure }) => failure?.what),
  );
  expect(failures).toHaveLength(2);
  expect(failures[0]).toBeDefined();
  expect(kept.has('b')).toBe(false);
});

it('starts nothing more once the view is gone', async () => {
  const { state, asked } = opened();
  state().start(sessions, viewOf(claudeCode21));
  state().leave();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(state().rows.get('a')?.size ?? 0).toBe(0);
  expect(asked.filter(([what]) => what === 'losses')).toEqual([]);
});
