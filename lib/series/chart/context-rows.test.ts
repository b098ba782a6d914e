import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Timeline, TimelineEvent } from '../../simulator/recorded/timeline';
import { type Category, categories } from '../../tokens/category';
import { wholeRange } from './call-range';
import { contextRows } from './context-rows';

function timeline(used: ArrayLike<number>, eventsAt: readonly number[] = []): Timeline {
  const calls = used.length;
  const half = Float64Array.from(used, (tokens) => Math.floor(tokens / 2));
  const columns = categories.map((category) => [category, new Float64Array(calls)]);
  const events = eventsAt.map((call, boundary): TimelineEvent => {
    return { kind: 'full', trigger: 'auto', call, boundary, isGuess: false };
  });
  return {
    calls,
    used: Float64Array.from(used),
    byCategory: {
      ...(Object.fromEntries(columns) as Record<Category, Float64Array>),
      user: half,
      'tool-results': Float64Array.from(used, (tokens, call) => tokens - (half[call] ?? 0)),
    },
    output: new Float64Array(calls),
    isMeasured: new Uint8Array(calls),
    timeMs: new Float64Array(calls),
    events,
  };
}

/** Grows for a while, is cut, grows again. */
function sawtooth(calls: number, period: number): number[] {
  return Array.from({ length: calls }, (_, call) => 20_000 + (call % period) * 700);
}

function allRows(of: Timeline, mostRows = 1_500) {
  return contextRows(of, { range: wholeRange(of.calls), mostRows, dropsAt: of.events.map(({ call }) => call) });
}

describe('the rows of a whole session', () => {
  it('has every call with its categories while there is room for all', () => {
    const rows = allRows(timeline([100, 201, 40]));
    expect(rows.map((row) => [row.call, row.used, row.user, row['tool-results'], row.summary])).toEqual([
      [0, 100, 50, 50, 0],
      [1, 201, 100, 101, 0],
      [2, 40, 20, 20, 0],
    ]);
    expect(allRows(timeline(new Array(1_500).fill(1))).length).toBe(1_500);
    expect(allRows(timeline([]))).toEqual([]);
  });

  it('has at most 1,500 rows for 10,000 calls with an event at each', () => {
    const everywhere = Array.from({ length: 10_000 }, (_, call) => call);
    const rows = allRows(timeline(sawtooth(10_000, 37), everywhere));
    expect(rows.length).toBeLessThanOrEqual(1_500);
    expect(rows.length).toBeGreaterThan(1_000);
    expect(rows.map((row) => row.call)).toEqual([...new Set(rows.map((row) => row.call))].sort((a, b) => a - b));
  });

  it('has fewer rows where fewer pixels can show them', () => {
    expect(allRows(timeline(sawtooth(10_000, 37)), 100).length).toBeLessThanOrEqual(400);
  });

  it('has the first and the last call', () => {
    const rows = allRows(timeline(sawtooth(9_999, 37)));
    expect([rows[0]?.call, rows.at(-1)?.call]).toEqual([0, 9_998]);
  });

  it('has the calls on both sides of every event, and of the largest where there are too many', () => {
    const some = Array.from({ length: 250 }, (_, index) => index * 40 + 3);
    const calls = new Set(allRows(timeline(sawtooth(10_000, 40), some)).map((row) => row.call));
    for (const call of some) expect(calls.has(call) && calls.has(call - 1)).toBe(true);

    const everywhere = Array.from({ length: 10_000 }, (_, call) => call);
    const oneCut = new Array(10_000).fill(900);
    oneCut[5_001] = 1;
    const shown = new Set(allRows(timeline(oneCut, everywhere)).map((row) => row.call));
    expect([5_000, 5_001].every((call) => shown.has(call))).toBe(true);
  });

  it('has the events before the first and after the last call without inventing rows', () => {
    const rows = allRows(timeline(sawtooth(2_000, 50), [0, 2_000]));
    expect(rows.every((row) => row.call >= 0 && row.call < 2_000)).toBe(true);
  });

  it('loses no drop: each one shows between rows that are not far apart', () => {
    const shape = fc.record({
      calls: fc.integer({ min: 1_501, max: 12_000 }),
      period: fc.integer({ min: 20, max: 3_000 }),
      eventsEvery: fc.integer({ min: 1, max: 400 }),
    });
    fc.assert(
      fc.property(shape, ({ calls, period, eventsEvery }) => {
        const used = sawtooth(calls, period);
        const events = Array.from({ length: Math.floor(calls / eventsEvery) }, (_, index) => index * eventsEvery);
        const rows = allRows(timeline(used, events));
        const peak = Math.max(...used);
        const reach = Math.ceil(calls / 200);
        for (let call = 1; call < calls; call++) {
          const high = used[call - 1] ?? 0;
          const low = used[call] ?? 0;
          if (high - low < 0.1 * peak) continue;
          const near = rows.filter((row) => Math.abs(row.call - call) <= reach).map((row) => row.used);
          expect(Math.max(...near)).toBeGreaterThanOrEqual(high);
          expect(Math.min(...near)).toBeLessThanOrEqual(low);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the rows of a range', () => {
  const curve = timeline(sawtooth(5_000, 50));

  it('has the calls of a range, and one more on each side to lead the curve to the edge', () => {
    const rows = contextRows(curve, { range: { from: 100, to: 120 }, mostRows: 1_500, dropsAt: [] });
    expect([rows[0]?.call, rows.at(-1)?.call, rows.length]).toEqual([99, 120, 22]);
    const first = contextRows(curve, { range: { from: 0, to: 10 }, mostRows: 1_500, dropsAt: [] });
    expect([first[0]?.call, first.at(-1)?.call]).toEqual([0, 10]);
  });

  it('has no more rows than asked for, and both sides of a drop within the range', () => {
    const restless = timeline(Array.from({ length: 5_000 }, (_, call) => 20_000 + ((call * 7_919) % 1_009)));
    const dropsAt = Array.from({ length: 50 }, (_, index) => index * 97 + 3);
    const rows = contextRows(restless, { range: { from: 0, to: 5_000 }, mostRows: 300, dropsAt });
    expect(rows.length).toBeLessThanOrEqual(300);
    const calls = new Set(rows.map(({ call }) => call));
    expect(dropsAt.every((call) => calls.has(call) && calls.has(call - 1))).toBe(true);
  });

  it('[X1] ends where nothing is sent any more', () => {
    const rows = contextRows({ ...curve, calls: 40 }, { range: { from: 0, to: 5_000 }, mostRows: 300, dropsAt: [] });
    expect(rows.at(-1)?.call).toBe(39);
  });
});
