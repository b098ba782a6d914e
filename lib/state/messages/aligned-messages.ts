import type { SimulatedMessage } from '../../worker/engine/messages';

/** One line of two contexts side by side, with the index of its message in each. */
export interface AlignedPair {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/**
 * What stands in both stands on one line; what went and what was made have a gap beside them.
 *
 *   before   after              m0  ┆  m0
 *   m0       m0                 m1  ┆
 *   m1       summary     ──▶    m2  ┆
 *   m2       m3                     ┆  summary
 *   m3                          m3  ┆  m3
 *
 * Both keep their order. Where they do not agree on it, a message stands twice, each time beside a gap.
 */
export function alignMessages(
  before: readonly SimulatedMessage[],
  after: readonly SimulatedMessage[],
): readonly AlignedPair[] {
  const pairs: AlignedPair[] = [];
  // For most calls that is all, with tens of thousands of lines in a long session.
  const same = sameAtStart(before, after);
  for (let place = 0; place < same; place++) pairs.push({ before: place, after: place });
  // Counted, because a recording may have an id twice.
  const restBefore = counted(before, same);
  const restAfter = counted(after, same);
  let left = same;
  let right = same;
  while (left < before.length || right < after.length) {
    const went = keyAt(before, left);
    const came = keyAt(after, right);
    const isMade = went === undefined || (came !== undefined && restAfter.has(went) && !restBefore.has(came));
    const isSame = went === came;
    pairs.push({ before: isMade ? undefined : left, after: isMade || isSame ? right : undefined });
    if (!isMade) {
      take(restBefore, went);
      left += 1;
    }
    if (isMade || isSame) {
      take(restAfter, came);
      right += 1;
    }
  }
  return pairs;
}

/** A recorded message by its index in the recording, a made one by its id. */
export function messageKey(message: SimulatedMessage): number | string {
  return message.type === 'recorded' ? message.index : message.row.id;
}

type Key = number | string | undefined;

function keyAt(messages: readonly SimulatedMessage[], place: number): Key {
  const message = messages[place];
  return message === undefined ? undefined : messageKey(message);
}

function sameAtStart(before: readonly SimulatedMessage[], after: readonly SimulatedMessage[]): number {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && keyAt(before, same) === keyAt(after, same)) same += 1;
  return same;
}

/** How many of each there are from an index on. */
function counted(messages: readonly SimulatedMessage[], from: number): Map<Key, number> {
  const rest = new Map<Key, number>();
  for (let place = from; place < messages.length; place++) {
    const key = keyAt(messages, place);
    rest.set(key, (rest.get(key) ?? 0) + 1);
  }
  return rest;
}

function take(rest: Map<Key, number>, key: Key): void {
  const others = (rest.get(key) ?? 0) - 1;
  if (others > 0) rest.set(key, others);
  else rest.delete(key);
}
