import { classNames } from '@/components/ui/class-names';
import styles from './choice-field.module.css';
import fields from './fields.module.css';

interface ChoiceFieldProps {
  readonly title: string;
  /** The label of each option. */
  readonly options: Readonly<Record<string, string>>;
  readonly value: string;
  readonly describedBy: string;
  onChoose(word: string): void;
}

export function ChoiceField({ title, options, value, describedBy, onChoose }: ChoiceFieldProps) {
  return (
    <>
      <select
        className={classNames(fields.select, styles.select)}
        aria-label={title}
        aria-describedby={describedBy}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {Object.keys(options).map((word) => (
          <option key={word} value={word}>
            {wordText(word)}
          </option>
        ))}
      </select>
      <p className={styles.meaning}>{options[value]}</p>
    </>
  );
}

/** `names-of-files` as readable text. */
export function wordText(word: string): string {
  return word.replaceAll('-', ' ');
}
