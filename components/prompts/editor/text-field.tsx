import { useId, useState } from 'react';
import forms from '@/components/ui/forms.module.css';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** Shown below it. */
  readonly note?: string;
  /** Applies with every key, so that nothing typed is lost. */
  readonly isLive?: boolean;
  /** Why it was rejected, or nothing. */
  onChange(text: string): string | undefined;
}

/** Applies input on Enter or blur. Rejected input stays with the reason; Escape discards it. */
export function TextField({ label, value, note, isLive = false, onChange, ...input }: TextFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const noteId = useId();
  const show = (text: string | undefined, why?: string) => {
    setTyped(text);
    setProblem(why);
  };
  const take = () => {
    if (typed === undefined) return;
    const text = typed.trim();
    const why = text === value ? undefined : onChange(text);
    show(why === undefined ? undefined : typed, why);
  };
  const told = problem === undefined ? note : `Invalid: ${problem}.`;
  return (
    <div>
      <label className={forms.field}>
        {label}
        <input
          {...input}
          value={typed ?? value}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={told === undefined ? undefined : noteId}
          onChange={({ target }) => show(target.value, isLive ? onChange(target.value) : undefined)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take();
            if (event.key === 'Escape') show(undefined);
          }}
        />
      </label>
      {told !== undefined && (
        <p id={noteId} className={forms.muted} role={problem === undefined ? undefined : 'alert'}>
          {told}
        </p>
      )}
    </div>
  );
}
