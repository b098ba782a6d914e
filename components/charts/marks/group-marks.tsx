import { memo } from 'react';
import type { EventGroup } from '@/lib/series/chart/group-events';
import { eventColor, SimulatedShape } from './event-mark';
import styles from './group-marks.module.css';

interface GroupMarksProps {
  readonly groups: readonly EventGroup[];
  readonly width: number;
  /** Height and start of their lane. */
  readonly lane: { readonly top: number; readonly height: number };
}

/** The actions of the policy, as marks in a lane above the plot. Of several in one place, the most severe is drawn. */
export const GroupMarks = memo(function GroupMarks({ groups, width, lane }: GroupMarksProps) {
  const middle = lane.height / 2;
  return (
    <svg
      className={styles.marks}
      style={{ top: lane.top }}
      width={width}
      height={lane.height}
      data-layer="events"
      aria-hidden="true"
    >
      {groups.map(({ x, end, kind, events }) => (
        <g key={x} data-kind={kind} data-count={events.length} transform={`translate(${x} ${middle})`}>
          {end > x && <path className={styles.reach} d={`M0 ${middle - 1}H${end - x}`} stroke={eventColor(kind)} />}
          <SimulatedShape kind={kind} />
          {events.length > 1 && (
            <text x={9} y={4} className={styles.count}>
              {events.length}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
});
