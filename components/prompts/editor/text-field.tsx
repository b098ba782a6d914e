import { useId, useState } from 'react';
import forms from '@/components/ui/forms.module.css';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** Under it. */
  readonly note?: string;
  /** Why it was refused, or nothing. */
  onChange(text: string): string | undefined;
}

/** Takes what was typed with Enter, or when it is left. What is refused stays there with the reason; Escape gives it up. */
export function TextField({ label, value, note, onChange, ...input }: TextFieldProps) {
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
          onChange={(event) => show(event.target.value)}
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
