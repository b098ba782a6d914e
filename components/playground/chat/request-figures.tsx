import type { ReactNode } from 'react';
import { NumberText } from '@/components/ui/number-text';
import type { ShownReply } from '@/lib/agent/view/chat-item';
import { dollars } from '@/lib/series/words/format-dollars';
import { exactNumber, percent } from '@/lib/series/words/format-number';
import { inputSide } from '@/lib/transcript/usage';
import styles from './chat-entry.module.css';

interface RequestFiguresProps extends Pick<ShownReply, 'usage' | 'dollars' | 'tookMs'> {
  readonly predictedCacheRead?: number;
  readonly children?: ReactNode;
}

/** Tokens, cost and duration of a request. */
export function RequestFigures(props: RequestFiguresProps) {
  const { usage, dollars: cost, tookMs = 0, predictedCacheRead, children } = props;
  const sent = usage === undefined ? 0 : Math.max(1, inputSide(usage));
  return (
    <p className={styles.figures}>
      {usage !== undefined && (
        <>
          <span>
            <NumberText value={inputSide(usage)} unit="tokens" /> in
          </span>
          <span title={`${exactNumber(usage.cacheRead)} tokens read from the cache`}>
            {percent(usage.cacheRead / sent)} cached
            {predictedCacheRead !== undefined &&
              isOther(usage.cacheRead, predictedCacheRead, sent) &&
              `, ${percent(predictedCacheRead / sent)} expected`}
          </span>
          <span>
            <NumberText value={usage.output} unit="tokens" /> out
          </span>
        </>
      )}
      {cost !== undefined && <span>{dollars(cost)}</span>}
      {tookMs >= 100 && <span>{(tookMs / 1_000).toFixed(1)} s</span>}
      {children}
    </p>
  );
}

/** By more than counters differ. */
function isOther(read: number, predicted: number, sent: number): boolean {
  return Math.abs(read - predicted) > 0.05 * sent;
}
