'use client';

import { useRef } from 'react';
import styles from './session-table.module.css';

interface RenameFieldProps {
  readonly title: string;
  /** Without a title if the user cancelled. */
  onDone(title: string | undefined): void;
}

export function RenameField({ title, onDone }: RenameFieldProps) {
  // Removing the field blurs it, which would otherwise finish a second time.
  const isDone = useRef(false);
  const finish = (written: string | undefined) => {
    if (isDone.current) return;
    isDone.current = true;
    const wanted = written?.trim();
    onDone(wanted === '' ? undefined : wanted);
  };
  return (
    <input
      ref={(input) => input?.select()}
      className={styles.rename}
      aria-label={`New title for ${title}`}
      defaultValue={title}
      maxLength={200}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(event.currentTarget.value);
        if (event.key === 'Escape') finish(undefined);
      }}
    />
  );
}
