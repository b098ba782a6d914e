import { formatBytes } from '@/lib/series/words/format-bytes';
import { exactNumber } from '@/lib/series/words/format-number';
import styles from './number-text.module.css';

export function BytesText({ bytes }: { readonly bytes: number }) {
  const [amount, unit] = formatBytes(bytes).split(' ');
  return (
    <data value={bytes} className={styles.number} title={`${exactNumber(bytes)} bytes`}>
      {amount}
      <span className={styles.unit}>{unit}</span>
    </data>
  );
}
