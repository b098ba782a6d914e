'use client';

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import styles from './chat-list.module.css';

interface ChatListProps {
  readonly count: number;
  /** Brought into view whenever it is another one. */
  readonly target: number | undefined;
  /** From 0. The last ones may change as long as the agent works. */
  renderItem(index: number): ReactNode;
}

const USUAL_HEIGHT = 56;
/** So near to the end, in pixels, one wants to see what comes. */
const NEAR_END = 48;

/** What was said and done. It follows what comes, unless one has scrolled away from the end. */
export function ChatList({ count, target, renderItem }: ChatListProps) {
  const scroller = useRef<HTMLElement>(null);
  const last = useRef({ scrollTop: 0, scrollHeight: 0, clientHeight: 0 });
  const [follows, setFollows] = useState(true);
  const [focused, setFocused] = useState(-1);
  // What is taken out of the page takes the focus with it.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      if (focused === -1 || focused >= range.count || drawn.includes(focused)) return drawn;
      return [...drawn, focused].sort((a, b) => a - b);
    },
    [focused],
  );
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_HEIGHT,
    rangeExtractor,
    overscan: 8,
  });
  const height = virtualizer.getTotalSize();
  const room = virtualizer.scrollRect?.height;

  useLayoutEffect(() => {
    const element = scroller.current;
    // What stands below the chat grows, too, and takes its room.
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
    // Where the list or its room is another, it has moved by itself: only who goes up leaves the end.
    const isMoved = scrollHeight === before.scrollHeight && clientHeight === before.clientHeight;
    if (isMoved && scrollTop < before.scrollTop) setFollows(false);
    else if (scrollTop > before.scrollTop && scrollHeight - clientHeight - scrollTop <= NEAR_END) setFollows(true);
  };

  // Said before it has moved: with an agent that is played fast, what comes next would pull it back first.
  const onWheel = ({ deltaY }: WheelEvent) => {
    if (deltaY < 0 && (scroller.current?.scrollTop ?? 0) > 0) setFollows(false);
  };

  return (
    <div className={styles.chat}>
      <section ref={scroller} className={styles.scroller} aria-label="Chat" onScroll={onScroll} onWheel={onWheel}>
        <ol
          className={styles.list}
          style={{ height }}
          onFocus={(event) => setFocused(indexOf(event.target))}
          onBlur={() => setFocused(-1)}
        >
          {virtualizer.getVirtualItems().map(({ key, index, start }) => (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={count}
              aria-posinset={index + 1}
            >
              {renderItem(index)}
            </li>
          ))}
        </ol>
      </section>
      {!follows && (
        <Button className={styles.newest} onClick={() => setFollows(true)}>
          <Icon name="down" /> Jump to latest
        </Button>
      )}
    </div>
  );
}

function indexOf(target: EventTarget): number {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return Number(item?.dataset.index ?? -1);
}
