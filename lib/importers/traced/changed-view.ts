/** How a request relates to the previous one of its thread. Positions are those of the new request. */
export type ViewChange =
  /** It repeats everything, in place: the rest is new. */
  | { readonly kind: 'extension' }
  /** It repeats everything but the last reply: the request was sent again. */
  | { readonly kind: 'repeat' }
  /** `keptFrom[i]` is the previous position of message `i`; missing if it is new. */
  | {
      readonly kind: 'rewind' | 'full';
      readonly keptFrom: ReadonlyMap<number, number>;
      readonly dropped: readonly number[];
    };

export interface Seen {
  readonly key: string;
  readonly role: string;
  readonly isPrompt: boolean;
}

/**
 *   before  a b c d      now  a b c d e   extension
 *                             a b c       repeat, where d is a reply
 *                             a b x       rewind, where c is a prompt or all that was dropped is the reply
 *                             a x         full, otherwise
 */
export function viewChange(before: readonly Seen[], now: readonly Seen[]): ViewChange {
  let same = 0;
  while (same < before.length && before[same]?.key === now[same]?.key) same += 1;
  const last = before.at(-1);
  if (same === before.length || isEditedInPlace(before, now)) return { kind: 'extension' };
  const isReplyMissing = same === before.length - 1 && last?.role === 'assistant';
  if (isReplyMissing && now.length === same) return { kind: 'repeat' };
  const keptFrom = repeated(before, now);
  const kept = new Set(keptFrom.values());
  const dropped = before.flatMap((_, position) => (kept.has(position) ? [] : position));
  const isTailDropped = same > 0 && keptFrom.size === same;
  const isRewind = isTailDropped && (now.length === same || isReplyMissing || before[same]?.isPrompt === true);
  return { kind: isRewind ? 'rewind' : 'full', keptFrom, dropped };
}

/** Which messages are repeated, in the previous order: where each is now, and where it was. */
function repeated(before: readonly Seen[], now: readonly Seen[]): ReadonlyMap<number, number> {
  const positionsOf = new Map<string, number[]>();
  for (let position = before.length - 1; position >= 0; position--) {
    const key = before[position]?.key ?? '';
    const positions = positionsOf.get(key);
    if (positions === undefined) positionsOf.set(key, [position]);
    else positions.push(position);
  }
  const keptFrom = new Map<number, number>();
  let next = 0;
  now.forEach(({ key }, index) => {
    const positions = positionsOf.get(key) ?? [];
    let found = positions.pop();
    while (found !== undefined && found < next) found = positions.pop();
    if (found === undefined) return;
    keptFrom.set(index, found);
    next = found + 1;
  });
  return keptFrom;
}

/** The latest message is where it was: earlier differences are edits, not removals. */
function isEditedInPlace(before: readonly Seen[], now: readonly Seen[]): boolean {
  const last = before.length - 1;
  if (last < 1 || before[last]?.key !== now[last]?.key) return false;
  return before.every(({ role }, index) => role === now[index]?.role);
}
