'use client';

import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type CallRange, type ExactRange, roundedRange } from '@/lib/series/chart/call-range';

interface ZoomParts {
  readonly calls: number;
  readonly range: CallRange;
  onRange(range: CallRange): void;
}

export type ChangeRange = (change: (range: ExactRange, calls: number) => ExactRange) => void;

/** Changes the range by steps that may be smaller than a call, and draws it once for each frame, however many steps come. */
export function useZoom(parts: ZoomParts): ChangeRange {
  const latest = useRef(parts);
  const exact = useRef<ExactRange>(parts.range);
  const frame = useRef<number>(undefined);

  // Before the next frame: it compares the range with what it has set itself.
  useLayoutEffect(() => {
    latest.current = parts;
  });

  useEffect(
    () => () => {
      if (frame.current !== undefined) cancelAnimationFrame(frame.current);
    },
    [],
  );

  return useCallback((change) => {
    const { calls, range } = latest.current;
    const mine = roundedRange(exact.current, calls);
    // Set by other means in the meantime.
    if (frame.current === undefined && (mine.from !== range.from || mine.to !== range.to)) exact.current = range;
    exact.current = change(exact.current, calls);
    frame.current ??= requestAnimationFrame(() => {
      frame.current = undefined;
      const { calls, range, onRange } = latest.current;
      const next = roundedRange(exact.current, calls);
      if (next.from === range.from && next.to === range.to) return;
      // In this frame, not in a later one.
      flushSync(() => onRange(next));
    });
  }, []);
}
