import { describe, expect, it } from 'vitest';
import { cancelled, Refusal } from '../../base/failure';
import { fail, ok } from '../../base/result';
import { noCosts } from '../../economics/cost';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import type { SweepOutcome } from '../../sweep/share-out';
import type { SweepRow } from '../../sweep/sweep-rows';
import type { MessageId } from '../../transcript/transcript';
import type { OpenRequest } from '../../worker/engine/messages';
import type { SweepOptions, SweepRequest } from '../../worker/engine/sweep-pool';
import { whatIfView } from './simulated-session';
import { createSweeps, isStale, type SweepsParts, type Swept } from './sweeps';

const session: OpenRequest = { type: 'stored', body: new Blob([]), child: [] };
const swept: Swept = {
  place: { session: 'one', child: [] },
  view: whatIfView(claudeCode21),
  path: 'thresholds.percent',
  values: [10, 20, 30],
};

const totals = { peak: 0, sent: 0, cacheRead: 0, cacheWrite: 0, uncached: 0, output: 0, cost: noCosts, modelCalls: 0 };
const row = (value: number): SweepRow => ({ value, compactions: 0, peak: 0, totals });

interface Asked {
  readonly request: SweepRequest;
  readonly signal: AbortSignal | undefined;
  rows(...values: readonly number[]): void;
  misses(misses: number, ...values: readonly number[]): void;
  answer(outcome: SweepOutcome): void;
}

/** A pool whose answers the test gives. */
function set(parts: Partial<SweepsParts> = {}) {
  const asked: Asked[] = [];
  const sweep = (request: SweepRequest, { signal, onRows }: SweepOptions = {}) =>
    new Promise<SweepOutcome>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(cancelled()));
      asked.push({
        request,
        signal,
        rows: (...values) => onRows?.(values.map(row)),
        misses: (misses, ...values) => onRows?.(values.map((value) => ({ ...row(value), misses }))),
        answer: resolve,
      });
    });
  const sweeps = createSweeps({
    loadPool: async () => ({ sweep }),
    content: async () => ok(session),
    view: () => swept.view,
    countsMisses: () => false,
    ...parts,
  });
  return { sweeps, asked, state: () => sweeps.getState().state };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('a sweep', () => {
  it('requests all values of the setting under the view it was started with', async () => {
    const { sweeps, asked } = set();
    void sweeps.getState().start(swept);
    await settled();
    expect(asked[0]?.request).toEqual({ session, path: swept.path, values: swept.values, ...swept.view });
  });

  it('shows rows as they arrive, in value order, and all of them at the end', async () => {
    const { sweeps, asked, state } = set();
    expect(state()).toEqual({ type: 'idle' });
    const done = sweeps.getState().start(swept);
    expect(state()).toEqual({ type: 'running', swept, rows: [] });
    await settled();
    asked[0]?.rows(30);
    asked[0]?.rows(10);
    expect(state()).toEqual({ type: 'running', swept, rows: [row(10), row(30)] });
    asked[0]?.answer({ rows: [row(10), row(20), row(30)] });
    await done;
    expect(state()).toEqual({ type: 'done', swept, rows: [row(10), row(20), row(30)] });
  });

  it('keeps the rows so far when it is cancelled', async () => {
    const { sweeps, asked, state } = set();
    const done = sweeps.getState().start(swept);
    await settled();
    asked[0]?.rows(20);
    sweeps.getState().cancel();
    await done;
    expect(asked[0]?.signal?.aborted).toBe(true);
    expect(state()).toEqual({ type: 'cancelled', swept, rows: [row(20)] });
  });

  it('is replaced by another, and its late messages are ignored', async () => {
    const { sweeps, asked, state } = set();
    const first = sweeps.getState().start(swept);
    await settled();
    const other = { ...swept, path: 'thresholds.bufferTokens' };
    void sweeps.getState().start(other);
    await settled();
    await first;
    asked[0]?.rows(10);
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    expect(state()).toEqual({ type: 'running', swept: other, rows: [] });
  });

  it('is removed when it is cleared', async () => {
    const { sweeps, asked, state } = set();
    const done = sweeps.getState().start(swept);
    await settled();
    sweeps.getState().clear();
    await done;
    expect(asked[0]?.signal?.aborted).toBe(true);
    expect(state()).toEqual({ type: 'idle' });
  });

  it('keeps its rows when a worker dies, and says what happened', async () => {
    const { sweeps, asked, state } = set();
    const done = sweeps.getState().start(swept);
    await settled();
    asked[0]?.answer({ rows: [row(10)], failure: { lost: [20, 30], cause: new Refusal('It died.', 'Again.') } });
    await done;
    const failure = { what: 'It died.', advice: 'Again.' };
    expect(state()).toEqual({ type: 'done', swept, rows: [row(10)], failure });
  });

  it('fails if no value has a row, the session is missing or the pool cannot be loaded', async () => {
    const failure = { what: 'It died.', advice: 'Again.' };
    const cause = new Refusal('It died.', 'Again.');
    const sets = [
      set({ content: async () => fail(failure) }),
      set({ loadPool: () => Promise.reject(cause) }),
      set({ loadPool: async () => ({ sweep: async () => ({ rows: [], failure: { lost: [10, 20, 30], cause } }) }) }),
    ];
    for (const { sweeps, state } of sets) {
      await sweeps.getState().start(swept);
      expect(state()).toEqual({ type: 'failed', swept, failure });
    }
  });
});

