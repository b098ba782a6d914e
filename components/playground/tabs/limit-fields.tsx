import { NumberField } from '@/components/policy-editor/fields/number-field';
import forms from '@/components/ui/forms.module.css';
import type { RunLimits } from '@/lib/agent/journal/entry';
import { exactNumber } from '@/lib/series/words/format-number';
import styles from './fields.module.css';

interface LimitFieldsProps {
  readonly limits: RunLimits;
  onLimits(limits: RunLimits): void;
}

const callScale = { min: 1, max: 10_000, step: 10, isLogarithmic: true };
const dollarScale = { min: 0.01, max: 1_000, step: 0.5, isLogarithmic: true };

/** How long a turn may take before it waits for the user. */
export function LimitFields({ limits, onLimits }: LimitFieldsProps) {
  const take = (name: keyof RunLimits, typed: number | string, { min, max }: typeof callScale) => {
    if (typeof typed !== 'number' || typed < min || typed > max) {
      return `must be a number from ${min} to ${exactNumber(max)}`;
    }
    onLimits({ ...limits, [name]: name === 'calls' ? Math.round(typed) : typed });
    return undefined;
  };
  return (
    <div className={styles.row}>
      <div className={forms.field}>
        <span aria-hidden="true">Max calls per turn</span>
        <NumberField
          label="Max calls per turn"
          value={limits.calls}
          scale={callScale}
          onChange={(typed) => take('calls', typed, callScale)}
        />
      </div>
      <div className={forms.field}>
        <span aria-hidden="true">Max cost per turn ($)</span>
        <NumberField
          label="Max cost per turn, in dollars"
          value={limits.dollars}
          scale={dollarScale}
          onChange={(typed) => take('dollars', typed, dollarScale)}
        />
      </div>
    </div>
  );
}
