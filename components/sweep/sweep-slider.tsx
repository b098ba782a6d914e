import type { KeyboardEvent } from 'react';
import type { SweepRow } from '@/lib/sweep/sweep-rows';
import styles from './sweep-slider.module.css';

interface SweepSliderProps {
  readonly label: string;
  /** Of the selected row. */
  readonly words: string;
  readonly rows: readonly SweepRow[];
  readonly row: SweepRow;
  /** From 0 to 1. */
  readonly place: number;
  onPoint(value: number): void;
  onTake(value: number): void;
}

const PAGE = 10;

/**
 * Keyboard access to the charts. It handles its keys itself, because the page steps through the calls with the same ones.
 */
export function SweepSlider({ label, words, rows, row, place, onPoint, onTake }: SweepSliderProps) {
  const index = rows.indexOf(row);
  const pointAt = (next: number) => {
    const found = rows[Math.max(0, Math.min(rows.length - 1, next))];
    if (found !== undefined) onPoint(found.value);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfterKey(event.key, index, rows.length);
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === undefined) onTake(row.value);
    else pointAt(next);
  };

  return (
    <>
      <input
        type="range"
        className={styles.slider}
        aria-label={label}
        aria-valuetext={`${words}. Press Enter to apply`}
        min={0}
        max={rows.length - 1}
        value={index}
        onChange={(event) => pointAt(Number(event.target.value))}
        onKeyDown={onKeyDown}
      />
      <span className={styles.handle} style={{ left: `${place * 100}%` }} />
    </>
  );
}

function indexAfterKey(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return index + 1;
    case 'ArrowLeft':
    case 'ArrowDown':
      return index - 1;
    case 'PageUp':
      return index + PAGE;
    case 'PageDown':
      return index - PAGE;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
