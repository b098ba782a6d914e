'use client';

import {
  type Ref,
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { openedSession } from '@/components/shell/stores';
import { classNames } from '@/components/ui/class-names';
import { SearchField } from '@/components/ui/search-field';
import { useVirtualList } from '@/components/ui/use-virtual-list';
import { VirtualRows } from '@/components/ui/virtual-rows';
import { exactNumber } from '@/lib/series/words/format-number';
import type { WeighedContext } from '@/lib/simulator/recorded/context-at-call';
import { listItems, type MessageItem } from '@/lib/state/messages/message-items';
import type { MessageRow } from '@/lib/worker/engine/messages';
import styles from './message-list.module.css';
import { PartLine } from './part-line';

export interface MessageListHandle {
  show(messageIndex: number, partIndex: number): void;
}

interface MessageListProps {
  readonly ref?: Ref<MessageListHandle>;
  readonly rows: readonly MessageRow[];
  readonly context: WeighedContext | undefined;
  readonly calls: number;
}

const LINE_HEIGHT = 28;
/** A search through the full text is asked for once no further letter is typed. */
const SEARCH_AFTER_MS = 120;

export function MessageList({ ref, rows, context: selected, calls }: MessageListProps) {
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const wanted = useDeferredValue(search);
  const [showsAll, setShowsAll] = useState(false);
  const context = showsAll ? undefined : selected;
  const isWaiting = selected === undefined && calls > 0;
  const result = useStore(openedSession, (opened) => opened.search);
  const found = result?.text === wanted ? result.found : undefined;
  const isSearching = wanted.trim() !== '' && found === undefined;
  const cleared = useMemo(() => countCleared(context), [context]);
  const [wantsCleared, setWantsCleared] = useState(false);
  const onlyCleared = wantsCleared && cleared > 0;
  const items = useMemo(
    () => (isWaiting ? [] : listItems(rows, context, { search: wanted, found, onlyCleared })),
    [rows, context, isWaiting, wanted, found, onlyCleared],
  );

  useEffect(() => {
    const timer = setTimeout(() => void openedSession.getState().searchFor(wanted), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  const keyOf = useCallback((index: number) => items[index]?.key ?? index, [items]);
  const list = useVirtualList({ count: items.length, usualHeight: LINE_HEIGHT, keyOf, restsAt: 'last' });
  const { virtualizer, tabStop, focusOn } = list;

  const scrolledFor = useRef<number>(undefined);
  const call = context?.call;
  const count = items.length;
  useEffect(() => {
    // What a call added stands at the end. Once per call: the filter changes the count too.
    if (call === undefined || count === 0 || scrolledFor.current === call) return;
    scrolledFor.current = call;
    virtualizer.scrollToIndex(count - 1, { align: 'end' });
  }, [call, count, virtualizer]);

  useImperativeHandle(ref, () => ({
    show: (messageIndex, partIndex) => {
      setSearch('');
      setWantsCleared(false);
      const key = `${messageIndex}.${partIndex}`;
      const index = listItems(rows, context).findIndex((item) => item.key === key);
      if (index === -1) return;
      setOpened(new Set(opened).add(key));
      focusOn(key);
      // Not before all of them are listed again.
      requestAnimationFrame(() => virtualizer.scrollToIndex(index, { align: 'start' }));
    },
  }));

  const toggle = (item: MessageItem) => {
    const next = new Set(opened);
    if (!next.delete(item.key)) next.add(item.key);
    setOpened(next);
    list.use(item.key);
  };

  const renderRow = (index: number) => {
    const item = items[index];
    if (item === undefined) return null;
    const isOpen = opened.has(item.key);
    return <PartLine item={item} isOpen={isOpen} isFirst={index === tabStop} onToggle={() => toggle(item)} />;
  };

  return (
    <section className={styles.messages} aria-labelledby="messages-title">
      <div className={styles.head}>
        <h2 id="messages-title">
          Messages{' '}
          {context !== undefined && <span className={styles.muted}>at call {exactNumber(context.call + 1)}</span>}
        </h2>
        <p
          className={styles.count}
          title={context === undefined ? 'Messages in the file' : 'Messages in this call, out of those in the file'}
        >
          {context !== undefined && `${exactNumber(context.messages.length)} of `}
          {exactNumber(rows.length)}
        </p>
        {cleared > 0 && (
          <button
            type="button"
            className={classNames(styles.cleared, onlyCleared && styles.on)}
            aria-pressed={onlyCleared}
            title="Results the agent replaced with a short placeholder before this call. Show only these."
            onClick={() => setWantsCleared(!wantsCleared)}
          >
            {exactNumber(cleared)} cleared
          </button>
        )}
        {calls > 0 && (
          <label className={styles.all}>
            <input type="checkbox" checked={showsAll} onChange={(event) => setShowsAll(event.target.checked)} />
            All in the file
          </label>
        )}
        <SearchField
          label="Search messages by text, kind or tool"
          placeholder="Search"
          value={search}
          onChange={setSearch}
        />
      </div>
      <div className={styles.scroller}>
        {items.length === 0 && (
          <p className={styles.nothing}>
            {isWaiting ? 'Loading…' : isSearching ? 'Searching…' : nothingListed(wanted, context !== undefined)}
          </p>
        )}
        <VirtualRows list={list} renderRow={renderRow} />
        {found !== undefined && result?.isCut === true && (
          <p className={styles.nothing}>There may be more matches: the full-text search stopped early.</p>
        )}
      </div>
    </section>
  );
}

function countCleared(context: WeighedContext | undefined): number {
  return context?.messages.reduce((count, { clearedParts }) => count + clearedParts.length, 0) ?? 0;
}

function nothingListed(search: string, isOfCall: boolean): string {
  if (search === '') return isOfCall ? 'No messages of this call are in the file.' : 'This file has no messages.';
  return isOfCall
    ? `No messages of this call match “${search}”. Select “All in the file” to search the rest.`
    : `No messages match “${search}”.`;
}
