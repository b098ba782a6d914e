import { memo } from 'react';
import type { RecordedGroup } from '@/lib/series/chart/group-events';
import { boundaryColor } from '../frame/category-color';
import { lanes } from '../frame/plot-frame';
import { boundaryTitles, describeEvent } from '../marks/boundary-names';
import { EventShape } from '../marks/event-mark';
import { MarkCount } from '../marks/group-marks';
import styles from './event-lines.module.css';

interface EventLinesProps {
  readonly groups: readonly RecordedGroup[];
  readonly placeOf: (call: number) => number;
  readonly width: number;
  readonly height: number;
}

/** Wide enough for the longest title in the small text size. */
const LABEL_WIDTH = 108;
const MARK_Y = lanes.recorded.top + lanes.recorded.height / 2;
/** Closer together, lines would be a hatching that hides the curve. */
const MIN_LINE_GAP = 6;

/** Recorded events, as dashed lines across the plot. Of those whose marks would overlap, one mark with a number. */
export const EventLines = memo(function EventLines({ groups, placeOf, width, height }: EventLinesProps) {
  return (
    <svg className={styles.lines} width={width} height={height} data-layer="recorded" aria-hidden="true">
      {groups.map(({ x, end, kind, isGuess, items }) => (
        <g key={x} data-kind={kind} data-count={items.length} style={{ color: boundaryColor(kind) }}>
          {items.length === 1 ? (
            <>
              <line x1={x} x2={x} y1={MARK_Y} y2="100%" className={styles.halo} />
              <line x1={x} x2={x} y1={MARK_Y} y2="100%" className={styles.line} />
            </>
          ) : (
            <>
              <path className={styles.reach} d={`M${x} ${lanes.recorded.height - 1}H${Math.max(end, x + 1)}`} />
              {(end - x) / (items.length - 1) >= MIN_LINE_GAP &&
                items.map(({ boundary, call }) => (
                  <line
                    key={boundary}
                    x1={placeOf(call)}
                    x2={placeOf(call)}
                    y1={lanes.recorded.height - 1}
                    y2="100%"
                    className={styles.thin}
                  />
                ))}
            </>
          )}
          <g transform={`translate(${x} ${MARK_Y})`}>
            <EventShape kind={kind} isGuess={isGuess} />
            {items.length > 1 && <MarkCount count={items.length} />}
          </g>
        </g>
      ))}
      {groups.map(({ x, kind, items: [event, ...more] }, index) => {
        const room = (groups[index + 1]?.x ?? width + 8) - x;
        const roomBefore = x - (groups[index - 1]?.x ?? 0) - (index > 0 ? LABEL_WIDTH : 0);
        const side = room >= LABEL_WIDTH ? 'right' : roomBefore >= LABEL_WIDTH ? 'left' : undefined;
        return (
          event !== undefined &&
          more.length === 0 &&
          side !== undefined && (
            <text
              key={event.boundary}
              x={side === 'right' ? x + 10 : x - 10}
              y={MARK_Y + 4}
              textAnchor={side === 'right' ? 'start' : 'end'}
              className={styles.label}
            >
              <title>{describeEvent(event)}</title>
              {boundaryTitles[kind]}
            </text>
          )
        );
      })}
    </svg>
  );
});
