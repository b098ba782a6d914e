import { IconButton } from '@/components/ui/icon-button';
import { exactNumber } from '@/lib/series/words/format-number';
import type { Timeline } from '@/lib/simulator/recorded/timeline';
import styles from './call-stepper.module.css';

interface CallStepperProps {
  readonly timeline: Timeline;
  readonly call: number;
  onStep(calls: number): void;
}

export function CallStepper({ timeline, call, onStep }: CallStepperProps) {
  return (
    <div className={styles.stepper}>
      <IconButton icon="left" label="Previous call (←)" disabled={call === 0} onClick={() => onStep(-1)} />
      <IconButton icon="right" label="Next call (→)" disabled={call >= timeline.calls - 1} onClick={() => onStep(1)} />
      <p className={styles.where} aria-live="polite">
        <strong style={{ minWidth: `${2 * exactNumber(timeline.calls).length + 6}ch` }}>
          Call {exactNumber(call + 1)} <span className={styles.muted}>of {exactNumber(timeline.calls)}</span>
        </strong>
      </p>
    </div>
  );
}
