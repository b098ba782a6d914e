import { IconButton } from '@/components/ui/icon-button';
import { NumberText } from '@/components/ui/number-text';
import { exactNumber } from '@/lib/series/words/format-number';
import type { Timeline } from '@/lib/simulator/recorded/timeline';
import styles from './call-stepper.module.css';

interface CallStepperProps {
  readonly timeline: Timeline;
  readonly call: number;
  onStep(calls: number): void;
}

export function CallStepper({ timeline, call, onStep }: CallStepperProps) {
  const isMeasured = timeline.isMeasured[call] === 1;
  const output = timeline.output[call] ?? 0;
  return (
    <div className={styles.stepper}>
      <IconButton icon="left" label="Previous call (←)" disabled={call === 0} onClick={() => onStep(-1)} />
      <IconButton icon="right" label="Next call (→)" disabled={call >= timeline.calls - 1} onClick={() => onStep(1)} />
      <p className={styles.where} aria-live="polite">
        <strong style={{ minWidth: `${2 * exactNumber(timeline.calls).length + 6}ch` }}>
          Call {exactNumber(call + 1)} <span className={styles.muted}>of {exactNumber(timeline.calls)}</span>
        </strong>
        <span>
          <NumberText
            value={timeline.used[call] ?? 0}
            unit="tokens"
            isEstimate={!isMeasured}
            source={isMeasured ? 'usage recorded with this call' : 'estimated: no usage recorded'}
          />{' '}
          <span className={styles.muted}>{isMeasured ? 'tokens in, recorded' : 'tokens in, estimated'}</span>
        </span>
        {output > 0 && (
          <span>
            <NumberText
              value={output}
              unit="tokens"
              source={
                isMeasured
                  ? 'output recorded with this call, or estimated from the reply where the record is incomplete'
                  : 'estimated from the reply'
              }
              isEstimate={!isMeasured}
            />{' '}
            <span className={styles.muted}>out</span>
          </span>
        )}
      </p>
    </div>
  );
}
