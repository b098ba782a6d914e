import styles from './choice.module.css';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: Readonly<Record<Value, string>>;
  readonly value: Value;
  onChoose(value: Value): void;
}

/** Buttons, not radio buttons: the arrow keys of those would also step through the calls. */
export function Choice<Value extends string>({ label, options, value, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{label}</legend>
      {(Object.keys(options) as Value[]).map((option) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChoose(option)}>
          {options[option]}
        </button>
      ))}
    </fieldset>
  );
}
