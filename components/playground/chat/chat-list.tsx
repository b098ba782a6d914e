'use client';

import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type WheelEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useVirtualList } from '@/components/ui/scrolling/use-virtual-list';
import { VirtualRows } from '@/components/ui/scrolling/virtual-rows';
import styles from './chat-list.module.css';

interface ChatListProps {
  readonly label: string;
  readonly count: number;
  /** Scrolled into view whenever it changes. */
  readonly target: number | undefined;
  /** From 0. The last ones may change while the agent works. */
  renderItem(index: number): ReactNode;
}

const USUAL_HEIGHT = 56;
/** Within this distance of the end, in pixels, the list follows new entries. */
const NEAR_END = 48;

/** The chat. It follows new entries, unless the user has scrolled away from the end. */
export function ChatList({ label, count, target, renderItem }: ChatListProps) {
  const scroller = useRef<HTMLElement>(null);
  const last = useRef({ scrollTop: 0, scrollHeight: 0, clientHeight: 0 });
  const [follows, setFollows] = useState(true);
  const list = useVirtualList({ count, usualHeight: USUAL_HEIGHT });
  const { virtualizer } = list;
  const height = virtualizer.getTotalSize();
  const room = virtualizer.scrollRect?.height;

  useLayoutEffect(() => {
    const element = scroller.current;
    // What is below the chat grows, too, and takes its room.
    if (follows && element !== null && room !== undefined) element.scrollTop = height;
  }, [follows, height, room]);

  const show = useEffectEvent((index: number) => {
    const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: -1 };
    if (index >= startIndex && index <= endIndex) return;
    setFollows(false);
    virtualizer.scrollToIndex(index, { align: 'center' });
  });
  useEffect(() => {
    if (target !== undefined) show(target);
  }, [target]);

  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const before = last.current;
    last.current = { scrollTop, scrollHeight, clientHeight };
    // If the list or its height changes, it scrolls by itself: only scrolling up leaves the end.
    const isMoved = scrollHeight === before.scrollHeight && clientHeight === before.clientHeight;
    if (isMoved && scrollTop < before.scrollTop) setFollows(false);
    else if (scrollTop > before.scrollTop && scrollHeight - clientHeight - scrollTop <= NEAR_END) setFollows(true);
  };

  // Reported before scrolling: with a fast agent, a new entry would pull it back first.
  const onWheel = ({ deltaY }: WheelEvent) => {
    if (deltaY < 0 && (scroller.current?.scrollTop ?? 0) > 0) setFollows(false);
  };

  return (
    <div className={styles.chat}>
      <section ref={scroller} className={styles.scroller} aria-label={label} onScroll={onScroll} onWheel={onWheel}>
        <VirtualRows as="ol" list={list} rowClassName={styles.item} renderRow={renderItem} />
      </section>
      {!follows && (
        <Button className={styles.newest} onClick={() => setFollows(true)}>
          <Icon name="down" /> Jump to latest
        </Button>
      )}
    </div>
  );
}
