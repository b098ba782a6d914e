import type { TimelineEvent } from '../../simulator/recorded/timeline';
import type { Boundary } from '../../transcript/transcript';
import { groupMarks, type MarkGroup } from './group-marks';
import { type EventKind, edgeOf, eventKinds, type SimulationEvent } from './simulation-events';

/** Simulated events whose marks would overlap. */
export interface EventGroup extends MarkGroup<SimulationEvent> {
  /** The most serious of its events. */
  readonly kind: EventKind;
}

/** Recorded events whose marks would overlap. */
export interface RecordedGroup extends MarkGroup<TimelineEvent> {
  /** The most serious of its events. */
  readonly kind: Boundary['kind'];
  /** None of them is recorded itself. */
  readonly isGuess: boolean;
}

/** Events must be in the order of their calls. Events outside the plot are dropped. */
export function groupEvents(
  events: readonly SimulationEvent[],
  shareBefore: (call: number) => number,
  width: number,
): readonly EventGroup[] {
  return groupMarks(events, (event) => shareBefore(edgeOf(event)) * width, width).map((group) => ({
    ...group,
    kind: gravest(group.items, eventKinds),
  }));
}

export function groupRecorded(
  events: readonly TimelineEvent[],
  calls: number,
  shareBefore: (call: number) => number,
  width: number,
): readonly RecordedGroup[] {
  return groupMarks(events, ({ call }) => shareBefore(Math.min(call, calls)) * width, width).map((group) => ({
    ...group,
    kind: gravest(group.items, recordedKinds),
    isGuess: group.items.every(({ isGuess }) => isGuess),
  }));
}

/** Least serious first. */
const recordedKinds: readonly Boundary['kind'][] = ['prune', 'micro', 'rewind', 'full'];

function gravest<Kind>(items: readonly { readonly kind: Kind }[], order: readonly Kind[]): Kind {
  return items
    .map(({ kind }) => kind)
    .reduce((one, other) => (order.indexOf(other) > order.indexOf(one) ? other : one));
}
