import { formatBytes } from '@/lib/series/words/format-bytes';
import { exactNumber, roundNumber, shortNumber } from '@/lib/series/words/format-number';
import styles from './number-text.module.css';

interface NumberTextProps {
  readonly value: number;
  readonly unit?: string;
  /** Naturally round, so `200k` and not `200.0k`. */
  readonly isRound?: boolean;
  /** Counted by us, not recorded. */
  readonly isEstimate?: boolean;
  /** Its source, for the tooltip. */
  readonly source?: string;
}

export function NumberText({ value, unit, isRound = false, isEstimate = false, source }: NumberTextProps) {
  const exact = `${isEstimate ? 'about ' : ''}${exactNumber(value)}${unit === undefined ? '' : ` ${unit}`}`;
  return (
    <data
      value={Math.round(value)}
      className={styles.number}
      title={source === undefined ? exact : `${exact}: ${source}`}
    >
      {isEstimate && <span className={styles.about}>≈ </span>}
      {isRound ? roundNumber(value) : shortNumber(value)}
    </data>
  );
}

export function BytesText({ bytes }: { readonly bytes: number }) {
  const [amount, unit] = formatBytes(bytes).split(' ');
  return (
    <data value={bytes} className={styles.number} title={`${exactNumber(bytes)} bytes`}>
      {amount}
      <span className={styles.unit}>{unit}</span>
    </data>
  );
}
