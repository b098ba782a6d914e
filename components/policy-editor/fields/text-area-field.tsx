import { useId, useState } from 'react';
import small from './small-text.module.css';
import styles from './text-area-field.module.css';

interface TextAreaFieldProps {
  readonly title: string;
  readonly explains?: string | undefined;
  readonly value: string;
  readonly rows?: number;
  readonly maxLength: number;
  onChange(text: string): void;
}

/** Applied on blur: every letter would cause another replay, and another undo step. */
export function TextAreaField({ title, explains, value, rows = 2, maxLength, onChange }: TextAreaFieldProps) {
  const [draft, setDraft] = useState<string>();
  const explainsId = useId();
  return (
    <label className={styles.field}>
      <span>{title}</span>
      <textarea
        rows={rows}
        maxLength={maxLength}
        aria-describedby={explains === undefined ? undefined : explainsId}
        value={draft ?? value}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => {
          setDraft(undefined);
          if (draft !== undefined && draft !== value) onChange(draft);
        }}
      />
      {explains !== undefined && (
        <span id={explainsId} className={small.explains}>
          {explains}
        </span>
      )}
    </label>
  );
}
