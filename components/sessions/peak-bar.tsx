import { NumberText } from '@/components/ui/number-text';
import { exactNumber, percent } from '@/lib/series/words/format-number';
import styles from './peak-bar.module.css';

interface PeakBarProps {
  readonly tokens: number;
  readonly window: number;
  readonly isEstimate: boolean;
}

export function PeakBar({ tokens, window, isEstimate }: PeakBarProps) {
  const share = window > 0 ? tokens / window : 0;
  const source = `${percent(share)} of a window of ${exactNumber(window)}, ${isEstimate ? 'estimated: no usage recorded' : 'recorded'}`;
  return (
    <span className={styles.peak}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.level} style={{ width: `${Math.min(1, share) * 100}%` }} />
      </span>
      <span className={styles.number}>
        <NumberText value={tokens} unit="tokens" isEstimate={isEstimate} source={source} />
      </span>
    </span>
  );
}
