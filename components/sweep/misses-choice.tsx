import { measures } from '@/lib/series/tables/outcome-measures';
import styles from './misses-choice.module.css';

interface MissesChoiceProps {
  readonly isOn: boolean;
  readonly canCount: boolean;
  onChoose(isOn: boolean): void;
}

/** [K2] Whether to count used-later misses at the end, which takes many times as long. */
export function MissesChoice({ isOn, canCount, onChoose }: MissesChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={isOn && canCount}
        disabled={!canCount}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <span>
        {measures.misses.title}
        <span className={styles.explains}>
          {canCount
            ? ': values that left the context and that the model writes again. Counting is slow.'
            : ': only counted if the policy runs from the start.'}
        </span>
      </span>
    </label>
  );
}
