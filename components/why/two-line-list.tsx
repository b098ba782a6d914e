'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { ScrollArea } from '@/components/ui/scroll-area';
import styles from './two-line-list.module.css';

interface TwoLineListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  textOf(item: Item): string;
  /** Under it. */
  noteOf(item: Item): ReactNode;
}

const LINE_HEIGHT = 36;

/** Many texts, each with a line about it. */
export function TwoLineList<Item>({ label, items, textOf, noteOf }: TwoLineListProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => list.current?.parentElement ?? null,
    estimateSize: () => LINE_HEIGHT,
    overscan: 8,
  });
  return (
    <ScrollArea className={styles.scroller} label={label}>
      <ul ref={list} className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          const text = textOf(item);
          return (
            <li
              key={key}
              className={styles.line}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={items.length}
              aria-posinset={index + 1}
            >
              <code className={styles.text} title={text}>
                {text}
              </code>
              <span className={styles.note}>{noteOf(item)}</span>
            </li>
          );
        })}
      </ul>
    </ScrollArea>
  );
}
