import { type EventKind, edgeOf, eventKinds, type SimulationEvent } from './simulation-events';

/** Overlapping marks are combined into one with a number. */
export interface EventGroup {
  /** Position of its first event, in pixels. */
  readonly x: number;
  /** Position of its last event. */
  readonly end: number;
  /** The most serious of its events. */
  readonly kind: EventKind;
  readonly events: readonly SimulationEvent[];
}

/** Width of a mark in pixels, and of one with a number. */
const MARK_WIDTH = 14;
const COUNTED_WIDTH = 40;

/** Events must be in the order of their calls. Events outside the plot are dropped. */
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
