import { useMemo } from 'react';
import type { NumberSpec } from '@/lib/layers/shape/setting';
import { scaleOf } from '@/lib/state/shared/setting-scale';
import { NumberField } from './number-field';
import styles from './number-setting.module.css';
import { SettingSlider } from './setting-slider';

interface NumberSettingProps {
  readonly title: string;
  readonly spec: NumberSpec;
  readonly value: number;
  readonly standard: number;
  readonly windowTokens: number;
  readonly describedBy: string;
  /** Why it was rejected, or nothing. Receives the text if it is not a number. */
  onChange(value: number | string): string | undefined;
}

export function NumberSetting(props: NumberSettingProps) {
  const { title, spec, value, standard, windowTokens, describedBy, onChange } = props;
  const scale = useMemo(() => scaleOf(spec, windowTokens), [spec, windowTokens]);
  return (
    <div className={styles.number}>
      <SettingSlider
        label={title}
        unit={spec.unit}
        scale={scale}
        value={value}
        standard={standard}
        describedBy={describedBy}
        onChange={onChange}
      />
      <NumberField label={title} value={value} scale={scale} describedBy={describedBy} onChange={onChange} />
    </div>
  );
}
