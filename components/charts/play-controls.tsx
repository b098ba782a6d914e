'use client';

import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import styles from './chart-controls.module.css';

/** In calls per second. */
const playSpeeds = [2, 10, 50] as const;
type PlaySpeed = (typeof playSpeeds)[number];

interface Play {
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

export function PlayControls({ play }: { readonly play: Play }) {
  const label = play.isPlaying ? 'Pause (space)' : 'Play (space)';
  return (
    <span className={styles.play}>
      <Button look="quiet" aria-label={label} title={label} onClick={play.toggle}>
        <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" focusable="false">
          <path d={play.isPlaying ? 'M4 3H7V13H4ZM9 3H12V13H9Z' : 'M4 2.5 13 8 4 13.5Z'} />
        </svg>
      </Button>
      <select
        className={styles.select}
        aria-label="Speed"
        value={play.speed}
        onChange={({ target }) => {
          const speed = playSpeeds.find((candidate) => String(candidate) === target.value);
          if (speed !== undefined) play.setSpeed(speed);
        }}
      >
        {playSpeeds.map((speed) => (
          <option key={speed} value={speed}>
            {speed} calls/s
          </option>
        ))}
      </select>
    </span>
  );
}
