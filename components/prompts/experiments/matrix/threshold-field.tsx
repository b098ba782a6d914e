import { useId, useState } from 'react';
import { RuleTag } from '@/components/rules/rule-tag';
import { type MeasureId, measures, scaleOf } from '@/lib/experiments/measures';
import { exactNumber } from '@/lib/series/words/format-number';
import type { Experiment } from '@/lib/state/experiments/experiment-record';
import { experiments } from '../stores/experiment-stores';
import styles from './experiment-view.module.css';

interface ThresholdFieldProps {
  readonly experiment: Experiment;
  readonly score: MeasureId;
}

/** [V3] Applies on Enter or blur; empty is none. */
export function ThresholdField({ experiment: { id, thresholds }, score }: ThresholdFieldProps) {
  const limit = thresholds[score];
  const { times, unit } = scaleOf(score);
  const kept = limit === undefined ? '' : String(Math.round(limit * times * 10) / 10);
  const [typed, setTyped] = useState<string>();
  const problemId = useId();
  const value = typed ?? kept;
  const problem =
    typed === undefined || isAllowed(typed, times)
      ? undefined
      : `Invalid: must be a number from 0 to ${exactNumber(times)}, or empty.`;
  const take = () => {
    if (typed === undefined || problem !== undefined) return;
    const { [score]: _, ...others } = thresholds;
    const next = typed.trim() === '' ? others : { ...others, [score]: Number(typed) / times };
    setTyped(undefined);
    if (typed.trim() !== kept) void experiments.getState().edit(id, { thresholds: next });
  };
  return (
    <>
      <label>
        Threshold: {measures[score].better === 'more' ? 'at least' : 'at most'}
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={value}
          placeholder="none"
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take();
            if (event.key === 'Escape') setTyped(undefined);
          }}
        />
        {unit}
      </label>
      <RuleTag rule="V3" />
      {problem !== undefined && (
        <span id={problemId} className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </>
  );
}

function isAllowed(typed: string, most: number): boolean {
  const value = Number(typed);
  return typed.trim() === '' || (Number.isFinite(value) && value >= 0 && value <= most);
}
