import { type LayerId, layers } from '../../layers/index';
import type { LayerMark } from '../../layers/shape/layer-mark';
import { noteLayer } from '../../layers/single-layers';
import type {
  SimulatedChange,
  SimulatedFailure,
  SimulatedNote,
  Simulation,
  Thrash,
} from '../../simulator/pipeline/simulation';

/** Layers that do the same to a context in different ways are one kind. From the least grave to the gravest. */
export const layerMarks: readonly LayerMark[] = [
  ...new Map(Object.values(layers).map(({ mark }) => [mark.kind, mark])).values(),
].sort((a, b) => a.gravity - b.gravity);

/** What befalls a policy, in the same order: graver than whatever a layer does. */
export const mishapKinds = ['failed', 'blocked', 'thrash', 'dead'] as const;
export type MishapKind = (typeof mishapKinds)[number];

/** That of a layer's mark, or of a mishap. */
export type EventKind = string;

export const eventKinds: readonly EventKind[] = [...layerMarks.map(({ kind }) => kind), ...mishapKinds];

/** Something a policy did, or that befell it. It stands before its call, what followed the reply behind it. */
export type SimulationEvent = {
  readonly call: number;
  /** Its place among all of them. */
  readonly order: number;
} & Happened;

type Happened =
  | { readonly kind: EventKind; readonly type: 'change'; readonly change: SimulatedChange }
  | { readonly kind: 'failed'; readonly type: 'failure'; readonly failure: SimulatedFailure }
  | { readonly kind: EventKind; readonly type: 'note'; readonly note: SimulatedNote }
  | { readonly kind: 'thrash'; readonly type: 'thrash'; readonly thrash: Thrash }
  | { readonly kind: 'blocked' | 'dead'; readonly type: 'stop' };

export function kindOfLayer(layer: LayerId): EventKind {
  return layers[layer].mark.kind;
}

/** All that happened, by call. Of one call first what failed: what succeeded took its place. */
export function simulationEvents(simulation: Simulation): SimulationEvent[] {
  const { changes, failures, notes, thrash, blockedAt, deadAt } = simulation;
  const happened: (Happened & { readonly call: number })[] = [];
  // Behind the reply to the call before, and so before all else.
  for (const note of notes) happened.push({ call: note.call, kind: kindOfLayer(noteLayer), type: 'note', note });
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

/** The call before which it is drawn. */
export function edgeOf(event: Happened & { readonly call: number }): number {
  const isBehind = event.type === 'note' || (event.type === 'change' && event.change.turn === 'after-response');
  return isBehind ? event.call + 1 : event.call;
}
