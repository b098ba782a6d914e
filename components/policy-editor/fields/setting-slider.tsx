import { placeOf, type SettingScale, valueAfterKey, valueAt } from '@/lib/state/shared/setting-scale';
import { numberText } from '@/lib/state/shared/typed-number';
import styles from './setting-slider.module.css';

interface SettingSliderProps {
  readonly label: string;
  readonly unit: string;
  readonly scale: SettingScale;
  readonly value: number;
  readonly standard: number;
  readonly describedBy: string;
  onChange(value: number): void;
}

export function SettingSlider({ label, unit, scale, value, standard, describedBy, onChange }: SettingSliderProps) {
  const place = placeOf(scale, value);
  const moveTo = (next: number) => {
    if (next !== value) onChange(next);
  };
  return (
    <div className={styles.slider}>
      <span className={styles.track}>
        <span className={styles.filled} style={{ width: `${place * 100}%` }} />
        <span className={styles.standard} style={{ left: `${placeOf(scale, standard) * 100}%` }} />
      </span>
      <input
        type="range"
        min={0}
        max={1}
        step="any"
        value={place}
        title={`Default: ${numberText(standard)}`}
        aria-label={label}
        aria-valuetext={`${numberText(value)} ${unit}`}
        aria-describedby={describedBy}
        onChange={(event) => moveTo(valueAt(scale, event.target.valueAsNumber))}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const next = valueAfterKey(scale, value, event);
          if (next === undefined) return;
          event.preventDefault();
          moveTo(next);
        }}
      />
    </div>
  );
}
