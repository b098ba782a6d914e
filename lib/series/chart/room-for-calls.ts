const LEAST = 24;

/** Capacity of a growing chart: growing by one call at a time would change the scale with each call. */
export function roomForCalls(calls: number): number {
  let room = LEAST;
  while (room < calls) room *= 2;
  return room;
}
