import type { LineName, ThresholdLine } from '@/lib/series/chart/threshold-lines';
import { roundNumber } from '@/lib/series/words/format-number';
import type { PlotArea } from '../frame/plot-frame';
import { lineLooks } from './line-looks';
import styles from './line-names.module.css';

interface LineNamesProps {
  readonly lines: readonly ThresholdLine[];
  /** In pixels below the top of the plot. */
  readonly places: readonly number[];
  /** Converts tokens to pixels below the top of the plot; negative beyond the scale. */
  readonly y: (tokens: number) => number;
  readonly area: PlotArea;
  readonly isNarrow: boolean;
  /** Lines that can be dragged. */
  readonly movable: ReadonlySet<LineName>;
}

/** Of a name. */
export const LINE_HEIGHT = 15;
const LEADER = 10;

/** The names of the lines to the right of the plot, each connected to its line. */
export function LineNames({ lines, places, y, area: { top, width, height }, isNarrow, movable }: LineNamesProps) {
  return (
    <svg
      className={styles.names}
      style={{ left: width, top }}
      width={1}
      height={height}
      data-layer="line-names"
      aria-hidden="true"
    >
      {lines.map(({ name, tokens }, index) => {
        const place = places[index] ?? 0;
        const isBeyond = y(tokens) < 0;
        return (
          <g key={name} data-line={name} style={{ color: lineLooks[name].color }}>
            {!isBeyond && <path className={styles.leader} d={`M0 ${y(tokens)}L${LEADER} ${place}`} />}
            {!isBeyond && movable.has(name) && <circle cx={0} cy={y(tokens)} r={3.5} className={styles.knob} />}
            <text x={LEADER + 3} y={place + 4} className={styles.name}>
              {isBeyond ? '↑ ' : ''}
              {name}
              {isNarrow ? '' : ` ${roundNumber(tokens)}`}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
