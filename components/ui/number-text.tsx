import { exactNumber, shortNumber } from '@/lib/series/format-number';
import styles from './number-text.module.css';

interface NumberTextProps {
  readonly value: number;
  readonly unit?: string;
  /** Counted by us, not recorded. */
  readonly isEstimate?: boolean;
  /** Where it comes from, for the tooltip. */
  readonly source?: string;
}

export function NumberText({ value, unit, isEstimate = false, source }: NumberTextProps) {
  const exact = `${isEstimate ? 'about ' : ''}${exactNumber(value)}${unit === undefined ? '' : ` ${unit}`}`;
  return (
    <data
      value={Math.round(value)}
      className={styles.number}
      title={source === undefined ? exact : `${exact}: ${source}`}
    >
      {isEstimate && <span className={styles.about}>≈ </span>}
      {shortNumber(value)}
    </data>
  );
}
