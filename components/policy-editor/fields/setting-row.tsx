'use client';

import { memo, type ReactNode, useId } from 'react';
import { RuleName } from '@/components/rules/rule-name';
import { classNames } from '@/components/ui/class-names';
import { assertNever } from '@/lib/base/assert-never';
import { isSameValue } from '@/lib/base/same-value';
import type { EditedSetting, EditedValue } from '@/lib/state/policy/edited-settings';
import { numberText } from '@/lib/state/shared/typed-number';
import { ChoiceField, wordText } from './choice-field';
import { NumberSetting } from './number-setting';
import { ResetButton } from './reset-button';
import styles from './setting-row.module.css';
import small from './small-text.module.css';
import { Switch } from './switch';
import { TableRows } from './table-rows';
import type { SettingEdits } from './use-setting-edits';

interface SettingRowProps extends EditedSetting {
  /** If it has no effect on this session. */
  readonly effectless: string | undefined;
  readonly windowTokens: number;
  /** Suggested names for the rows of a table. */
  readonly tools: readonly string[];
  readonly edits: SettingEdits;
}

interface ControlProps extends Omit<SettingRowProps, 'effectless'> {
  readonly describedBy: string;
}

/** Rendered only when its own value changes: while a slider is dragged, there are some eighty others. */
export const SettingRow = memo(function SettingRow(props: SettingRowProps) {
  const { path, title, spec, value, standard, effectless, edits } = props;
  const explainsId = useId();
  return (
    <div className={styles.setting}>
      <div className={styles.head}>
        <span className={styles.title} title={spec.explains}>
          {title}
          {spec.isReconstruction === true && (
            <span title="Reconstructed: the product’s actual value is not public">
              <span aria-hidden="true"> †</span>
              <span className="visually-hidden">, reconstructed</span>
            </span>
          )}
          {'unit' in spec && <span className={styles.unit}> {spec.unit}</span>}
        </span>
        <span className={styles.reset}>
          {!isSameValue(value, standard) && (
            <ResetButton label={`Reset ${title} to ${valueText(standard)}`} onReset={() => edits.reset(path)} />
          )}
        </span>
        <RuleName rule={spec.rule} />
        {spec.type === 'switch' && (
          <Switch
            label={title}
            describedBy={explainsId}
            isOn={value === true}
            onSwitch={(isOn) => edits.change(path, isOn)}
          />
        )}
      </div>
      <Control {...props} describedBy={explainsId} />
      <p id={explainsId} className={classNames(small.explains, styles.explains)}>
        {spec.explains}
      </p>
      {effectless !== undefined && <p className={small.effectless}>{effectless}</p>}
    </div>
  );
});

function Control({
  path,
  title,
  spec,
  value,
  standard,
  windowTokens,
  tools,
  edits,
  describedBy,
}: ControlProps): ReactNode {
  switch (spec.type) {
    case 'switch':
      return null;
    case 'number':
      return (
        <NumberSetting
          title={title}
          spec={spec}
          value={Number(value)}
          standard={Number(standard)}
          windowTokens={windowTokens}
          describedBy={describedBy}
          onChange={(next) => edits.change(path, next)}
        />
      );
    case 'choice':
      return (
        <ChoiceField
          title={title}
          options={spec.options}
          value={String(value)}
          describedBy={describedBy}
          onChoose={(word) => edits.change(path, word)}
        />
      );
    case 'table':
      return (
        <TableRows
          path={path}
          title={title}
          spec={spec}
          rows={typeof value === 'object' ? value : spec.default}
          windowTokens={windowTokens}
          names={tools}
          edits={edits}
        />
      );
    default:
      return assertNever(spec);
  }
}

function valueText(value: EditedValue): string {
  switch (typeof value) {
    case 'number':
      return numberText(value);
    case 'boolean':
      return value ? 'on' : 'off';
    case 'object':
      return 'all rows';
    default:
      return wordText(value);
  }
}
