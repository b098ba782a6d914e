import { NumberField } from '@/components/policy-editor/fields/number-field';
import { RuleName } from '@/components/rules/rule-name';
import { Button } from '@/components/ui/button';
import type { SweepableSetting } from '@/lib/series/tables/sweepable-settings';
import { valueWords } from '@/lib/state/shared/setting-words';
import { MAX_VALUES, type SweepRange, sweepProblem } from '@/lib/state/simulate/sweep-range';
import styles from './sweep-form.module.css';

export interface SweepPlan {
  readonly range: SweepRange;
  readonly count: number;
}

interface SweepFormProps {
  readonly setting: SweepableSetting;
  readonly plan: SweepPlan;
  onPlan(plan: SweepPlan): void;
  onRun(): void;
}

const countScale = { min: 2, max: MAX_VALUES, step: 1, isLogarithmic: false };

/** The range, and the number of values. Invalid input is rejected with the reason. */
export function SweepForm({ setting: { range, title, value, spec }, plan, onPlan, onRun }: SweepFormProps) {
  const scale = { ...range, isLogarithmic: false };
  const change = (changed: Partial<SweepRange>, count = plan.count): string | undefined => {
    const next = { ...plan.range, ...changed };
    const problem = sweepProblem(next, count, range);
    if (problem === undefined) onPlan({ range: next, count });
    return problem;
  };
  const asNumber = (typed: number | string) => (typeof typed === 'number' ? typed : Number.NaN);

  return (
    <div className={styles.form}>
      <p className={styles.explains}>
        {spec.explains} <RuleName rule={spec.rule} />
      </p>
      <div className={styles.fields}>
        <span aria-hidden="true">From</span>
        <NumberField
          label={`From, ${title}`}
          value={plan.range.from}
          scale={scale}
          onChange={(typed) => change({ from: asNumber(typed) })}
        />
        <span aria-hidden="true">to</span>
        <NumberField
          label={`To, ${title}`}
          value={plan.range.to}
          scale={scale}
          onChange={(typed) => change({ to: asNumber(typed) })}
        />
        <span aria-hidden="true">in</span>
        <NumberField
          label="Number of values"
          value={plan.count}
          scale={countScale}
          onChange={(typed) => change({}, asNumber(typed))}
        />
        <span aria-hidden="true">values</span>
      </div>
      <div className={styles.run}>
        <span className={styles.now}>
          now <span className={styles.value}>{valueWords(value, range.unit)}</span>
        </span>
        <Button look="main" onClick={onRun}>
          Sweep
        </Button>
      </div>
    </div>
  );
}
