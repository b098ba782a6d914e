import { memo } from 'react';
import type { CallScale } from '@/lib/series/chart/plot-scale';
import type { TimelineEvent } from '@/lib/simulator/recorded/timeline';
import { boundaryColor } from '../frame/category-color';
import { boundaryTitles, describeEvent } from '../marks/boundary-names';
import { EventShape } from '../marks/event-mark';
import styles from './event-lines.module.css';

interface EventLinesProps {
  readonly events: readonly TimelineEvent[];
  readonly calls: number;
  readonly scale: CallScale;
  readonly width: number;
  readonly height: number;
}

/** Wide enough for the longest title in the small text size. */
const LABEL_WIDTH = 108;
const MARK_Y = 12;

/** Recorded events, as dashed lines across the plot. */
export const EventLines = memo(function EventLines({ events, calls, scale, width, height }: EventLinesProps) {
  const placed = events
    .map((event) => ({ event, x: scale.shareBefore(Math.min(event.call, calls)) * width }))
    .filter(({ x }) => x >= 0 && x <= width);
  return (
    <svg className={styles.lines} width={width} height={height} data-layer="recorded" aria-hidden="true">
      {placed.map(({ event, x }) => (
        <g key={event.boundary} style={{ color: boundaryColor(event.kind) }}>
          <line x1={x} x2={x} y1={MARK_Y} y2="100%" className={styles.halo} />
          <line x1={x} x2={x} y1={MARK_Y} y2="100%" className={styles.line} />
          <g transform={`translate(${x} ${MARK_Y})`}>
            <EventShape kind={event.kind} isGuess={event.isGuess} />
          </g>
        </g>
      ))}
      {placed.map(({ event, x }, index) => {
        const room = (placed[index + 1]?.x ?? width + 8) - x;
        const roomBefore = x - (placed[index - 1]?.x ?? 0) - (index > 0 ? LABEL_WIDTH : 0);
        const side = room >= LABEL_WIDTH ? 'right' : roomBefore >= LABEL_WIDTH ? 'left' : undefined;
        return (
          side !== undefined && (
            <text
              key={event.boundary}
              x={side === 'right' ? x + 10 : x - 10}
              y={MARK_Y + 4}
              textAnchor={side === 'right' ? 'start' : 'end'}
              className={styles.label}
            >
              <title>{describeEvent(event)}</title>
              {boundaryTitles[event.kind]}
            </text>
          )
        );
      })}
    </svg>
  );
});
