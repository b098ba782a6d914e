import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimelineEvent } from '../../simulator/recorded/timeline';
import { rangeAround } from './call-range';
import { groupEvents, groupRecorded } from './group-events';
import { callScale } from './plot-scale';
import { change, simulation } from './simulation.test-support';
import { simulationEvents } from './simulation-events';

function grouped(at: readonly number[], width: number, range = { from: 0, to: 1_000 }) {
  const changes = at.map((call, index) => change(call, index % 2 === 0 ? {} : { layer: 'snip', turn: 'before-call' }));
  const events = simulationEvents(simulation(1_000, { changes }));
  return groupEvents(events, callScale(range).shareBefore, width);
}

describe('marks', () => {
  it('stay separate while there is room', () => {
    expect(grouped([100, 120, 140], 1_000).map(({ x, items }) => [x, items.length])).toEqual([
      [100, 1],
      [120, 1],
      [140, 1],
    ]);
  });

  it('merge into one with a number where they would overlap, in the shape of the most severe', () => {
    const [first, second] = grouped([100, 104, 125, 300], 1_000);
    expect([first?.x, first?.end, first?.kind, first?.items.length]).toEqual([100, 125, 'full', 3]);
    expect(second?.items.length).toBe(1);
  });

  it('separate when zooming in, and are omitted when out of sight', () => {
    const near = grouped([100, 104, 125, 300], 1_000, { from: 90, to: 140 });
    expect(near.map(({ x }) => x)).toEqual([200, 280, 700]);
  });

  it('contain every event once, without overlaps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 999 })), fc.integer({ min: 50, max: 2_000 }), (at, width) => {
        const groups = grouped(at, width);
        expect(groups.flatMap(({ items }) => items.map(({ order }) => order))).toEqual([...at.keys()]);
        for (const [index, { x }] of groups.slice(1).entries()) {
          const before = groups[index];
          expect(x - (before?.x ?? 0)).toBeGreaterThanOrEqual((before?.items.length ?? 0) > 1 ? 40 : 14);
        }
      }),
    );
  });
});

describe('recorded marks', () => {
  const event = (call: number, of: Partial<TimelineEvent> = {}): TimelineEvent => ({
    kind: 'micro',
    trigger: 'auto',
    call,
    boundary: call,
    isGuess: true,
    ...of,
  });
  const recorded = (events: readonly TimelineEvent[], range = { from: 0, to: 9_000 }) =>
    groupRecorded(events, 9_000, callScale(range).shareBefore, 400);

  it('of 120 compactions in 9,000 calls are ten with a number, each apart once zoomed to', () => {
    const events = Array.from({ length: 120 }, (_, index) => event(75 * (index + 1)));
    const groups = recorded(events);
    expect(groups.length).toBeLessThanOrEqual(10);
    expect(groups.reduce((sum, { items }) => sum + items.length, 0)).toBe(120);
    const [first] = groups;
    const calls = first?.items.map(({ call }) => call) ?? [];
    const near = recorded(events, rangeAround(calls[0] ?? 0, calls.at(-1) ?? 0, 9_000));
    expect(near.every(({ items }) => items.length === 1)).toBe(true);
  });

  it('have the shape of the most severe, and are hollow only if none of them is recorded itself', () => {
    const [group] = recorded([event(10), event(20, { kind: 'full', isGuess: false }), event(30)]);
    expect(group).toMatchObject({ kind: 'full', isGuess: false });
    expect(recorded([event(10), event(20)])[0]).toMatchObject({ kind: 'micro', isGuess: true });
  });

  it('after the last call are at the end of the plot', () => {
    expect(recorded([event(9_000), event(9_001)]).map(({ x }) => x)).toEqual([400]);
  });
});
