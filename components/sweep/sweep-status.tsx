import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { ProgressBar } from '@/components/ui/progress-bar';
import { assertNever } from '@/lib/base/assert-never';
import type { SweepState } from '@/lib/state/sweeps';
import styles from './sweep-status.module.css';

interface SweepStatusProps {
  /** Of the setting that was swept. */
  readonly title: string;
  readonly state: Exclude<SweepState, { type: 'idle' }>;
  readonly isStale: boolean;
  onCancel(): void;
  onRunAgain(): void;
}

export function SweepStatus({ title, state, isStale, onCancel, onRunAgain }: SweepStatusProps) {
  const count = state.swept.values.length;
  const isRunning = state.type === 'running';
  return (
    <div className={styles.status}>
      <div className={styles.line}>
        <p role="status">
          <strong>{title}</strong> {wordsOf(state)}
          {isStale && !isRunning && <span className={styles.stale}>: the settings have changed since</span>}
        </p>
        {isRunning && (
          <span className={styles.count}>
            {state.rows.length} of {count}
          </span>
        )}
        {isRunning && <Button onClick={onCancel}>Cancel</Button>}
        {(isStale || state.type === 'cancelled' || state.type === 'failed') && !isRunning && (
          <Button onClick={onRunAgain}>Run again</Button>
        )}
      </div>
      {isRunning && <ProgressBar label={`Sweep of ${title}`} value={state.rows.length} max={count} />}
      {state.type === 'failed' && <ErrorNote {...state.failure} />}
      {state.type === 'done' && state.failure !== undefined && (
        <ErrorNote
          what={`${count - state.rows.length} of ${count} values have no result. ${state.failure.what}`}
          advice={state.failure.advice}
          look="notice"
        />
      )}
    </div>
  );
}

function wordsOf(state: Exclude<SweepState, { type: 'idle' }>): string {
  const { length } = state.swept.values;
  switch (state.type) {
    case 'running':
      return 'is being swept';
    case 'cancelled':
      return `was stopped after ${state.rows.length} of ${length} values`;
    case 'done':
      return `at ${state.rows.length} values`;
    case 'failed':
      return 'could not be swept';
    default:
      return assertNever(state);
  }
}