describe('[K2] counting used-later misses', () => {
  const rows = [row(10), row(20), row(30)];

  /** A sweep that is done. */
  async function sweepDone(parts: Partial<SweepsParts> = {}, of: Swept = swept) {
    const all = set(parts);
    const done = all.sweeps.getState().start(of);
    await settled();
    all.asked[0]?.answer({ rows });
    await (parts.countsMisses?.() ? settled() : done);
    return all;
  }

  it('starts only on request, and shows each value as it arrives', async () => {
    const { sweeps, asked, state } = await sweepDone();
    expect(asked).toHaveLength(1);
    const counted = sweeps.getState().countMisses();
    await settled();
    expect(asked[1]?.request).toMatchObject({ path: swept.path, values: [10, 20, 30], countsMisses: true });
    expect(state()).toEqual({ type: 'done', swept, rows, misses: { type: 'counting' } });
    asked[1]?.misses(7, 20);
    expect(state()).toMatchObject({ rows: [row(10), { ...row(20), misses: 7 }, row(30)] });
    asked[1]?.misses(8, 10, 30);
    asked[1]?.answer({ rows: [] });
    await counted;
    expect(state()).toMatchObject({ rows: [{ misses: 8 }, { misses: 7 }, { misses: 8 }], misses: { type: 'done' } });
  });

  it('follows every sweep if chosen, but not a cancelled one', async () => {
    const chosen = { countsMisses: () => true };
    const { asked, state } = await sweepDone(chosen);
    expect(asked[1]?.request.countsMisses).toBe(true);
    expect(state()).toMatchObject({ misses: { type: 'counting' } });
    const cancelled = set(chosen);
    const done = cancelled.sweeps.getState().start(swept);
    await settled();
    cancelled.sweeps.getState().cancel();
    await done;
    expect(cancelled.asked).toHaveLength(1);
  });

  it('keeps what has arrived when it is cancelled, and resumes with the rest', async () => {
    const { sweeps, asked, state } = await sweepDone();
    const counted = sweeps.getState().countMisses();
    await settled();
    asked[1]?.misses(7, 10);
    sweeps.getState().cancel();
    await counted;
    expect(state()).toMatchObject({
      type: 'done',
      rows: [{ misses: 7 }, row(20), row(30)],
      misses: { type: 'stopped' },
    });
    void sweeps.getState().countMisses();
    await settled();
    expect(asked[2]?.request.values).toEqual([20, 30]);
  });

  it('is replaced by another sweep, and its late messages are ignored', async () => {
    const { sweeps, asked, state } = await sweepDone();
    void sweeps.getState().countMisses();
    await settled();
    const other = { ...swept, path: 'thresholds.bufferTokens' };
    void sweeps.getState().start(other);
    await settled();
    asked[1]?.misses(7, 10);
    expect(asked[1]?.signal?.aborted).toBe(true);
    expect(state()).toEqual({ type: 'running', swept: other, rows: [] });
  });

  it('is dropped when the policy changes, but not when one of the values is applied', async () => {
    const now = { view: swept.view };
    const { sweeps, asked, state } = await sweepDone({ view: () => now.view });
    const counted = sweeps.getState().countMisses();
    await settled();
    now.view = { ...swept.view, policy: changed(claudeCode21, swept.path, 20) };
    sweeps.getState().viewChanged();
    expect(asked[1]?.signal?.aborted).toBe(false);
    now.view = { ...swept.view, policy: changed(claudeCode21, 'snip.isOn', true) };
    sweeps.getState().viewChanged();
    await counted;
    expect(asked[1]?.signal?.aborted).toBe(true);
    expect(state()).toMatchObject({ misses: { type: 'stopped' } });
    await sweeps.getState().countMisses();
    expect(asked).toHaveLength(2);
  });

  it('is skipped if the replay follows the recording', async () => {
    const following: Swept = { ...swept, view: { ...swept.view, mode: 'following' } };
    const { sweeps, asked } = await sweepDone({ view: () => following.view }, following);
    await sweeps.getState().countMisses();
    expect(asked).toHaveLength(1);
  });

  it('says what happened when a worker dies, and leaves the sweep as it is', async () => {
    const { sweeps, asked, state } = await sweepDone();
    const counted = sweeps.getState().countMisses();
    await settled();
    asked[1]?.answer({ rows: [], failure: { lost: [10, 20, 30], cause: new Refusal('It died.', 'Again.') } });
    await counted;
    const failure = { what: 'It died.', advice: 'Again.' };
    expect(state()).toEqual({ type: 'done', swept, rows, misses: { type: 'failed', failure } });
  });
});

describe('the rows of a sweep are stale', () => {
  const now = (policy: Swept['view']['policy']) => isStale(swept, { ...swept.view, policy });

  it('if another setting has changed, but not if the swept one has', () => {
    expect(now(changed(claudeCode21, 'thresholds.percent', 20))).toBe(false);
    expect(now(changed(claudeCode21, 'thresholds.bufferTokens', 20))).toBe(true);
    expect(now(changed(claudeCode21, 'snip.isOn', true))).toBe(true);
  });

  it('if the replay, the summaries or the pinned messages differ', () => {
    expect(isStale(swept, { ...swept.view })).toBe(false);
    expect(isStale(swept, { ...swept.view, mode: 'following' })).toBe(true);
    expect(isStale(swept, { ...swept.view, replies: { type: 'offline' } })).toBe(true);
    expect(isStale(swept, { ...swept.view, pinned: ['m1' as MessageId] })).toBe(true);
  });

  it('if the policy no longer has the setting', () => {
    expect(now({ ...claudeCode21, layers: [] })).toBe(true);
    const band = { ...swept, path: 'bands.attention' };
    expect(isStale(band, band.view)).toBe(true);
  });
});
