'use client';

import type { ReactNode } from 'react';
import { CutName } from '@/components/messages/cut-name';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import { useVirtualList } from '@/components/ui/scrolling/use-virtual-list';
import { VirtualRows } from '@/components/ui/scrolling/virtual-rows';
import styles from './two-line-list.module.css';

interface TwoLineListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  textOf(item: Item): string;
  /** Below it. */
  noteOf(item: Item): ReactNode;
}

const LINE_HEIGHT = 36;

/** Texts with a line of details each. */
export function TwoLineList<Item>({ label, items, textOf, noteOf }: TwoLineListProps<Item>) {
  const list = useVirtualList({ count: items.length, usualHeight: LINE_HEIGHT });
  const renderRow = (index: number) => {
    const item = items[index];
    if (item === undefined) return null;
    const text = textOf(item);
    return (
      <>
        <code className={styles.text} title={text}>
          <CutName text={text} />
        </code>
        <span className={styles.note}>{noteOf(item)}</span>
      </>
    );
  };
  return (
    <ScrollArea className={styles.scroller} label={label}>
      <VirtualRows list={list} rowClassName={styles.line} renderRow={renderRow} />
    </ScrollArea>
  );
}
