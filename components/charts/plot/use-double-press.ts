'use client';

import { type PointerEvent, useRef } from 'react';

const MOST_MS = 400;
const MOST_PIXELS = 6;

/** Whether a press is the second of two, with a mouse or a finger. */
export function useDoublePress(): (event: PointerEvent) => boolean {
  const last = useRef({ atMs: Number.NEGATIVE_INFINITY, x: 0 });
  return ({ timeStamp, clientX }) => {
    const { atMs, x } = last.current;
    const isSecond = timeStamp - atMs <= MOST_MS && Math.abs(clientX - x) <= MOST_PIXELS;
    // A third press is not the second of another two.
    last.current = { atMs: isSecond ? Number.NEGATIVE_INFINITY : timeStamp, x: clientX };
    return isSecond;
  };
}
