import type { ValueIndex } from '../values/value-index';
import { type CutRecording, cutAtCall } from './cut-at-call';
import type { Score } from './score';
import { type ScoreOptions, scoreCut } from './score-cut';

export interface SummaryToScore extends ScoreOptions {
  /** The call of the recording before which everything is replaced, counted from 0. */
  readonly call: number;
  readonly summary: string;
}

/** [K1] to [K8] for a text that replaces everything that a call of a recording had before it. */
export function scoreSummary(
  recording: CutRecording,
  index: ValueIndex,
  { call, summary, ...options }: SummaryToScore,
): readonly Score[] {
  return scoreCut(index, cutAtCall(recording, call, [{ kind: 'text', text: summary }]), options);
}
