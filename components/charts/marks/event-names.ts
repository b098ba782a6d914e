import { assertNever } from '@/lib/base/assert-never';
import { actors } from '@/lib/layers/index';
import { reasonText } from '@/lib/layers/shape/reason';
import { noteLayer } from '@/lib/layers/single-layers';
import {
  type EventKind,
  layerMarks,
  type MishapKind,
  type SimulationEvent,
} from '@/lib/series/chart/simulation-events';
import { changeReason, isRecorded } from '@/lib/series/words/change-reason';
import { exactNumber } from '@/lib/series/words/format-number';
import { sizeBefore } from '@/lib/simulator/pipeline/gate';
import type { SimulatedChange } from '@/lib/simulator/pipeline/simulation';

const mishapTitles: Readonly<Record<MishapKind, string>> = {
  failed: 'Failure',
  blocked: 'Turn blocked',
  thrash: 'Gave up (thrashing)',
  dead: 'Session dead',
};

const titles: ReadonlyMap<EventKind, string> = new Map([
  ...layerMarks.map(({ kind, title }) => [kind, title] as const),
  ...Object.entries(mishapTitles),
]);

export function kindTitle(kind: EventKind): string {
  return titles.get(kind) ?? kind;
}

export function eventTitle(event: SimulationEvent): string {
  switch (event.type) {
    case 'change':
      return changeTitle(event.change);
    case 'failure':
      return `${actors[event.failure.layer].title} failed`;
    case 'note':
    case 'beside':
    case 'thrash':
    case 'stop':
      return kindTitle(event.kind);
    default:
      return assertNever(event);
  }
}

/** The recording does not say which layer it was, only its effect. */
export function changeTitle({ layer, trigger, reason }: Pick<SimulatedChange, 'layer' | 'trigger' | 'reason'>): string {
  const { title, mark } = actors[layer];
  return `${isRecorded(reason) ? mark.title : title}${triggers[trigger]}`;
}

const triggers: Readonly<Record<SimulatedChange['trigger'], string>> = {
  auto: '',
  manual: ', manual',
  reactive: ', reactive',
};

export function eventReason(event: SimulationEvent): string {
  switch (event.type) {
    case 'change':
      return changeReason(event.change);
    case 'failure':
      return reasonText(event.failure.reason, actors[event.failure.layer].reasons);
    case 'note':
      return reasonText(event.note.reason, actors[noteLayer].reasons);
    case 'beside':
      return event.mark.words;
    case 'thrash':
      return `context full again within one call of a compaction, three times in a row; the largest message has ${exactNumber(event.thrash.tokens)} tokens`;
    case 'stop':
      return event.kind === 'dead'
        ? 'the context does not fit and cannot be reduced, so no further call can be sent'
        : 'the context has reached the blocking limit and automatic compaction is off';
    default:
      return assertNever(event);
  }
}

/** Tokens before and after, if it changed the context. */
export function eventSizes(event: SimulationEvent): { readonly before: number; readonly after: number } | undefined {
  return event.type === 'change' ? { before: sizeBefore(event.change), after: event.change.after } : undefined;
}
