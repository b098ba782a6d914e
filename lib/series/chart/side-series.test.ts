import { describe, expect, it } from 'vitest';
import { sideSeries } from './side-series';
import { simulation } from './simulation.test-support';

const run = simulation(3, {
  used: Float64Array.of(100, 200, 0),
  cacheRead: Float64Array.of(50, 200, 0),
  cost: Float64Array.of(0.5, 0.25, 0.125),
});

describe('the second scale', () => {
  it('[E2] can show the cost of all calls so far', () => {
    expect([...sideSeries.cost.values(run)]).toEqual([0.5, 0.75, 0.875]);
  });

  it('[E2] has no cost from a call with an unknown price on', () => {
    const values = sideSeries.cost.values({ ...run, cost: Float64Array.of(0.5, Number.NaN, 1) });
    expect([...values]).toEqual([0.5, Number.NaN, Number.NaN]);
  });

  it('[E2] can show the cost of each call, with gaps where the price is unknown', () => {
    expect([...sideSeries['call-cost'].values(run)]).toEqual([0.5, 0.25, 0.125]);
    const values = sideSeries['call-cost'].values({ ...run, cost: Float64Array.of(0.5, Number.NaN, 1) });
    expect([...values]).toEqual([0.5, Number.NaN, 1]);
  });

  it('[E1] can show the share of each call read from the cache, if something is sent', () => {
    expect([...sideSeries['cache-share'].values(run)]).toEqual([0.5, 1, Number.NaN]);
  });

  it('can show the tokens of all calls so far', () => {
    expect([...sideSeries.sent.values(run)]).toEqual([100, 300, 300]);
    expect(sideSeries.sent.tick(250_000_000)).toBe('250M');
  });
});
