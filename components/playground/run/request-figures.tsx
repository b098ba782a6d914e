import type { ReactNode } from 'react';
import { NumberText } from '@/components/ui/number-text';
import type { ShownReply } from '@/lib/agent/view/chat-item';
import { answererName, ESTIMATE_SOURCE, isScript } from '@/lib/agent/view/who-answers';
import { dollars } from '@/lib/series/words/format-dollars';
import { exactNumber, percent } from '@/lib/series/words/format-number';
import { inputSide } from '@/lib/transcript/usage';
import styles from './request-figures.module.css';

interface RequestFiguresProps extends Pick<ShownReply, 'model' | 'usage' | 'isUsageEstimated' | 'dollars' | 'tookMs'> {
  readonly predictedCacheRead?: number;
  readonly children?: ReactNode;
}

const COUNTED_HERE = 'The server reported no usage, or none that can be true.';

/** Tokens, cost and duration of a request. */
export function RequestFigures(props: RequestFiguresProps) {
  const { model, usage, dollars: cost, tookMs = 0, predictedCacheRead, children } = props;
  const isEstimate = props.isUsageEstimated === true;
  const sent = usage === undefined ? 0 : Math.max(1, inputSide(usage));
  return (
    <p className={styles.figures}>
      <span title={whoAnswered(model)}>{answererName(model)}</span>
      {usage !== undefined && (
        <>
          <span>
            <NumberText value={inputSide(usage)} unit="tokens" isEstimate={isEstimate} /> in
          </span>
          <span title={`${exactNumber(usage.cacheRead)} tokens read from the cache`}>
            {percent(usage.cacheRead / sent)} cached
            {predictedCacheRead !== undefined &&
              isOther(usage.cacheRead, predictedCacheRead, sent) &&
              `, ${percent(predictedCacheRead / sent)} expected`}
          </span>
          <span>
            <NumberText value={usage.output} unit="tokens" isEstimate={isEstimate} /> out
          </span>
        </>
      )}
      {cost !== undefined &&
        (isScript(model) ? (
          <span title={ESTIMATE_SOURCE}>≈ {dollars(cost)}, estimated</span>
        ) : (
          <span>
            {isEstimate && '≈ '}
            {dollars(cost)}
          </span>
        ))}
      {isEstimate && <span title={COUNTED_HERE}>counted here</span>}
      {tookMs >= 100 && <span>{(tookMs / 1_000).toFixed(1)} s</span>}
      {children}
    </p>
  );
}

function whoAnswered(model: string): string {
  return isScript(model) ? 'A script answered, not a model' : `Answered by ${model}`;
}

/** By more than counters differ. */
function isOther(read: number, predicted: number, sent: number): boolean {
  return Math.abs(read - predicted) > 0.05 * sent;
}
