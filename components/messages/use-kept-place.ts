import { useLayoutEffect, useRef } from 'react';
import type { VirtualList } from '@/components/ui/scrolling/use-virtual-list';
import { type ContextLine, changeStarts } from '@/lib/state/messages/context-lines';

type LineVirtualizer = VirtualList['virtualizer'];

/**
 * Keeps the scroll position when the lines change, by the first visible line that is still listed. If there is none, it
 * shows the first change, or the latest line if there is no change. If the latest line of a call was visible, so is
 * that of the next call.
 */
export function useKeptPlace(virtualizer: LineVirtualizer, lines: readonly ContextLine[], call: number): void {
  /** How far above the top edge each visible line starts. */
  const inView = useRef<ReadonlyMap<string, number>>(new Map());
  const isAtEnd = useRef(false);
  const shown = useRef<{ readonly lines: readonly ContextLine[]; readonly call: number }>({ lines: [], call });

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { lines, call };
    if (before.lines === lines) {
      // Taken for where the reader is, the place before a scroll would be kept in place of the one it leads to.
      if (!knowsItsPlace(virtualizer)) return;
      inView.current = linesInView(virtualizer, lines);
      isAtEnd.current = lines.length > 0 && bottomOf(virtualizer) >= virtualizer.getTotalSize() - 1;
      return;
    }
    if (lines.length === 0) return;
    if (isAtEnd.current && before.call !== call) {
      virtualizer.scrollToIndex(lines.length - 1, { align: 'end' });
      return;
    }
    const index = lines.findIndex(({ key }) => inView.current.has(key));
    const line = lines[index];
    if (line === undefined) {
      const change = changeStarts(lines)[0];
      virtualizer.scrollToIndex(change ?? lines.length - 1, { align: change === undefined ? 'end' : 'start' });
      return;
    }
    const above = inView.current.get(line.key) ?? 0;
    inView.current = new Map([[line.key, above]]);
    virtualizer.scrollToOffset((virtualizer.measurementsCache[index]?.start ?? 0) + above);
  });
}

/** The browser reports a scroll with the next frame, which may be drawn after other lines are shown. */
function knowsItsPlace({ scrollElement, scrollOffset }: LineVirtualizer): boolean {
  return scrollElement === null || Math.abs(scrollElement.scrollTop - (scrollOffset ?? 0)) < 2;
}

function bottomOf({ scrollOffset, scrollRect }: LineVirtualizer): number {
  return (scrollOffset ?? 0) + (scrollRect?.height ?? 0);
}

function linesInView(virtualizer: LineVirtualizer, lines: readonly ContextLine[]): ReadonlyMap<string, number> {
  const top = virtualizer.scrollOffset ?? 0;
  const seen = virtualizer.getVirtualItems().flatMap(({ index, start, end }) => {
    const line = lines[index];
    return line === undefined || end <= top ? [] : [[line.key, top - start] as const];
  });
  return new Map(seen);
}
