import { formatBytes } from '@/lib/series/format-bytes';
import { exactNumber } from '@/lib/series/format-number';
import styles from './number-text.module.css';

export function BytesText({ bytes }: { readonly bytes: number }) {
  return (
    <data value={bytes} className={styles.number} title={`${exactNumber(bytes)} bytes`}>
      {formatBytes(bytes)}
    </data>
  );
}
