import styles from './plot-marks.module.css';
import { sweepFrame } from './sweep-frame';

interface PlotMarksProps {
  /** Of the whole chart. */
  readonly width: number;
  /** Both from 0 to 1. */
  readonly present: number | undefined;
  readonly cursor: number;
}

/** The current and the selected value. Both move during a drag, and recharts would redraw the whole chart for a mark inside it. */
export function PlotMarks({ width, present, cursor }: PlotMarksProps) {
  const inner = Math.max(0, width - sweepFrame.left - sweepFrame.right);
  return (
    <svg
      className={styles.marks}
      style={{ left: sweepFrame.left }}
      width={inner}
      height={sweepFrame.height}
      data-layer="marks"
      aria-hidden="true"
    >
      <line x1={cursor * inner} x2={cursor * inner} y2="100%" className={styles.cursor} />
      {present !== undefined && <line x1={present * inner} x2={present * inner} y2="100%" className={styles.present} />}
    </svg>
  );
}
