import { type LayerId, layerIds, layers } from '../../layers/index';
import { type Change, type ContextMessage, type PartRef, partRefs, tokensOf } from '../../layers/shape/context';
import type { Reason } from '../../layers/shape/reason';
import { layerByHand } from '../../layers/single-layers';
import type { Boundary } from '../../transcript/transcript';
import type { SimulatedChange } from '../pipeline/simulation';
import type { ReplayMaterial } from '../recorded/replay-material';
import type { TimelineEvent } from '../recorded/timeline';

/** The recording changed its context before a call. */
export interface RecordedCut {
  readonly boundaries: readonly Boundary[];
  readonly before: readonly ContextMessage[];
  readonly after: readonly ContextMessage[];
}

/**
 * The recorded compactions before one call, as if the layers that they resemble had made them, with the recorded sizes. Of
 * several, the last one that replaced the conversation did all that is known.
 */
export function recordedChanges(material: ReplayMaterial, { boundaries, before, after }: RecordedCut) {
  const { timeline } = material.recorded;
  const events = timeline.events.filter(({ boundary }) => {
    const found = material.transcript.boundaries[boundary];
    return found !== undefined && boundaries.includes(found);
  });
  const main = events.findLast(({ kind }) => kind === 'full') ?? events.at(-1);
  return events.map((event): SimulatedChange => {
    const changes = event === main ? changesOf(material, event, before, after) : [];
    return changeOf(event, changes, event.after ?? timeline.used[event.call] ?? tokensOf(after), tokensOf(before));
  });
}

/** After the last call: nothing shows what they did. */
export function changesAfterLastCall({ recorded: { timeline } }: ReplayMaterial): readonly SimulatedChange[] {
  const events = timeline.events.filter(({ call, kind }) => call >= timeline.calls && kind !== 'rewind');
  return events.map((event) => changeOf(event, [], event.after ?? 0, event.before ?? 0));
}

function changeOf(event: TimelineEvent, changes: readonly Change[], after: number, before: number): SimulatedChange {
  const layer = layerLike(event.kind);
  return {
    call: event.call,
    layer,
    turn: layers[layer].turn,
    trigger: event.trigger === 'manual' ? 'manual' : 'auto',
    before: event.before ?? before,
    after,
    reason: recordedReason(event),
    changes,
    summaryTokens: 0,
    boundary: undefined,
    callsSinceLast: undefined,
  };
}

function layerLike(kind: TimelineEvent['kind']): LayerId {
  const looksAlike = layerIds.find((id) => {
    const { look } = layers[id].mark;
    return 'boundary' in look && look.boundary === (kind === 'prune' ? 'micro' : kind);
  });
  return looksAlike ?? layerByHand;
}

function recordedReason({ trigger, isGuess }: TimelineEvent): Reason {
  return { rule: 'P1', code: isGuess ? 'recorded-guess' : `recorded-${trigger}`, values: {} };
}

function changesOf(
  { isConsequence }: ReplayMaterial,
  { kind }: TimelineEvent,
  before: readonly ContextMessage[],
  after: readonly ContextMessage[],
): readonly Change[] {
  const now = new Map(after.map((each) => [each.message.id, each]));
  const was = new Set(before.map(({ message }) => message.id));
  const gone = before.filter(({ message }) => !now.has(message.id));
  const cleared = before.flatMap((each) => clearedParts(each, now.get(each.message.id)));
  const added = after.filter(
    ({ message, recordedAt }) => !was.has(message.id) && isConsequence[recordedAt?.at ?? -1] === 1,
  );
  const changes: Change[] = [
    { fate: kind === 'full' ? 'summarised' : 'cleared', parts: partRefs(gone), tokens: tokensOf(gone) },
    {
      fate: 'cleared',
      parts: cleared.map(({ ref }) => ref),
      tokens: cleared.reduce((sum, { tokens }) => sum + tokens, 0),
    },
    { fate: 'injected', parts: partRefs(added), tokens: -tokensOf(added) },
  ];
  return changes.filter(({ parts }) => parts.length > 0);
}

function clearedParts(
  before: ContextMessage,
  after: ContextMessage | undefined,
): readonly { readonly ref: PartRef; readonly tokens: number }[] {
  return before.parts.flatMap(({ state, tokens }, place) => {
    const held = after?.parts[place];
    const ref = before.refs[place];
    const isCleared = state === 'whole' && held !== undefined && held.state !== 'whole' && ref !== undefined;
    return isCleared ? [{ ref, tokens: tokens - held.tokens }] : [];
  });
}
