'use client';

import { Button } from '@/components/ui/button';
import styles from './chart-controls.module.css';
import { type Play, playSpeeds } from './use-play';

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
