import { useStore } from 'zustand';
import { ModelOptions } from '@/components/api/model-options';
import { IconButton } from '@/components/ui/icon-button';
import type { OfferedPrompt } from '@/lib/state/experiments/experiment-draft';
import { experimentDraft } from '../stores/experiment-stores';
import styles from './set-up.module.css';

interface SourceChoiceProps {
  readonly offered: readonly OfferedPrompt[];
  /** By id. */
  readonly models: readonly string[];
}

/** Who writes the summaries: the rows of the matrix. */
export function SourceChoice({ offered, models }: SourceChoiceProps) {
  const { withRecorded, withOffline, prompts, wish } = useStore(experimentDraft);
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Summaries</legend>
        <div className={styles.columns}>
          <Check
            title="Recorded summary (free)"
            isChecked={withRecorded}
            onChange={() => wish({ withRecorded: !withRecorded })}
          />
          <Check
            title="Offline, by rules (free)"
            isChecked={withOffline}
            onChange={() => wish({ withOffline: !withOffline })}
          />
          {offered.map(({ key, title }) => (
            <Check
              key={key}
              title={title}
              isChecked={prompts.includes(key)}
              onChange={() =>
                wish({ prompts: prompts.includes(key) ? prompts.filter((each) => each !== key) : [...prompts, key] })
              }
            />
          ))}
        </div>
      </fieldset>
      {prompts.length > 0 && (
        <fieldset className={styles.group}>
          <legend>Models</legend>
          <ul className={styles.models}>
            {models.map((model) => (
              <li key={model}>
                {model}
                <IconButton
                  icon="close"
                  label={`Remove ${model}`}
                  onClick={() => wish({ models: models.filter((each) => each !== model) })}
                />
              </li>
            ))}
          </ul>
          <div className={styles.models}>
            <select
              aria-label="Add model"
              value=""
              onChange={({ target: { value } }) => {
                if (value !== '' && !models.includes(value)) wish({ models: [...models, value] });
              }}
            >
              <option value="">Add model…</option>
              <ModelOptions chosen="" />
            </select>
          </div>
        </fieldset>
      )}
    </>
  );
}

interface CheckProps {
  readonly title: string;
  readonly isChecked: boolean;
  onChange(): void;
}

function Check({ title, isChecked, onChange }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={isChecked} onChange={onChange} />
      <span>{title}</span>
    </label>
  );
}
