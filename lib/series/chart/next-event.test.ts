import { describe, expect, it } from 'vitest';
import type { Timeline, TimelineEvent } from '../../simulator/recorded/timeline';
import { emptyColumns } from '../../simulator/replay/simulation-columns';
import { nextEvent } from './next-event';
import { change, simulation } from './simulation.test-support';

function timeline(calls: number, eventsAt: readonly number[]): Timeline {
  const { used, byCategory, output } = emptyColumns(calls);
  const events = eventsAt.map((call, boundary): TimelineEvent => {
    return { kind: 'full', trigger: 'auto', call, boundary, isGuess: false };
  });
  return {
    calls,
    used,
    byCategory,
    output,
    isMeasured: new Uint8Array(calls),
    timeMs: new Float64Array(calls),
    events,
  };
}

describe('the next event', () => {
  const run = simulation(50, {
    changes: [change(10), change(10), change(30)],
    thrash: { call: 32, message: '', tokens: 1 },
  });
  const recorded = timeline(50, [20]);

  it('is the nearest mark ahead, of the policy or of the recording', () => {
    expect([0, 10, 20, 30, 32].map((call) => nextEvent(run, recorded, call, 1))).toEqual([10, 20, 30, 32, undefined]);
  });

  it('is the nearest mark behind when going back', () => {
    expect([49, 32, 30, 20, 10].map((call) => nextEvent(run, recorded, call, -1))).toEqual([32, 30, 20, 10, undefined]);
  });

  it('is one of the recording if there is no simulation', () => {
    expect(nextEvent(undefined, recorded, 0, 1)).toBe(20);
  });

  it('includes where the session dies or a call is rejected; events after the last call are at the last call', () => {
    const dead = simulation(50, { deadAt: 7, blockedAt: 5 });
    expect([0, 5].map((call) => nextEvent(dead, timeline(50, []), call, 1))).toEqual([5, 7]);
    expect(nextEvent(undefined, timeline(50, [50]), 10, 1)).toBe(49);
  });
});
