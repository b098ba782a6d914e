import type { Simulation } from '../../simulator/pipeline/simulation';
import type { Timeline } from '../../simulator/recorded/timeline';

/** The next call, forwards or backwards, with a mark in the chart: simulated or recorded. */
export function nextEvent(
  simulation: Simulation | undefined,
  { events, calls }: Timeline,
  call: number,
  direction: 1 | -1,
): number | undefined {
  let found: number | undefined;
  const look = (stop: { readonly call: number } | undefined) => {
    if (stop === undefined) return;
    // Events after the last call are shown at the last call.
    const at = Math.min(stop.call, calls - 1);
    const isAhead = (at - call) * direction > 0;
    if (isAhead && (found === undefined || (found - at) * direction > 0)) found = at;
  };
  events.forEach(look);
  if (simulation === undefined) return found;
  const { changes, failures, thrash, blockedAt, deadAt } = simulation;
  changes.forEach(look);
  failures.forEach(look);
  look(thrash);
  for (const stop of [blockedAt, deadAt]) if (stop !== undefined) look({ call: stop });
  return found;
}
