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

const runCallScale = { min: 1, max: 100_000, step: 100, isLogarithmic: true };
const runDollarScale = { min: 0.01, max: 10_000, step: 1, isLogarithmic: true };

const fields = [
  { name: 'calls', shown: 'Max calls per turn', label: 'Max calls per turn', scale: callScale },
  { name: 'dollars', shown: 'Max cost per turn ($)', label: 'Max cost per turn, in dollars', scale: dollarScale },
  { name: 'runCalls', shown: 'Max calls of the run', label: 'Max calls of the whole run', scale: runCallScale },
  {
    name: 'runDollars',
    shown: 'Max cost of the run ($)',
    label: 'Max cost of the whole run, in dollars',
    scale: runDollarScale,
  },
] as const;

/** How long a turn, and the whole run, may take before it waits for the user. */
export function LimitFields({ limits, onLimits }: LimitFieldsProps) {
  const take = (name: keyof RunLimits, typed: number | string, { min, max }: typeof callScale) => {
    if (typeof typed !== 'number' || typed < min || typed > max) {
      return `must be a number from ${min} to ${exactNumber(max)}`;
    }
    onLimits({ ...limits, [name]: name === 'calls' || name === 'runCalls' ? Math.round(typed) : typed });
    return undefined;
  };
  return (
    <>
      <div className={styles.row}>
        {fields.map(({ name, shown, label, scale }) => (
          <div key={name} className={forms.field}>
            <span aria-hidden="true">{shown}</span>
            <NumberField
              label={label}
              // A run from before there were such limits may take any number.
              value={limits[name] ?? scale.max}
              scale={scale}
              onChange={(typed) => take(name, typed, scale)}
            />
          </div>
        ))}
      </div>
      {limits.runDollars === undefined && (
        <p className={forms.muted}>This run began without limits for all its turns together. Type one to set it.</p>
      )}
    </>
  );
}
