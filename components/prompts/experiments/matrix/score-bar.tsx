import { RuleTag } from '@/components/rules/rule-tag';
import { type MeasureId, measureIds, measures } from '@/lib/experiments/measures';
import type { Experiment } from '@/lib/state/experiments/experiment-record';
import { experiments } from '../stores/experiment-stores';
import styles from './experiment-view.module.css';
import { ThresholdField } from './threshold-field';

/** Which score the matrix shows, and its threshold. Both are kept with the experiment. */
export function ScoreBar({ experiment }: { readonly experiment: Experiment }) {
  const { id, score } = experiment;
  const { rule, better } = measures[score];
  return (
    <div className={styles.bar}>
      <label>
        Score
        <select
          value={score}
          onChange={({ target: { value } }) => {
            const chosen = measureIds.find((each) => each === value);
            if (chosen !== undefined) void experiments.getState().edit(id, { score: chosen });
          }}
        >
          {measureIds.map((each: MeasureId) => (
            <option key={each} value={each}>
              {measures[each].name}
            </option>
          ))}
        </select>
      </label>
      <RuleTag rule={rule} />
      <span className={styles.muted}>{better === 'more' ? 'More is better.' : 'Less is better.'}</span>
      <ThresholdField key={score} experiment={experiment} score={score} />
    </div>
  );
}
