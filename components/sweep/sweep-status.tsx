import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { ProgressBar } from '@/components/ui/progress-bar';
import { assertNever } from '@/lib/base/assert-never';
import { isCounting, type MissesCount, type SweepState } from '@/lib/state/simulate/sweeps';
import type { SweepRow } from '@/lib/sweep/sweep-rows';
import styles from './sweep-status.module.css';

interface SweepStatusProps {
  /** Of the swept setting. */
  readonly title: string;
  readonly state: Exclude<SweepState, { type: 'idle' }>;
  readonly isStale: boolean;
  readonly showsMisses: boolean;
  onCancel(): void;
  onRunAgain(): void;
  onCountRest(): void;
}

export function SweepStatus(props: SweepStatusProps) {
  const { title, state, isStale, showsMisses, onCancel, onRunAgain, onCountRest } = props;
  const count = state.swept.values.length;
  const misses = state.type === 'done' && showsMisses ? state.misses : undefined;
  const progress = progressOf(state);
  const isToBeCounted = misses?.type === 'stopped' || misses?.type === 'failed';
  return (
    <div className={styles.status}>
      <div className={styles.line}>
        <p role="status">
          <strong>{title}</strong> {wordsOf(state)}
          {misses !== undefined && state.type === 'done' && missesWords(misses, state.rows)}
          {isStale && state.type !== 'running' && (
            <span className={styles.stale}>: out of date, the settings have changed</span>
          )}
        </p>
        {progress !== undefined && (
          <span className={styles.count}>
            {progress.done} of {progress.of}
          </span>
        )}
        {progress !== undefined && <Button onClick={onCancel}>Cancel</Button>}
        {isToBeCounted && !isStale && <Button onClick={onCountRest}>Count remaining</Button>}
        {(isStale || state.type === 'cancelled' || state.type === 'failed') && progress === undefined && (
          <Button onClick={onRunAgain}>Run again</Button>
        )}
      </div>
      {progress !== undefined && (
        <ProgressBar label={`${progress.label} ${title}`} value={progress.done} max={progress.of} />
      )}
      {state.type === 'failed' && <ErrorNote {...state.failure} />}
      {misses?.type === 'failed' && <ErrorNote {...misses.failure} look="notice" />}
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

interface Progress {
  readonly label: string;
  readonly done: number;
  readonly of: number;
}

function progressOf(state: Exclude<SweepState, { type: 'idle' }>): Progress | undefined {
  if (state.type === 'running') return { label: 'Sweep of', done: state.rows.length, of: state.swept.values.length };
  if (state.type !== 'done' || !isCounting(state)) return undefined;
  return { label: 'Used-later misses for', done: countedRows(state.rows), of: state.rows.length };
}

function missesWords({ type }: MissesCount, rows: readonly SweepRow[]): string {
  switch (type) {
    case 'counting':
      return ', counting used-later misses';
    case 'stopped':
    case 'failed':
      return `, used-later misses at ${countedRows(rows)}`;
    case 'done':
      return '';
    default:
      return assertNever(type);
  }
}

function countedRows(rows: readonly SweepRow[]): number {
  return rows.filter(({ misses }) => misses !== undefined).length;
}

function wordsOf(state: Exclude<SweepState, { type: 'idle' }>): string {
  const { length } = state.swept.values;
  switch (state.type) {
    case 'running':
      return 'running…';
    case 'cancelled':
      return `stopped after ${state.rows.length} of ${length} values`;
    case 'done':
      return `at ${state.rows.length} values`;
    case 'failed':
      return 'failed';
    default:
      return assertNever(state);
  }
}
