'use client';

import { type PointerEvent, useRef } from 'react';

const MAX_MS = 400;
const MAX_PIXELS = 6;

/** Whether a press is the second of two, with a mouse or a finger. */
export function useDoublePress(): (event: PointerEvent) => boolean {
  const last = useRef({ atMs: Number.NEGATIVE_INFINITY, x: 0 });
  return ({ timeStamp, clientX }) => {
    const { atMs, x } = last.current;
    const isSecond = timeStamp - atMs <= MAX_MS && Math.abs(clientX - x) <= MAX_PIXELS;
    // A third press is not the second of another two.
    last.current = { atMs: isSecond ? Number.NEGATIVE_INFINITY : timeStamp, x: clientX };
    return isSecond;
  };
}
