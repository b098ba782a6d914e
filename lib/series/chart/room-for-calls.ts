const LEAST = 24;

/** Calls that a growing picture has room for: with one more at a time it would be drawn to another scale at each of them. */
export function roomForCalls(calls: number): number {
  let room = LEAST;
  while (room < calls) room *= 2;
  return room;
}
