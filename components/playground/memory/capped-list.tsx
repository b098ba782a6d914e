'use client';

import { type ReactNode, useState } from 'react';
import { exactNumber } from '@/lib/series/words/format-number';
import styles from './memory.module.css';

interface CappedListProps<Item> {
  readonly label?: string;
  readonly items: readonly Item[];
  /** So many at first. */
  readonly most: number;
  /** Of names, one beside the other. */
  readonly isInline?: boolean;
  keyOf(item: Item): string;
  render(item: Item): ReactNode;
}

/** A list that is short until all of it is wanted. */
export function CappedList<Item>({ label, items, most, isInline = false, keyOf, render }: CappedListProps<Item>) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      <ul className={isInline ? styles.names : styles.lines} aria-label={label}>
        {(isWhole ? items : items.slice(0, most)).map((item) => (
          <li key={keyOf(item)}>{render(item)}</li>
        ))}
      </ul>
      {items.length > most && (
        <button type="button" className={styles.more} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${exactNumber(items.length)}`}
        </button>
      )}
    </>
  );
}
