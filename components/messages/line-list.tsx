'use client';

import { type ReactNode, type Ref, useCallback, useImperativeHandle } from 'react';
import { classNames } from '@/components/ui/class-names';
import { useVirtualList, type VirtualList } from '@/components/ui/scrolling/use-virtual-list';
import { VirtualRows } from '@/components/ui/scrolling/virtual-rows';
import type { ContextLine } from '@/lib/state/messages/context-lines';
import type { MessageId } from '@/lib/transcript/transcript';
import styles from './line-list.module.css';
import { type Layout, MessageLine } from './message-line';
import type { Folds } from './use-folds';
import { useKeptPlace } from './use-kept-place';

export interface LineListHandle {
  /** The line with keyboard focus; while that is out of view, the first visible line. */
  current(): number;
  readonly goTo: VirtualList['goTo'];
}

export interface Pins {
  readonly pinned: ReadonlySet<MessageId>;
  onToggle(id: MessageId): void;
}

interface LineListProps {
  readonly ref: Ref<LineListHandle>;
  readonly lines: readonly ContextLine[];
  readonly call: number;
  /** Lines can be pinned or expanded. */
  readonly hasActions: boolean;
  readonly layout: Layout;
  /** Keys of lines. */
  readonly opened: ReadonlySet<string>;
  readonly pins: Pins | undefined;
  readonly folds: Folds;
  onToggle(line: ContextLine): void;
  renderContent(line: ContextLine): ReactNode;
  /** Shown if there are no lines. */
  readonly children: ReactNode;
}

const LINE_HEIGHT = 24;

export function LineList(props: LineListProps) {
  const { ref, lines, call, hasActions, layout, opened, pins, folds, onToggle } = props;
  const { renderContent, children } = props;
  const keyOf = useCallback((index: number) => lines[index]?.key ?? index, [lines]);
  const list = useVirtualList({ count: lines.length, usualHeight: LINE_HEIGHT, keyOf });
  const { at, tabStop, hasFocus, use, goTo } = list;
  useKeptPlace(list.virtualizer, lines, call);
  useImperativeHandle(ref, () => ({ current: () => tabStop, goTo }));

  const toggle = useCallback(
    (line: ContextLine) => {
      use(line.key);
      onToggle(line);
    },
    [onToggle, use],
  );

  const renderRow = (index: number) => {
    const line = lines[index];
    if (line === undefined) return null;
    const isOpen = opened.has(line.key);
    return (
      <>
        <MessageLine
          line={line}
          layout={layout}
          isOpen={isOpen}
          isPinned={pins?.pinned.has(line.message.id) === true}
          isFirst={lines[index - 1]?.message !== line.message}
          isTabStop={index === tabStop}
          isCurrent={index === at && !hasFocus}
          foldable={folds.foldable(line)}
          isUnfolded={folds.unfolded.has(line.message.id)}
          onToggle={toggle}
          onTogglePin={pins?.onToggle}
          onToggleFold={folds.toggle}
        />
        {isOpen && renderContent(line)}
      </>
    );
  };

  return (
    <div className={classNames(styles.scroller, !hasActions && styles.bare)}>
      {lines.length === 0 && <div className={styles.nothing}>{children}</div>}
      <VirtualRows list={list} label="Messages" renderRow={renderRow} />
    </div>
  );
}
