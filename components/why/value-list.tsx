'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { GoneValue, Miss } from '@/lib/fidelity/what-was-lost';
import type { MessageRow } from '@/lib/worker/messages';
import { PlaceLink } from './place-link';
import styles from './value-list.module.css';

interface ValueListProps {
  readonly label: string;
  readonly values: readonly (GoneValue & Partial<Miss>)[];
  readonly rows: readonly MessageRow[];
  onShow(messageIndex: number, partIndex: number): void;
}

const LINE_HEIGHT = 36;

/** Each value with where it was, and where it is used again. */
export function ValueList({ label, values, rows, onShow }: ValueListProps) {
  const list = useRef<HTMLUListElement>(null);
  const virtualizer = useVirtualizer({
    count: values.length,
    getScrollElement: () => list.current?.parentElement ?? null,
    estimateSize: () => LINE_HEIGHT,
    overscan: 8,
  });
  return (
    <ScrollArea className={styles.scroller} label={label}>
      <ul ref={list} className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const found = values[index];
          if (found === undefined) return null;
          const { value, was, used, shownAgain } = found;
          return (
            <li
              key={key}
              className={styles.line}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={values.length}
              aria-posinset={index + 1}
            >
              <code className={styles.value} title={value}>
                {value}
              </code>
              <span className={styles.places}>
                was {was === undefined ? 'in a summary' : <PlaceLink rows={rows} place={was} onShow={onShow} />}
                {shownAgain !== undefined && (
                  <>
                    {' · shown again '}
                    <PlaceLink rows={rows} place={shownAgain} onShow={onShow} />
                  </>
                )}
                {used !== undefined && (
                  <>
                    {' · used '}
                    <PlaceLink rows={rows} place={used} onShow={onShow} />
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </ScrollArea>
  );
}
