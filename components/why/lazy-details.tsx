'use client';

import { type ReactNode, useState } from 'react';
import styles from './lazy-details.module.css';

interface LazyDetailsProps {
  readonly summary: ReactNode;
  /** Not in the page before it is opened. */
  readonly children: ReactNode;
}

export function LazyDetails({ summary, children }: LazyDetailsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  );
}
