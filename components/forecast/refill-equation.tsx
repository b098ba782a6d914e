import { CallLink } from '@/components/ui/call-link';
import { exactNumber } from '@/lib/series/words/format-number';
import type { Refill } from '@/lib/simulator/explain/forecast';
import styles from './refill-equation.module.css';

interface RefillEquationProps {
  readonly refill: Refill;
  readonly isNextKnown: boolean;
  onSelectCall(call: number): void;
}

/** How often the context is compacted: the room that a compaction makes, divided by the growth per call. */
export function RefillEquation({ refill, isNextKnown, onSelectCall }: RefillEquationProps) {
  const { compaction, from, floor, line, lineIs, isConverted, growth, expectedCalls } = refill;
  const { average, calls, median, taken } = growth;
  return (
    <div className={styles.worked}>
      <dl className={styles.terms}>
        <dt>
          {lineIs === 'threshold' ? 'Threshold' : 'Call size limit'}
          {isConverted && <span className={styles.muted}>, converted from the policy’s own count</span>}
        </dt>
        <dd>
          {isConverted && <span className={styles.muted}>≈ </span>}
          {exactNumber(line)}
        </dd>
        <dt>
          {compaction === undefined ? 'At the start, ' : 'After the compaction at '}
          <CallLink call={from} onSelectCall={onSelectCall} />
        </dt>
        <dd>{exactNumber(floor)}</dd>
        {average !== undefined && (
          <>
            <dt>
              Average growth per call
              <span className={styles.muted}>
                {taken > 0 && ', minus what layers removed'} ({exactNumber(calls)} calls, median{' '}
                {exactNumber(median ?? average)})
              </span>
            </dt>
            <dd>{exactNumber(average)}</dd>
          </>
        )}
      </dl>
      {isNextKnown && average !== undefined && expectedCalls !== undefined && (
        <p className={styles.equation}>
          ({exactNumber(line)} − {exactNumber(floor)}) ÷ {exactNumber(average)} → {exactNumber(expectedCalls)}{' '}
          {expectedCalls === 1 ? 'call' : 'calls'}
        </p>
      )}
    </div>
  );
}
