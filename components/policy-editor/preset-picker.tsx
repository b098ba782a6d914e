import { useId } from 'react';
import { policyById } from '@/lib/policies/index';
import type { Policy } from '@/lib/policies/shape/policy';
import { isSamePolicy } from '@/lib/state/policy/policy-standard';
import fields from './fields/fields.module.css';
import { ResetButton } from './fields/reset-button';
import small from './fields/small-text.module.css';
import { PresetOptions } from './preset-options';
import styles from './preset-picker.module.css';

interface PresetPickerProps {
  readonly policy: Policy;
  /** Else what it is and where its numbers are from is folded away. */
  readonly showsAll: boolean;
  readonly isApplied: boolean;
  /** See `PresetOptions`. */
  readonly recordedBy: Policy | null | undefined;
  onChoose(policy: Policy): void;
}

export function PresetPicker({ policy, showsAll, isApplied, recordedBy, onChoose }: PresetPickerProps) {
  const preset = policyById(policy.id);
  const isChanged = preset !== undefined && !isSamePolicy(policy, preset);
  const explainsId = useId();
  return (
    <div className={styles.picker}>
      <select
        className={fields.select}
        aria-label="Preset"
        aria-describedby={explainsId}
        value={policy.id}
        onChange={(event) => {
          const chosen = policyById(event.target.value);
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        <PresetOptions policy={policy} recordedBy={recordedBy} />
      </select>
      <p className={styles.state}>
        {!isApplied && (
          <span>
            Not applied<span className={styles.long}>: any change starts a what-if</span>
          </span>
        )}
        {isApplied && preset === undefined && 'Custom policy'}
        {isApplied && isChanged && (
          <span>
            Changed<span className={styles.long}> from preset</span>
          </span>
        )}
        {isApplied && preset !== undefined && !isChanged && (
          <span>
            Same<span className={styles.long}> as preset</span>
          </span>
        )}
        {isChanged && (
          <ResetButton
            label="Reset to preset"
            text={<span className={styles.long}>Reset to preset</span>}
            onReset={() => onChoose(preset)}
          />
        )}
      </p>
      {showsAll && (
        <p id={explainsId} className={small.explains}>
          {policy.explains}
        </p>
      )}
      <details className={styles.sources}>
        <summary>
          {showsAll ? (
            'Sources'
          ) : (
            <>
              About<span className={styles.long}> this policy</span>
            </>
          )}
        </summary>
        {!showsAll && <p id={explainsId}>{policy.explains}</p>}
        <ul>
          {policy.sources.map((source) => (
            <li key={source}>{source}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}
