import type { MarkLook } from '@/lib/layers/shape/layer-mark';
import { type EventKind, layerMarks, type MishapKind } from '@/lib/series/chart/simulation-events';
import type { Boundary } from '@/lib/transcript/transcript';
import { boundaryColor } from '../frame/category-color';

const shapes: Readonly<Record<Boundary['kind'], string>> = {
  full: 'M0-6 6 0 0 6-6 0Z',
  micro: 'M0-4.5A4.5 4.5 0 1 1 0 4.5A4.5 4.5 0 1 1 0-4.5Z',
  prune: 'M-4.5-4.5H4.5V4.5H-4.5Z',
  rewind: 'M-6 0 4-5.5V5.5Z',
};

const mishapLooks: Readonly<Record<MishapKind, MarkLook>> = {
  failed: { shape: 'M0-6 6 5H-6Z', color: 'var(--warning)' },
  blocked: {
    shape: 'M-2.5-6H2.5L6-2.5V2.5L2.5 6H-2.5L-6 2.5V-2.5ZM-3.5-1V1H3.5V-1Z',
    color: 'var(--danger)',
  },
  thrash: {
    shape: 'M0-6.5 1.7-2.4 6-3.2 3.4 0 6 3.2 1.7 2.4 0 6.5-1.7 2.4-6 3.2-3.4 0-6-3.2-1.7-2.4Z',
    color: 'var(--danger)',
  },
  dead: {
    shape: 'M-6-3.5-3.5-6 0-2.5 3.5-6 6-3.5 2.5 0 6 3.5 3.5 6 0 2.5-3.5 6-6 3.5-2.5 0Z',
    color: 'var(--danger)',
  },
};

/** Actions of a policy have the shape of their recorded counterpart; every other kind has its own. */
const looks: ReadonlyMap<EventKind, MarkLook> = new Map([
  ...layerMarks.map(({ kind, look }) => [kind, 'boundary' in look ? boundaryLook(look.boundary) : look] as const),
  ...Object.entries(mishapLooks),
]);

function boundaryLook(kind: Boundary['kind']): MarkLook {
  return { shape: shapes[kind], color: boundaryColor(kind) };
}

export function eventColor(kind: EventKind): string | undefined {
  return looks.get(kind)?.color;
}

interface EventMarkProps {
  readonly kind: Boundary['kind'];
  /** An inferred one is drawn hollow. */
  readonly isGuess?: boolean;
}

/** For recorded events. Drawn around the origin. */
export function EventShape({ kind, isGuess = false }: EventMarkProps) {
  return (
    <path
      d={shapes[kind]}
      fill={isGuess ? 'var(--surface)' : boundaryColor(kind)}
      stroke={boundaryColor(kind)}
      strokeWidth={isGuess ? 1.5 : 0}
    />
  );
}

export function EventMark(props: EventMarkProps) {
  return (
    <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true" focusable="false">
      <EventShape {...props} />
    </svg>
  );
}

/** For simulated events. Drawn around the origin. */
export function SimulatedShape({ kind }: { readonly kind: EventKind }) {
  return <path d={looks.get(kind)?.shape} fill={eventColor(kind)} fillRule="evenodd" />;
}

export function SimulatedMark({ kind }: { readonly kind: EventKind }) {
  return (
    <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true" focusable="false">
      <SimulatedShape kind={kind} />
    </svg>
  );
}
