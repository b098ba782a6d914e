'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type Ref,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { NumberText } from '@/components/ui/number-text';
import { SearchField } from '@/components/ui/search-field';
import { exactNumber } from '@/lib/series/format-number';
import type { WeighedContext } from '@/lib/simulator/context-at-call';
import { listItems, type MessageItem } from '@/lib/state/message-items';
import type { MessageRow } from '@/lib/worker/messages';
import styles from './message-list.module.css';
import { PartLine } from './part-line';

export interface MessageListHandle {
  show(messageIndex: number, partIndex: number): void;
}

interface MessageListProps {
  readonly ref: Ref<MessageListHandle>;
  readonly rows: readonly MessageRow[];
  readonly context: WeighedContext | undefined;
  readonly calls: number;
}

const LINE_HEIGHT = 28;

export function MessageList({ ref, rows, context: selected, calls }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const wanted = useDeferredValue(search);
  const [showsAll, setShowsAll] = useState(false);
  const context = showsAll ? undefined : selected;
  const isWaiting = selected === undefined && calls > 0;
  const items = useMemo(() => (isWaiting ? [] : listItems(rows, context, wanted)), [rows, context, isWaiting, wanted]);

  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 12,
  });

  const scrolledFor = useRef<number>(undefined);
  const call = context?.call;
  const count = items.length;
  useEffect(() => {
    // What a call added stands at the end. Once per call: the filter changes the count too.
    if (call === undefined || count === 0 || scrolledFor.current === call) return;
    scrolledFor.current = call;
    virtualizer.scrollToIndex(count - 1, { align: 'end' });
  }, [call, count, virtualizer]);

  const goTo = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    setFocused(item.key);
    virtualizer.scrollToIndex(index, { align: 'auto' });
    // The line may only be drawn after the scroll.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-key="${item.key}"]`)?.focus()),
    );
  };

  useImperativeHandle(ref, () => ({
    show: (messageIndex, partIndex) => {
      setSearch('');
      const key = `${messageIndex}.${partIndex}`;
      const index = listItems(rows, context, '').findIndex((item) => item.key === key);
      if (index === -1) return;
      setOpened(new Set(opened).add(key));
      setFocused(key);
      requestAnimationFrame(() => {
        virtualizer.scrollToIndex(index, { align: 'start' });
        requestAnimationFrame(() =>
          requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus()),
        );
      });
    },
  }));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const at = items.findIndex((item) => item.key === keyOf(event.target));
    event.preventDefault();
    goTo(Math.max(0, Math.min(items.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1))));
  };

  const toggle = (item: MessageItem) => {
    const next = new Set(opened);
    if (!next.delete(item.key)) next.add(item.key);
    setOpened(next);
    setFocused(item.key);
  };

  const lines = virtualizer.getVirtualItems();
  const isFocusedDrawn = lines.some((line) => items[line.index]?.key === focused);
  const tabStop = isFocusedDrawn ? focused : items[lines.at(-1)?.index ?? -1]?.key;

  return (
    <section className={styles.messages} aria-labelledby="messages-title">
      <div className={styles.head}>
        <h2 id="messages-title">
          Messages{' '}
          {context !== undefined && <span className={styles.muted}>at call {exactNumber(context.call + 1)}</span>}
        </h2>
        {context !== undefined && (
          <p className={styles.muted}>
            {exactNumber(context.messages.length)} of {exactNumber(rows.length)} in the file,{' '}
            <NumberText value={context.tokens} unit="tokens" isEstimate={!context.isMeasured} />
          </p>
        )}
        {calls > 0 && (
          <label className={styles.all}>
            <input type="checkbox" checked={showsAll} onChange={(event) => setShowsAll(event.target.checked)} />
            All in the file
          </label>
        )}
        <SearchField
          label="Filter the messages by kind, tool or first words"
          placeholder="Filter"
          value={search}
          onChange={setSearch}
        />
      </div>
      <div className={styles.scroller} ref={scroller}>
        {items.length === 0 && (
          <p className={styles.nothing}>
            {isWaiting ? 'Loading…' : wanted === '' ? 'This call carried no message.' : `Nothing holds “${wanted}”.`}
          </p>
        )}
        <ul style={{ height: virtualizer.getTotalSize() }} className={styles.list} onKeyDown={onKeyDown}>
          {lines.map((line) => {
            const item = items[line.index];
            if (item === undefined) return null;
            return (
              <li
                key={line.key}
                ref={virtualizer.measureElement}
                data-index={line.index}
                className={styles.line}
                style={{ transform: `translateY(${line.start}px)` }}
                aria-setsize={items.length}
                aria-posinset={line.index + 1}
              >
                <PartLine
                  item={item}
                  isOpen={opened.has(item.key)}
                  isFirst={item.key === tabStop}
                  onToggle={() => toggle(item)}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

function keyOf(target: EventTarget): string | undefined {
  return target instanceof HTMLElement ? target.dataset.key : undefined;
}
