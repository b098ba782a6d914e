import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './threshold-slider.module.css';

interface ThresholdSliderProps {
  /** In pixels below the top of what it is in. */
  readonly top: number;
  readonly percent: number;
  readonly lowest: number;
  readonly highest: number;
  /** Written on the line. */
  readonly name: string;
  /** Read by screen readers. */
  readonly text: string;
  percentAt(y: number): number;
  onPercent(percent: number): void;
}

const PAGE = 10;

/** A line across a plot. A browser's own slider would be pressed anywhere on its track, and a phone could not scroll there. */
export function ThresholdSlider(props: ThresholdSliderProps) {
  const { top, percent, lowest, highest, name, text, percentAt, onPercent } = props;
  /** From the line to where it was grabbed, in pixels. */
  const grabbed = useRef(0);
  const handle = useRef<HTMLDivElement>(null);
  const take = (wanted: number) => onPercent(Math.max(lowest, Math.min(highest, Math.round(wanted))));

  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = targetOf(event.key, percent, lowest, highest);
    if (wanted === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    take(wanted);
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = event.clientY - placeOf(event) - top;
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    take(percentAt(event.clientY - placeOf(event) - grabbed.current));
  };

  return (
    <div
      className={styles.line}
      style={{ top }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      // Not before: the press itself still moves the focus.
      onPointerUp={() => handle.current?.focus({ preventScroll: true })}
    >
      <span className={styles.name} data-below={percent > NAMED_BELOW_FROM} aria-hidden="true">
        {name}
      </span>
      <div
        ref={handle}
        className={styles.handle}
        role="slider"
        tabIndex={0}
        aria-label="Compact at, in percent of the effective window"
        aria-orientation="vertical"
        aria-valuemin={lowest}
        aria-valuemax={highest}
        aria-valuenow={percent}
        aria-valuetext={text}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** Above the line its name would be cut off by what is above the plot. */
const NAMED_BELOW_FROM = 90;

/** The top of what the line is in, in the window. */
function placeOf({ currentTarget }: PointerEvent<HTMLElement>): number {
  return currentTarget.parentElement?.getBoundingClientRect().top ?? 0;
}

function targetOf(key: string, percent: number, lowest: number, highest: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return percent + 1;
    case 'ArrowDown':
    case 'ArrowLeft':
      return percent - 1;
    case 'PageUp':
      return percent + PAGE;
    case 'PageDown':
      return percent - PAGE;
    case 'Home':
      return lowest;
    case 'End':
      return highest;
    default:
      return undefined;
  }
}
