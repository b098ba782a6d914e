import { type ActorId, actors, layers } from '../../layers/index';
import type { LayerMark } from '../../layers/shape/layer-mark';
import { noteLayer, savingLayer } from '../../layers/single-layers';
import type {
  SimulatedChange,
  SimulatedFailure,
  SimulatedNote,
  Simulation,
  Thrash,
} from '../../simulator/pipeline/simulation';

/** Layers with a similar effect are one kind. Least serious first. */
export const layerMarks: readonly LayerMark[] = [
  ...new Map(Object.values(layers).map(({ mark }) => [mark.kind, mark])).values(),
].sort((a, b) => a.gravity - b.gravity);

/** Mishaps of a policy, in the same order: more serious than any layer. */
export const mishapKinds = ['failed', 'blocked', 'thrash', 'dead'] as const;
export type MishapKind = (typeof mishapKinds)[number];

/** Of a layer's mark, or of a mishap. */
export type EventKind = string;

export const eventKinds: readonly EventKind[] = [...layerMarks.map(({ kind }) => kind), ...mishapKinds];

/** Something beside the turns, such as a task of a live run, which changed no context by itself. */
export interface BesideMark {
  readonly call: number;
  readonly kind: EventKind;
  /** It followed the reply. */
  readonly isBehind: boolean;
  readonly words: string;
}

/** Something that a policy did, or that happened to it. Drawn before its call; what followed the reply is drawn after it. */
export type SimulationEvent = {
  readonly call: number;
  /** Its index among all of them. */
  readonly order: number;
} & Happened;

type Happened =
  | { readonly kind: EventKind; readonly type: 'change'; readonly change: SimulatedChange }
  | { readonly kind: 'failed'; readonly type: 'failure'; readonly failure: SimulatedFailure }
  | { readonly kind: EventKind; readonly type: 'note'; readonly note: SimulatedNote }
  | { readonly kind: 'thrash'; readonly type: 'thrash'; readonly thrash: Thrash }
  | { readonly kind: EventKind; readonly type: 'beside'; readonly mark: BesideMark }
  | { readonly kind: 'blocked' | 'dead'; readonly type: 'stop' };

export function kindOfLayer(layer: ActorId): EventKind {
  return actors[layer].mark.kind;
}

/** All events, by call. Within a call, failures come first, because what succeeded came after them. */
export function simulationEvents(simulation: Simulation, beside: readonly BesideMark[] = []): SimulationEvent[] {
  const { changes, failures, notes, thrash, blockedAt, deadAt } = simulation;
  const happened: (Happened & { readonly call: number })[] = [];
  // After the reply to the previous call, and so before everything else.
  for (const note of notes) happened.push({ call: note.call, kind: kindOfLayer(noteLayer), type: 'note', note });
  for (const mark of [...savedMarks(simulation), ...beside])
    happened.push({ call: mark.call, kind: mark.kind, type: 'beside', mark });
  for (const failure of failures) happened.push({ call: failure.call, kind: 'failed', type: 'failure', failure });
  for (const change of changes) {
    happened.push({ call: change.call, kind: kindOfLayer(change.layer), type: 'change', change });
  }
  if (thrash !== undefined) happened.push({ call: thrash.call, kind: 'thrash', type: 'thrash', thrash });
  if (blockedAt !== undefined) happened.push({ call: blockedAt, kind: 'blocked', type: 'stop' });
  if (deadAt !== undefined) happened.push({ call: deadAt, kind: 'dead', type: 'stop' });
  happened.sort((a, b) => edgeOf(a) - edgeOf(b));
  return happened.map((event, order) => ({ ...event, order }));
}

/** [A7] What a replay saved after a turn. */
function savedMarks({ memory }: Simulation): readonly BesideMark[] {
  return (memory?.events ?? []).flatMap((event) => {
    if (event.type !== 'extracted' || event.kept.length === 0) return [];
    const words = `saved ${[...new Set(event.kept.map(({ file }) => file))].join(', ')}`;
    return [{ call: event.call, kind: kindOfLayer(savingLayer), isBehind: true, words }];
  });
}

/** The call before which it is drawn. */
export function edgeOf(event: Happened & { readonly call: number }): number {
  const isBehind =
    event.type === 'note' ||
    (event.type === 'beside' && event.mark.isBehind) ||
    (event.type === 'change' && event.change.turn === 'after-response');
  return isBehind ? event.call + 1 : event.call;
}
