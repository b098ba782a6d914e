import type {
  SimulatedChange,
  SimulatedFailure,
  SimulatedNote,
  Simulation,
  Thrash,
} from '../../simulator/pipeline/simulation';

/** Layers that do the same to a context in different ways are one kind. From the least grave to the gravest. */
export const eventKinds = [
  'note',
  'stored',
  'media',
  'micro',
  'snip',
  'collapse',
  'memory',
  'full',
  'failed',
  'blocked',
  'thrash',
  'dead',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Something a policy did, or that befell it. It stands before its call, what followed the reply behind it. */
export type SimulationEvent = {
  readonly call: number;
  /** Its place among all of them. */
  readonly order: number;
} & Happened;

type Happened =
  | { readonly kind: EventKind; readonly type: 'change'; readonly change: SimulatedChange }
  | { readonly kind: 'failed'; readonly type: 'failure'; readonly failure: SimulatedFailure }
  | { readonly kind: 'note'; readonly type: 'note'; readonly note: SimulatedNote }
  | { readonly kind: 'thrash'; readonly type: 'thrash'; readonly thrash: Thrash }
  | { readonly kind: 'blocked' | 'dead'; readonly type: 'stop' };

export const kindOfLayer: Readonly<Record<SimulatedChange['layer'], EventKind>> = {
  'result-budget': 'stored',
  snip: 'snip',
  'microcompact-time': 'micro',
  'microcompact-cached': 'micro',
  'microcompact-declarative': 'micro',
  'microcompact-counting': 'micro',
  collapse: 'collapse',
  'session-memory': 'memory',
  'full-compact': 'full',
  'note-extraction': 'note',
  'strip-media': 'media',
};

/** All that happened, by call. Of one call first what failed: what succeeded took its place. */
export function simulationEvents(simulation: Simulation): SimulationEvent[] {
  const { changes, failures, notes, thrash, blockedAt, deadAt } = simulation;
  const happened: (Happened & { readonly call: number })[] = [];
  // Behind the reply to the call before, and so before all else.
  for (const note of notes) happened.push({ call: note.call, kind: 'note', type: 'note', note });
  for (const failure of failures) happened.push({ call: failure.call, kind: 'failed', type: 'failure', failure });
  for (const change of changes) {
    happened.push({ call: change.call, kind: kindOfLayer[change.layer], type: 'change', change });
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
