import styles from './plot-marks.module.css';
import { sweepFrame } from './sweep-frame';

interface PlotMarksProps {
  /** Of the whole picture. */
  readonly width: number;
  /** Both from 0 to 1. */
  readonly present: number | undefined;
  readonly cursor: number;
}

/**
 * What the setting is now, and which value is looked at. Both move with the hand, and for a mark within its chart recharts
 * would draw the whole chart again.
 */
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
