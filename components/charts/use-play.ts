'use client';

import { useEffect, useRef, useState } from 'react';

/** In calls per second. */
export const playSpeeds = [2, 10, 50] as const;
export type PlaySpeed = (typeof playSpeeds)[number];

export interface Play {
  readonly isPlaying: boolean;
  readonly speed: PlaySpeed;
  toggle(): void;
  setSpeed(speed: PlaySpeed): void;
}

/** The page could not keep up with more frequent updates. */
const MIN_MS = 40;

/** Steps through the calls automatically, without animation, and stops at the last one. */
export function usePlay(selected: number, calls: number, onSelect: (call: number) => void): Play {
  const [isWanted, setIsWanted] = useState(false);
  const [speed, setSpeed] = useState<PlaySpeed>(10);
  const latest = useRef({ selected, onSelect });
  const isAtEnd = selected >= calls - 1;
  const isPlaying = isWanted && !isAtEnd;

  useEffect(() => {
    latest.current = { selected, onSelect };
  });

  useEffect(() => {
    if (isAtEnd) setIsWanted(false);
  }, [isAtEnd]);

  useEffect(() => {
    if (!isPlaying) return;
    const everyMs = Math.max(MIN_MS, 1000 / speed);
    const step = Math.round((speed * everyMs) / 1000);
    const timer = setInterval(
      () => latest.current.onSelect(Math.min(calls - 1, latest.current.selected + step)),
      everyMs,
    );
    return () => clearInterval(timer);
  }, [isPlaying, speed, calls]);

  const toggle = () => {
    // Nothing is left to play from the end.
    if (isAtEnd && calls > 1) onSelect(0);
    setIsWanted(!isPlaying);
  };

  return { isPlaying, speed, toggle, setSpeed };
}
