import type { Boundary } from '@/lib/transcript/transcript';
import { boundaryColor } from './category-color';

const shapes: Readonly<Record<Boundary['kind'], string>> = {
  full: 'M0-6 6 0 0 6-6 0Z',
  micro: 'M0-4.5A4.5 4.5 0 1 1 0 4.5A4.5 4.5 0 1 1 0-4.5Z',
  prune: 'M-4.5-4.5H4.5V4.5H-4.5Z',
  rewind: 'M-6 0 4-5.5V5.5Z',
};

interface EventMarkProps {
  readonly kind: Boundary['kind'];
  /** A guessed one is drawn hollow. */
  readonly isGuess?: boolean;
}

/** Drawn around the origin. */
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
