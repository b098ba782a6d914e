import { type EventKind, edgeOf, eventKinds, type SimulationEvent } from './simulation-events';

/** Marks that would lie on each other are one, with a number. */
export interface EventGroup {
  /** Where its first event stands, in pixels. */
  readonly x: number;
  /** Where its last one stands. */
  readonly end: number;
  /** The gravest of its events. */
  readonly kind: EventKind;
  readonly events: readonly SimulationEvent[];
}

/** A mark takes up so much room, in pixels, and one with a number beside it so much. */
const MARK_WIDTH = 14;
const COUNTED_WIDTH = 40;

/** In the order of the events, which must be that of their calls. Events outside of the plot are left out. */
export function groupEvents(
  events: readonly SimulationEvent[],
  shareBefore: (call: number) => number,
  width: number,
): EventGroup[] {
  const groups: { x: number; end: number; kind: EventKind; events: SimulationEvent[] }[] = [];
  for (const event of events) {
    const x = shareBefore(edgeOf(event)) * width;
    if (x < 0 || x > width) continue;
    const group = groups.at(-1);
    if (group === undefined || x - group.x >= (group.events.length > 1 ? COUNTED_WIDTH : MARK_WIDTH)) {
      groups.push({ x, end: x, kind: event.kind, events: [event] });
      continue;
    }
    group.events.push(event);
    group.end = x;
    if (eventKinds.indexOf(event.kind) > eventKinds.indexOf(group.kind)) group.kind = event.kind;
  }
  return groups;
}
