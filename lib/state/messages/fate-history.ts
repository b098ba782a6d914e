import { assertNever } from '../../base/assert-never';
import type { Fate } from '../../layers/shape/context';
import { isFollowing } from '../../simulator/pipeline/replay-mode';
import type { SimulatedChange, Simulation } from '../../simulator/pipeline/simulation';
import type { PartFate } from '../../simulator/replay/part-fates';
import type { OpenSession, SimulatedContext } from '../../worker/engine/messages';

/** `left`: a compaction of the recording took it, and the context follows the recording. `unsent`: it never was there. */
export type LineFate = PartFate | 'left' | 'unsent';

export const lineFates: Readonly<Record<LineFate, true>> = {
  kept: true,
  cleared: true,
  'stored-out': true,
  summarised: true,
  collapsed: true,
  snipped: true,
  unfolded: true,
  restored: true,
  injected: true,
  abandoned: true,
  left: true,
  unsent: true,
};

/** By message, then by part. */
export type NamedFates = ReadonlyMap<string, readonly (Fate | undefined)[]>;

/** What the layers did just before a call; if several changed a part, what the last one did. */
export function fatesAtCall(changes: readonly SimulatedChange[], call: number): NamedFates {
  const named = new Map<string, (Fate | undefined)[]>();
  for (const change of changes) if (isBefore(change, call)) addFates(named, change);
  return named;
}

function isBefore(change: SimulatedChange, call: number): boolean {
  return change.call === call && change.turn !== 'after-response';
}

function addFates(named: Map<string, (Fate | undefined)[]>, { changes }: SimulatedChange): void {
  for (const { fate, parts } of changes) {
    for (const { message, part } of parts) {
      const fates = named.get(message) ?? [];
      fates[part] = fate;
      named.set(message, fates);
    }
  }
}

/** What layers have added to the context up to a call, by message. */
export function enteredUpTo(changes: readonly SimulatedChange[], call: number): ReadonlyMap<string, Fate> {
  const entered = new Map<string, Fate>();
  for (const change of changes) {
    if (change.call > call) break;
    for (const { fate, parts } of change.changes) {
      if (fate === 'injected' || fate === 'restored') for (const { message } of parts) entered.set(message, fate);
    }
  }
  return entered;
}

/** A message of the recording that is not in the context. */
export interface OutsideMessage {
  readonly index: number;
  readonly fate: LineFate;
  /** The call before which it left, where it was there. */
  readonly at: number | undefined;
}

/** What was not in the context when a call was prepared, in the recording's order. */
export function messagesOutside(
  session: Pick<OpenSession, 'rows' | 'boundaries' | 'timeline'>,
  { changes, mode }: Pick<Simulation, 'changes' | 'mode'>,
  { call, before, after }: Pick<SimulatedContext, 'call' | 'before' | 'after'>,
): readonly OutsideMessage[] {
  const present = new Set<number>();
  for (const message of before) if (message.type === 'recorded') present.add(message.index);
  for (const message of after) if (message.type === 'recorded') present.add(message.index);
  const fates = new Map<string, Omit<OutsideMessage, 'index'>>();
  for (const change of changes) if (change.call < call) addLeaving(fates, change);
  for (const event of session.timeline.events) {
    if (event.kind !== 'rewind' || event.call > call) continue;
    const dropped = session.boundaries[event.boundary]?.droppedMessageIds ?? [];
    for (const id of dropped) fates.set(id, { fate: 'abandoned', at: event.call });
  }
  let end = 0;
  for (const index of present) end = Math.max(end, index + 1);
  // Without calls nothing is sent, and nothing is left out.
  const unsent = session.timeline.calls === 0 ? 'kept' : 'unsent';
  return session.rows.flatMap(({ id, index }) => {
    if (present.has(index)) return [];
    // What a free replay never sends is not lost to it: the summaries that the recording itself made.
    const isLeftBehind = isFollowing(mode) && index < end;
    return [{ index, ...(fates.get(id) ?? { fate: isLeftBehind ? 'left' : unsent, at: undefined }) }];
  });
}

function addLeaving(fates: Map<string, Omit<OutsideMessage, 'index'>>, { call: at, changes }: SimulatedChange): void {
  for (const { fate, parts } of changes) {
    if (isLeaving(fate)) for (const { message } of parts) fates.set(message, { fate, at });
  }
}

export function isLeaving(fate: Fate): boolean {
  switch (fate) {
    case 'summarised':
    case 'collapsed':
    case 'snipped':
    case 'unfolded':
      return true;
    case 'cleared':
    case 'stored-out':
    case 'restored':
    case 'injected':
      return false;
    default:
      return assertNever(fate);
  }
}
