import { expect, it } from 'vitest';
import { Latest } from './latest';

it('cancels a request as soon as another begins', () => {
  const latest = new Latest();
  const first = latest.begin();
  const second = latest.begin();
  expect([first.aborted, second.aborted]).toEqual([true, false]);
  expect([latest.isCurrent(first), latest.isCurrent(second)]).toEqual([false, true]);
});

it('still knows a request that was stopped, but not one that was dropped', () => {
  const latest = new Latest();
  const stopped = latest.begin();
  latest.stop();
  expect([stopped.aborted, latest.isCurrent(stopped)]).toEqual([true, true]);
  const dropped = latest.begin();
  latest.drop();
  expect([dropped.aborted, latest.isCurrent(dropped)]).toEqual([true, false]);
});
