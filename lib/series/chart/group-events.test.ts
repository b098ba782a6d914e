import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupEvents } from './group-events';
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
    expect(grouped([100, 120, 140], 1_000).map(({ x, events }) => [x, events.length])).toEqual([
      [100, 1],
      [120, 1],
      [140, 1],
    ]);
  });

  it('merge into one with a number where they would overlap, in the shape of the most severe', () => {
    const [first, second] = grouped([100, 104, 125, 300], 1_000);
    expect([first?.x, first?.end, first?.kind, first?.events.length]).toEqual([100, 125, 'full', 3]);
    expect(second?.events.length).toBe(1);
  });

  it('separate when zooming in, and are omitted when out of sight', () => {
    const near = grouped([100, 104, 125, 300], 1_000, { from: 90, to: 140 });
    expect(near.map(({ x }) => x)).toEqual([200, 280, 700]);
  });

  it('contain every event once, without overlaps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 999 })), fc.integer({ min: 50, max: 2_000 }), (at, width) => {
        const groups = grouped(at, width);
        expect(groups.flatMap(({ events }) => events.map(({ order }) => order))).toEqual([...at.keys()]);
        for (const [index, { x }] of groups.slice(1).entries()) {
          const before = groups[index];
          expect(x - (before?.x ?? 0)).toBeGreaterThanOrEqual((before?.events.length ?? 0) > 1 ? 40 : 14);
        }
      }),
    );
  });
});
