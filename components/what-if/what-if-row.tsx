import { useMemo } from 'react';
import fields from '@/components/policy-editor/fields/fields.module.css';
import { NumberField } from '@/components/policy-editor/fields/number-field';
import { Button } from '@/components/ui/button';
import { policies, policyById } from '@/lib/policies/index';
import { eraVersion, type Policy } from '@/lib/policies/shape/policy';
import { policySettings } from '@/lib/policies/shape/policy-settings';
import { compactionPercent, withCompactionPercent } from '@/lib/state/policy/compaction-percent';
import { scaleOf } from '@/lib/state/shared/setting-scale';
import { isWhatIf, type SimulationView } from '@/lib/state/simulate/simulated-session';
import type { OpenSession } from '@/lib/worker/engine/messages';
import styles from './recording-strip.module.css';

interface WhatIfRowProps {
  readonly session: OpenSession;
  readonly view: SimulationView;
  onChoosePolicy(policy: Policy): void;
  /** Why it was rejected, or nothing. */
  onChange(path: string, value: number | string): string | undefined;
  onReset(): void;
}

const PERCENT = { min: 1, max: 100, step: 1, isLogarithmic: false } as const;

/** The few settings that most questions are about. */
export function WhatIfRow({ session, view, onChoosePolicy, onChange, onReset }: WhatIfRowProps) {
  const { summary } = session;
  const version = eraVersion(summary.agent);
  const { policy } = view;
  const windowScale = useMemo(() => scaleOf(policySettings.windowTokens, summary.window), [summary.window]);
  return (
    <div className={styles.row}>
      <strong>What if</strong>
      <label className={styles.field}>
        <span>Agent</span>
        <select
          className={fields.select}
          value={policy.id}
          onChange={(event) => {
            const chosen = policyById(event.target.value);
            if (chosen !== undefined) onChoosePolicy(chosen);
          }}
        >
          {policyById(policy.id) === undefined && <option value={policy.id}>{policy.title}</option>}
          {policies.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <div className={styles.field}>
        <span aria-hidden="true">Window</span>
        <NumberField
          label="What if: window, in tokens"
          value={Math.min(policy.windowTokens ?? summary.window, summary.window)}
          scale={windowScale}
          onChange={(value) => onChange('policy.windowTokens', value)}
        />
      </div>
      <div className={styles.field}>
        <span aria-hidden="true">Compact at</span>
        <NumberField
          label="What if: compact at, in percent of the effective window"
          value={compactionPercent(policy, summary, version)}
          scale={PERCENT}
          onChange={(value) => {
            if (typeof value !== 'number') return 'it must be a number';
            const changed = withCompactionPercent(policy, value, summary, version);
            if (!changed.ok) return changed.error;
            onChoosePolicy(changed.value);
            return undefined;
          }}
        />
        <span aria-hidden="true" title="Of the effective window: what is left of it after the reserve for the reply">
          %
        </span>
      </div>
      <Button disabled={!isWhatIf(view)} onClick={onReset}>
        Reset
      </Button>
    </div>
  );
}
