import { useStore } from 'zustand';
import { NumberField } from '@/components/policy-editor/fields/number-field';
import forms from '@/components/ui/forms.module.css';
import { exactNumber } from '@/lib/series/words/format-number';
import { type DraftWishes, MAX_ATTEMPTS, MAX_REPEATS } from '@/lib/state/experiments/experiment-draft';
import { MAX_OUTPUT, MIN_OUTPUT } from '@/lib/state/prompts/prompts-link';
import { experimentDraft } from '../stores/experiment-stores';
import styles from './set-up.module.css';

const fields = [
  {
    id: 'repeats',
    label: 'Repeats',
    min: 1,
    max: MAX_REPEATS,
    note: 'Answers in each cell. From 3 on, differences can be told from chance.',
  },
  {
    id: 'maxTokens',
    label: 'Max output, tokens',
    min: MIN_OUTPUT,
    max: MAX_OUTPUT,
    note: 'Limits the length, and the price, of each answer.',
  },
  {
    id: 'attempts',
    label: 'Max attempts',
    min: 1,
    max: MAX_ATTEMPTS,
    note: 'Requests for one answer, if answers are interrupted.',
  },
] as const satisfies readonly { readonly id: keyof DraftWishes; readonly [name: string]: unknown }[];

/** How often each cell is asked, and within which limits. */
export function AnswerFields() {
  const draft = useStore(experimentDraft);
  if (draft.prompts.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>Answers</legend>
      <div className={styles.fields}>
        {fields.map(({ id, label, min, max, note }) => (
          <div key={id} className={forms.field}>
            <span aria-hidden="true">{label}</span>
            <NumberField
              label={label}
              value={draft[id]}
              scale={{ min, max, step: id === 'maxTokens' ? 500 : 1, isLogarithmic: id === 'maxTokens' }}
              onChange={(typed) => {
                if (typeof typed !== 'number' || typed < min || typed > max || !Number.isInteger(typed)) {
                  return `must be a whole number from ${exactNumber(min)} to ${exactNumber(max)}`;
                }
                draft.wish({ [id]: typed });
                return undefined;
              }}
            />
            <span>{note}</span>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
