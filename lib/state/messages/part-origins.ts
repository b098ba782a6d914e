import type { Change, Fate, PartRef } from '../../layers/shape/context';
import type { SimulatedChange } from '../../simulator/pipeline/simulation';
import type { MessageId } from '../../transcript/transcript';
import { isLeaving } from './fate-history';

/** What a layer did to a part. */
export interface PartChange {
  readonly change: SimulatedChange;
  readonly fate: Fate;
  /** If it was removed: the message that replaces it at this call. If a summary was removed in turn, its replacement. */
  readonly summary: MessageId | undefined;
}

/** The latest change of a part up to a call. */
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
    if (found === undefined) continue;
    return { change, fate: found.fate, summary: standingFor(changes, summaryAt(change.changes, place), call) };
  }
  return undefined;
}

function standingFor(
  changes: readonly SimulatedChange[],
  summary: MessageId | undefined,
  call: number,
): MessageId | undefined {
  if (summary === undefined) return undefined;
  const since = lastChangeOf(changes, { message: summary, part: 0 }, call);
  return since !== undefined && isLeaving(since.fate) ? since.summary : summary;
}

/** Which messages were replaced by those that layers made. */
export class SummaryOrigins {
  private taken: ReadonlyMap<MessageId, ReadonlySet<MessageId>> | undefined;
  private readonly known = new Map<MessageId, readonly MessageId[]>();

  constructor(private readonly changes: readonly SimulatedChange[]) {}

  /**
   * The messages that a message replaces, in order. Summaries among them are resolved to what they replaced. Empty for a
   * message that replaces none.
   */
  of(message: MessageId): readonly MessageId[] {
    const known = this.known.get(message) ?? this.named(message);
    this.known.set(message, known);
    return known;
  }

  private named(message: MessageId): readonly MessageId[] {
    this.taken ??= takenBySummary(this.changes);
    const seen = new Set<MessageId>();
    const others: MessageId[] = [];
    const open = [...(this.taken.get(message) ?? [])].reverse();
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const behind = this.taken.get(id);
      if (behind === undefined) others.push(id);
      else for (const each of [...behind].reverse()) open.push(each);
    }
    return others;
  }
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

/** Removed messages are followed by their replacements, the summary first. */
function summaryAt(done: readonly Change[], place: number): MessageId | undefined {
  const went = done[place];
  const came = done[place + 1];
  return went !== undefined && isLeaving(went.fate) && came?.fate === 'injected' ? came.parts[0]?.message : undefined;
}
