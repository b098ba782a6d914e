import type { Change, Fate, PartRef } from '../layers/context';
import type { SimulatedChange } from '../simulator/simulation';
import type { MessageId } from '../transcript/transcript';
import { isLeaving } from './fate-history';

/** What a layer did to a part. */
export interface PartChange {
  readonly change: SimulatedChange;
  readonly fate: Fate;
  /** The message that stands for it since, where it left. */
  readonly summary: MessageId | undefined;
}

/** The newest thing that was done to a part up to a call. */
export function lastChangeOf(
  changes: readonly SimulatedChange[],
  { message, part }: PartRef,
  call: number,
): PartChange | undefined {
  for (const change of changes.toReversed()) {
    if (change.call > call) continue;
    const place = change.changes.findLastIndex(({ parts }) =>
      parts.some((ref) => ref.message === message && ref.part === part),
    );
    const found = change.changes[place];
    if (found !== undefined) return { change, fate: found.fate, summary: summaryAt(change.changes, place) };
  }
  return undefined;
}

/**
 * The messages in whose place a message stands, in their order. A summary among them stands for others in turn: those are
 * named instead. Empty of a message that stands for none.
 */
export function standsFor(changes: readonly SimulatedChange[], message: MessageId): readonly MessageId[] {
  const taken = takenBySummary(changes);
  const seen = new Set([message]);
  const others: MessageId[] = [];
  const open = [...(taken.get(message) ?? [])].reverse();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const behind = taken.get(id);
    if (behind === undefined) others.push(id);
    else for (const each of [...behind].reverse()) open.push(each);
  }
  return others;
}

function takenBySummary(changes: readonly SimulatedChange[]): ReadonlyMap<MessageId, ReadonlySet<MessageId>> {
  const taken = new Map<MessageId, ReadonlySet<MessageId>>();
  for (const { changes: done } of changes) {
    done.forEach(({ parts }, place) => {
      const summary = summaryAt(done, place);
      if (summary !== undefined) taken.set(summary, new Set(parts.map(({ message }) => message)));
    });
  }
  return taken;
}

/** What went is followed by what stands for it, the summary first. */
function summaryAt(done: readonly Change[], place: number): MessageId | undefined {
  const went = done[place];
  const came = done[place + 1];
  return went !== undefined && isLeaving(went.fate) && came?.fate === 'injected' ? came.parts[0]?.message : undefined;
}
