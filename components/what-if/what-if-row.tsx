import Link from 'next/link';
import { useMemo } from 'react';
import fields from '@/components/policy-editor/fields/fields.module.css';
import { NumberField } from '@/components/policy-editor/fields/number-field';
import { PresetOptions } from '@/components/policy-editor/preset-options';
import { Button } from '@/components/ui/button';
import type { Result } from '@/lib/base/result';
import { policyById, policyOfAgent } from '@/lib/policies/index';
import { eraVersion, type Policy } from '@/lib/policies/shape/policy';
import { policySettings } from '@/lib/policies/shape/policy-settings';
import { compactionPercent, withCompactionPercent } from '@/lib/state/policy/compaction-percent';
import { keptRounds, withKeptRounds } from '@/lib/state/policy/main-settings';
import { scaleOf } from '@/lib/state/shared/setting-scale';
import { isWhatIf, type SimulationView, whatIfOf } from '@/lib/state/simulate/simulated-session';
import { policyHash } from '@/lib/state/simulate/view-link';
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

/** Of the list of agents: no policy has it. */
const RECORDING = 'recording';
const NO_NUMBER = 'it must be a number';
const ROUNDS = { min: 0, max: 1_000, step: 1, isLogarithmic: false } as const;
const PERCENT = { min: 1, max: 100, step: 1, isLogarithmic: false } as const;

/** The few settings that most questions are about. */
export function WhatIfRow({ session, view, onChoosePolicy, onChange, onReset }: WhatIfRowProps) {
  const { summary } = session;
  const version = eraVersion(summary.agent);
  const { policy } = whatIfOf(view);
  const recordedBy = policyOfAgent(summary.agent) ?? null;
  const take = (changed: Result<Policy>) => {
    if (!changed.ok) return changed.error;
    onChoosePolicy(changed.value);
    return undefined;
  };
  const windowTokens = Math.min(policy.windowTokens ?? summary.window, summary.window);
  // With the window that is shown: the model of the run may have another, and its thresholds would be elsewhere.
  const live = useMemo(
    () => (isWhatIf(view) ? policyHash({ ...view.policy, windowTokens }) : undefined),
    [view, windowTokens],
  );
  const windowScale = useMemo(() => scaleOf(policySettings.windowTokens, summary.window), [summary.window]);
  return (
    <div className={styles.row}>
      <strong>What if</strong>
      <label className={styles.field}>
        <span>Agent</span>
        <select
          className={fields.select}
          value={isWhatIf(view) ? policy.id : RECORDING}
          onChange={(event) => {
            const chosen = policyById(event.target.value);
            if (chosen !== undefined) onChoosePolicy(chosen);
            else onReset();
          }}
        >
          <option value={RECORDING}>The recording, unchanged</option>
          <PresetOptions policy={policy} recordedBy={recordedBy} />
        </select>
      </label>
      <div className={styles.field}>
        <span aria-hidden="true">Window</span>
        <NumberField
          label="What if: window, in tokens"
          value={windowTokens}
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
            return typeof value === 'number' ? take(withCompactionPercent(policy, value, summary, version)) : NO_NUMBER;
          }}
        />
        <span aria-hidden="true" title="Of the effective window: what is left of it after the reserve for the reply">
          %
        </span>
      </div>
      <div className={styles.field}>
        <span aria-hidden="true">Keep last</span>
        <NumberField
          label="What if: rounds that full compaction keeps verbatim"
          value={keptRounds(policy)}
          scale={ROUNDS}
          onChange={(value) => (typeof value === 'number' ? take(withKeptRounds(policy, value)) : NO_NUMBER)}
        />
        <span aria-hidden="true" title="A round is a reply of the model with what led to it, such as tool results">
          rounds
        </span>
      </div>
      <Button disabled={!isWhatIf(view)} onClick={onReset}>
        Reset
      </Button>
      {live !== undefined && (
        <Link prefetch={false} href={`/playground${live}`} title="An agent works under this policy, live">
          Run in Playground
        </Link>
      )}
    </div>
  );
}
