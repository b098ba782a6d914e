import { useId } from 'react';
import { NumberSetting } from '@/components/policy-editor/fields/number-setting';
import { RuleName } from '@/components/rules/rule-name';
import { Button } from '@/components/ui/button';
import type { NumberSpec } from '@/lib/layers/shape/setting';
import type { SettingValue } from '@/lib/policies/shape/change-setting';
import { settingsOfMemory } from '@/lib/state/policy/memory-settings';
import type { MemoryTabProps } from './memory-tab';
import styles from './memory-tab.module.css';

interface MemorySettingsProps extends Pick<MemoryTabProps, 'policy' | 'windowTokens' | 'onChange' | 'onTurn'> {
  readonly isOn: boolean;
}

/** The budgets are the layers' settings: links, exports and sweeps have them too. */
export function MemorySettings({ policy, windowTokens, isOn, onChange, onTurn }: MemorySettingsProps) {
  return (
    <section aria-labelledby="memory-budgets">
      <h2 id="memory-budgets" className={styles.title}>
        Budgets
      </h2>
      <div className={styles.buttons}>
        <Button onClick={() => onTurn(!isOn)}>{isOn ? 'Turn memory off' : 'Turn memory on in a what-if'}</Button>
        <span className={styles.muted}>
          {isOn ? 'The chart shows a replay with memory.' : 'The chart shows a replay without memory.'}
        </span>
      </div>
      <div className={styles.settings}>
        {settingsOfMemory(policy).map(({ path, spec, value, standard }) => (
          <Budget
            key={path}
            {...{ path, spec, value, standard, windowTokens }}
            onChange={(next) => onChange(path, next)}
          />
        ))}
      </div>
    </section>
  );
}

interface BudgetProps {
  readonly path: string;
  readonly spec: NumberSpec;
  readonly value: number;
  readonly standard: number;
  readonly windowTokens: number;
  onChange(value: SettingValue): string | undefined;
}

function Budget({ path, spec, value, standard, windowTokens, onChange }: BudgetProps) {
  const id = useId();
  return (
    <div className={styles.setting} data-setting={path}>
      <span className={styles.line}>
        <span>
          {spec.title} <span className={styles.muted}>{spec.unit}</span>
        </span>
        <RuleName rule={spec.rule} />
      </span>
      <NumberSetting
        title={spec.title}
        spec={spec}
        value={value}
        standard={standard}
        windowTokens={windowTokens}
        describedBy={id}
        onChange={onChange}
      />
      <span id={id} className="visually-hidden">
        {spec.explains}
      </span>
    </div>
  );
}
