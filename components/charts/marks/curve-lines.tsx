import type { PlotArea } from '../frame/plot-frame';
import styles from './curve-lines.module.css';
import type { LineLook } from './line-looks';

/** A line over the areas. */
export interface CurveLine extends LineLook {
  readonly key: string;
  readonly path: string;
}

interface CurveLinesProps {
  /** The meaning of the lines. */
  readonly layer: 'comparison' | 'thresholds' | 'side';
  readonly lines: readonly CurveLine[];
  readonly area: PlotArea;
}

/** Each has an outline in the background colour, so that it is visible over every category. */
export function CurveLines({ layer, lines, area: { top, width, height } }: CurveLinesProps) {
  return (
    <svg className={styles.lines} style={{ top }} width={width} height={height} data-layer={layer} aria-hidden="true">
      {lines.map(({ key, path, color, dash, isThin }) => (
        <g key={key} data-line={key} className={isThin ? styles.thin : undefined}>
          <path className={styles.halo} d={path} />
          <path className={styles.line} d={path} stroke={color} strokeDasharray={dash} />
        </g>
      ))}
    </svg>
  );
}
