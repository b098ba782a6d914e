import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Timeline, TimelineEvent } from '../../simulator/recorded/timeline';
import { type Category, categories } from '../../tokens/category';
import { wholeRange } from './call-range';
import { drawnCalls } from './drawn-calls';

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

function allDrawn(of: Timeline, most = 1_500) {
  return drawnCalls(of, { range: wholeRange(of.calls), most, dropsAt: of.events.map(({ call }) => call) });
}

describe('the drawn calls of a whole session', () => {
  it('are all calls while there is room', () => {
    expect(allDrawn(timeline([100, 201, 40]))).toEqual([0, 1, 2]);
    expect(allDrawn(timeline(new Array(1_500).fill(1))).length).toBe(1_500);
    expect(allDrawn(timeline([]))).toEqual([]);
  });

  it('are at most 1,500 of 10,000 calls with an event at each', () => {
    const everywhere = Array.from({ length: 10_000 }, (_, call) => call);
    const drawn = allDrawn(timeline(sawtooth(10_000, 37), everywhere));
    expect(drawn.length).toBeLessThanOrEqual(1_500);
    expect(drawn.length).toBeGreaterThan(1_000);
    expect(drawn).toEqual([...new Set(drawn)].sort((a, b) => a - b));
  });

  it('are fewer if there are fewer pixels', () => {
    expect(allDrawn(timeline(sawtooth(10_000, 37)), 100).length).toBeLessThanOrEqual(400);
  });

  it('include the first and the last call', () => {
    const drawn = allDrawn(timeline(sawtooth(9_999, 37)));
    expect([drawn[0], drawn.at(-1)]).toEqual([0, 9_998]);
  });

  it('include the calls on both sides of every event, of the largest if there are too many', () => {
    const some = Array.from({ length: 250 }, (_, index) => index * 40 + 3);
    const calls = new Set(allDrawn(timeline(sawtooth(10_000, 40), some)));
    for (const call of some) expect(calls.has(call) && calls.has(call - 1)).toBe(true);

    const everywhere = Array.from({ length: 10_000 }, (_, call) => call);
    const oneCut = new Array(10_000).fill(900);
    oneCut[5_001] = 1;
    const shown = new Set(allDrawn(timeline(oneCut, everywhere)));
    expect([5_000, 5_001].every((call) => shown.has(call))).toBe(true);
  });

  it('include events before the first and after the last call without inventing calls', () => {
    const drawn = allDrawn(timeline(sawtooth(2_000, 50), [0, 2_000]));
    expect(drawn.every((call) => call >= 0 && call < 2_000)).toBe(true);
  });

  it('show every drop between adjacent calls', () => {
    const shape = fc.record({
      calls: fc.integer({ min: 1_501, max: 12_000 }),
      period: fc.integer({ min: 20, max: 3_000 }),
      eventsEvery: fc.integer({ min: 1, max: 400 }),
    });
    fc.assert(
      fc.property(shape, ({ calls, period, eventsEvery }) => {
        const used = sawtooth(calls, period);
        const events = Array.from({ length: Math.floor(calls / eventsEvery) }, (_, index) => index * eventsEvery);
        const drawn = allDrawn(timeline(used, events));
        const peak = Math.max(...used);
        const reach = Math.ceil(calls / 200);
        for (let call = 1; call < calls; call++) {
          const high = used[call - 1] ?? 0;
          const low = used[call] ?? 0;
          if (high - low < 0.1 * peak) continue;
          const near = drawn.filter((other) => Math.abs(other - call) <= reach).map((other) => used[other] ?? 0);
          expect(Math.max(...near)).toBeGreaterThanOrEqual(high);
          expect(Math.min(...near)).toBeLessThanOrEqual(low);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the drawn calls of a range', () => {
  const curve = timeline(sawtooth(5_000, 50));

  it('include one more call on each side to lead the curve to the edge', () => {
    const drawn = drawnCalls(curve, { range: { from: 100, to: 120 }, most: 1_500, dropsAt: [] });
    expect([drawn[0], drawn.at(-1), drawn.length]).toEqual([99, 120, 22]);
    const first = drawnCalls(curve, { range: { from: 0, to: 10 }, most: 1_500, dropsAt: [] });
    expect([first[0], first.at(-1)]).toEqual([0, 10]);
  });

  it('are no more than requested, with both sides of a drop in the range', () => {
    const restless = timeline(Array.from({ length: 5_000 }, (_, call) => 20_000 + ((call * 7_919) % 1_009)));
    const dropsAt = Array.from({ length: 50 }, (_, index) => index * 97 + 3);
    const drawn = drawnCalls(restless, { range: { from: 0, to: 5_000 }, most: 300, dropsAt });
    expect(drawn.length).toBeLessThanOrEqual(300);
    const calls = new Set(drawn);
    expect(dropsAt.every((call) => calls.has(call) && calls.has(call - 1))).toBe(true);
  });

  it('[X1] end where the session can send nothing more', () => {
    const drawn = drawnCalls({ ...curve, calls: 40 }, { range: { from: 0, to: 5_000 }, most: 300, dropsAt: [] });
    expect(drawn.at(-1)).toBe(39);
  });
});
