import { exactNumber } from '@/lib/series/words/format-number';
import styles from './call-link.module.css';

interface CallLinkProps {
  readonly call: number;
  onSelectCall(call: number): void;
}

/** Shows the call in the chart. */
export function CallLink({ call, onSelectCall }: CallLinkProps) {
  return (
    <button type="button" className={styles.link} onClick={() => onSelectCall(call)}>
      call {exactNumber(call + 1)}
    </button>
  );
}
