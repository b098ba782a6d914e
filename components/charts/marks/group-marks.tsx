import { memo } from 'react';
import type { EventGroup } from '@/lib/series/chart/group-events';
import { lanes } from '../frame/plot-frame';
import { eventColor, SimulatedShape } from './event-mark';
import styles from './group-marks.module.css';

interface GroupMarksProps {
  readonly groups: readonly EventGroup[];
  readonly width: number;
  /** Of their lane, in pixels. */
  readonly top?: number;
}

/** The actions of the policy, as marks in a lane above the plot. Of several in one place, the most severe is drawn. */
export const GroupMarks = memo(function GroupMarks({ groups, width, top = lanes.policy.top }: GroupMarksProps) {
  const { height } = lanes.policy;
  const middle = height / 2;
  return (
    <svg className={styles.marks} style={{ top }} width={width} height={height} data-layer="events" aria-hidden="true">
      {groups.map(({ x, end, kind, items }) => (
        <g key={x} data-kind={kind} data-count={items.length} transform={`translate(${x} ${middle})`}>
          {end > x && <path className={styles.reach} d={`M0 ${middle - 1}H${end - x}`} stroke={eventColor(kind)} />}
          <SimulatedShape kind={kind} />
          {items.length > 1 && <MarkCount count={items.length} />}
        </g>
      ))}
    </svg>
  );
});

/** Beside a mark that stands for several. */
export function MarkCount({ count }: { readonly count: number }) {
  return (
    <text x={9} y={4} className={styles.count} data-part="count">
      {count}
    </text>
  );
}
