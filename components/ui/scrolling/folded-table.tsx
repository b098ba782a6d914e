'use client';

import { type ReactNode, useState } from 'react';
import styles from './folded-table.module.css';
import { ScrollArea } from './scroll-area';

interface FoldedTableProps {
  readonly summary: string;
  /** The table's name, for screen readers. */
  readonly label: string;
  /** Head and body. */
  readonly children: ReactNode;
}

/** A dense table of numbers that is rendered only when expanded. */
export function FoldedTable({ summary, label, children }: FoldedTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && (
        <ScrollArea className={styles.scroll} label={label}>
          <table>{children}</table>
        </ScrollArea>
      )}
    </details>
  );
}
