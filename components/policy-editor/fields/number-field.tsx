import { type KeyboardEvent, useId, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { type SettingScale, valueAfterKey } from '@/lib/state/shared/setting-scale';
import { numberText, typedNumber } from '@/lib/state/shared/typed-number';
import styles from './number-field.module.css';
import small from './small-text.module.css';

interface NumberFieldProps {
  readonly label: string;
  /** Tables also allow a word. */
  readonly value: number | string;
  readonly scale: SettingScale;
  readonly describedBy?: string;
  /** Also applies every valid number while it is typed. */
  readonly isLive?: boolean;
  /** Why it was rejected, or nothing. Receives the text if it is not a number. */
  onChange(value: number | string): string | undefined;
}

interface Draft {
  readonly text: string;
  /** The value it replaces. */
  readonly over: number | string;
  readonly problem?: string;
}

/** Applies input on Enter or blur. Rejected input stays with the reason; Escape discards it. */
export function NumberField({ label, value, scale, describedBy, isLive = false, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<Draft>();
  const problemId = useId();
  // A value that arrived in the meantime, from the slider or by undo, is newer than the input.
  const draft = typed?.over === value ? typed : undefined;

  const take = (text: string) => {
    const next = typedNumber(text) ?? text.trim();
    const problem = next === value ? undefined : onChange(next);
    setTyped(problem === undefined ? undefined : { text, over: value, problem });
  };

  const type = (text: string) => {
    const next = isLive ? typedNumber(text) : undefined;
    const isTaken = next !== undefined && next !== value && onChange(next) === undefined;
    setTyped({ text, over: isTaken ? next : value });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') take(event.currentTarget.value);
    const isRestored = event.key === 'Escape' && draft !== undefined;
    if (isRestored) setTyped(undefined);
    const current = typedNumber(event.currentTarget.value);
    const isStep = current !== undefined && (event.key === 'ArrowUp' || event.key === 'ArrowDown');
    const next = isStep ? valueAfterKey(scale, current, event) : undefined;
    if (next !== undefined) take(numberText(next));
    if (isRestored || next !== undefined) event.preventDefault();
  };

  return (
    <>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        className={styles.field}
        aria-label={label}
        aria-describedby={draft?.problem === undefined ? describedBy : problemId}
        aria-invalid={draft?.problem !== undefined}
        value={draft?.text ?? (typeof value === 'number' ? numberText(value) : value)}
        onChange={(event) => type(event.target.value)}
        onBlur={() => draft !== undefined && take(draft.text)}
        onKeyDown={onKeyDown}
      />
      {draft?.problem !== undefined && (
        <p id={problemId} className={classNames(small.problem, styles.problem)} role="alert">
          Invalid: {draft.problem}.
        </p>
      )}
    </>
  );
}
