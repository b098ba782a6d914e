import type { EventKind } from '@/lib/series/chart/simulation-events';
import type { Boundary } from '@/lib/transcript/transcript';
import { boundaryColor } from '../frame/category-color';

const shapes: Readonly<Record<Boundary['kind'], string>> = {
  full: 'M0-6 6 0 0 6-6 0Z',
  micro: 'M0-4.5A4.5 4.5 0 1 1 0 4.5A4.5 4.5 0 1 1 0-4.5Z',
  prune: 'M-4.5-4.5H4.5V4.5H-4.5Z',
  rewind: 'M-6 0 4-5.5V5.5Z',
};

/** What a policy does in the shape of what a recording has of it; each other kind in one of its own. */
const eventShapes: Readonly<Record<EventKind, string>> = {
  note: 'M-5-4.5H5V-2H-5ZM-5 0H5V2.5H-5ZM-5 5H1V6.5H-5Z',
  stored: 'M-5-2H5V5.5H-5ZM-6-5.5H6V-3.5H-6Z',
  media: 'M-6-4H6V4H-6ZM-3.5-1.5V1.5H3.5V-1.5Z',
  micro: shapes.micro,
  snip: 'M6-5.5V5.5L-1 0ZM-2.5-5.5V5.5H-5V-5.5Z',
  collapse: 'M-5.5-6H5.5L0 0ZM-5.5 6H5.5L0 0Z',
  memory: 'M-3-5.5H3L6 0 3 5.5H-3L-6 0Z',
  full: shapes.full,
  failed: 'M0-6 6 5H-6Z',
  blocked: 'M-2.5-6H2.5L6-2.5V2.5L2.5 6H-2.5L-6 2.5V-2.5ZM-3.5-1V1H3.5V-1Z',
  thrash: 'M0-6.5 1.7-2.4 6-3.2 3.4 0 6 3.2 1.7 2.4 0 6.5-1.7 2.4-6 3.2-3.4 0-6-3.2-1.7-2.4Z',
  dead: 'M-6-3.5-3.5-6 0-2.5 3.5-6 6-3.5 2.5 0 6 3.5 3.5 6 0 2.5-3.5 6-6 3.5-2.5 0Z',
};

export const eventColors: Readonly<Record<EventKind, string>> = {
  note: 'var(--text-muted)',
  stored: 'var(--event-stored)',
  media: 'var(--category-media)',
  micro: 'var(--boundary-micro)',
  snip: 'var(--event-snip)',
  collapse: 'var(--event-collapse)',
  memory: 'var(--event-memory)',
  full: 'var(--boundary-full)',
  failed: 'var(--warning)',
  blocked: 'var(--danger)',
  thrash: 'var(--danger)',
  dead: 'var(--danger)',
};

interface EventMarkProps {
  readonly kind: Boundary['kind'];
  /** A guessed one is drawn hollow. */
  readonly isGuess?: boolean;
}

/** Of what was recorded. Drawn around the origin. */
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

/** Of what was simulated. Drawn around the origin. */
export function SimulatedShape({ kind }: { readonly kind: EventKind }) {
  return <path d={eventShapes[kind]} fill={eventColors[kind]} fillRule="evenodd" />;
}

export function SimulatedMark({ kind }: { readonly kind: EventKind }) {
  return (
    <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true" focusable="false">
      <SimulatedShape kind={kind} />
    </svg>
  );
}
