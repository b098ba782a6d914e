import styles from './segmented.module.css';
import small from './small-text.module.css';

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: Readonly<Record<Value, { readonly title: string; readonly explains: string }>>;
  readonly value: Value;
  onChoose(value: Value): void;
}

/** Buttons, not radio buttons, whose arrow keys would also step through the calls. */
export function Segmented<Value extends string>({ label, options, value, onChoose }: SegmentedProps<Value>) {
  return (
    <fieldset className={styles.segmented}>
      <legend className="visually-hidden">{label}</legend>
      <div className={styles.options}>
        <span className={styles.label} aria-hidden="true">
          {label}
        </span>
        {(Object.keys(options) as Value[]).map((option) => (
          <button key={option} type="button" aria-pressed={option === value} onClick={() => onChoose(option)}>
            {options[option].title}
          </button>
        ))}
      </div>
      <p className={small.explains}>{options[value].explains}</p>
    </fieldset>
  );
}
