import { memo, useId } from 'react';
import styles from './plot-marks.module.css';
import { sweepFrame } from './sweep-frame';

interface PlotMarksProps {
  /** Of the whole chart. */
  readonly width: number;
  /** All positions from 0 to 1. */
  readonly bands: readonly { readonly from: number; readonly to: number }[];
  readonly present: number | undefined;
  readonly cursor: number;
}

const HATCH = 6;

/** Behind a line: ranges without effect, the current value, and the selected value. */
export const PlotMarks = memo(function PlotMarks({ width, bands, present, cursor }: PlotMarksProps) {
  const hatch = useId();
  const inner = Math.max(0, width - sweepFrame.left - sweepFrame.right);
  return (
    <svg
      className={styles.marks}
      style={{ left: sweepFrame.left }}
      width={inner}
      height={sweepFrame.height}
      aria-hidden="true"
    >
      <pattern id={hatch} width={HATCH} height={HATCH} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="0" x2="0" y1="0" y2={HATCH} className={styles.hatch} />
      </pattern>
      {bands.map(({ from, to }) => (
        <rect key={from} x={from * inner} width={(to - from) * inner} height="100%" fill={`url(#${hatch})`} />
      ))}
      <line x1={cursor * inner} x2={cursor * inner} y2="100%" className={styles.cursor} />
      {present !== undefined && <line x1={present * inner} x2={present * inner} y2="100%" className={styles.present} />}
    </svg>
  );
});
