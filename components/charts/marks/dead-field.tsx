import type { CallScale } from '@/lib/series/chart/plot-scale';
import { exactNumber } from '@/lib/series/words/format-number';
import type { PlotArea } from '../frame/plot-frame';
import styles from './dead-field.module.css';

interface DeadFieldProps {
  readonly scale: CallScale;
  readonly area: PlotArea;
  /** [X1] */
  readonly deadAt: number;
}

/** The calls after the session is dead. */
export function DeadField({ scale, area, deadAt }: DeadFieldProps) {
  const share = Math.max(0, scale.shareBefore(deadAt));
  if (share >= 1) return null;
  return (
    <div
      className={styles.field}
      data-layer="dead"
      style={{ left: `${share * 100}%`, top: area.top, height: area.height }}
    >
      <span className={styles.words} data-side={share < 0.5 ? 'inside' : 'before'}>
        Dead from call {exactNumber(deadAt + 1)}
      </span>
    </div>
  );
}
