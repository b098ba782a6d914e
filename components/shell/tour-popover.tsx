'use client';

import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { type Placed, placeBeside } from '@/lib/base/place-beside';
import type { TourStep } from '@/lib/state/shared/tour';
import styles from './tour.module.css';
import { targetOf } from './tour-targets';

interface TourPopoverProps {
  readonly step: TourStep;
  readonly place: number;
  readonly of: number;
  onGo(direction: 1 | -1): void;
  onEnd(): void;
}

export function TourPopover({ step: { target, title, text }, place, of, onGo, onEnd }: TourPopoverProps) {
  const popover = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const [placed, setPlaced] = useState<Placed>();
  const id = useId();

  useShortcuts({ Escape: onEnd });

  useLayoutEffect(() => {
    const pointedAt = targetOf(target);
    const shown = popover.current;
    if (pointedAt === null || shown === null) return;
    const measure = () => {
      const size = { width: shown.offsetWidth, height: shown.offsetHeight };
      const view = { width: document.documentElement.clientWidth, height: innerHeight };
      const found = placeBeside(pointedAt.getBoundingClientRect(), size, view);
      setPlaced(found);
      return found;
    };
    pointedAt.style.scrollMarginTop = 'calc(var(--header) + var(--space-2))';
    pointedAt.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (measure().seen.height < pointedAt.offsetHeight) {
      pointedAt.scrollIntoView({ block: 'start', inline: 'nearest' });
      measure();
    }
    const observer = new ResizeObserver(measure);
    observer.observe(pointedAt);
    addEventListener('scroll', measure, { capture: true, passive: true });
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', measure, { capture: true });
      removeEventListener('resize', measure);
    };
  }, [target]);

  // Invisible elements cannot have the focus.
  const isPlaced = placed !== undefined;
  useEffect(() => {
    if (isPlaced) next.current?.focus({ preventScroll: true });
  }, [isPlaced]);

  return (
    <>
      {isPlaced && <div className={styles.ring} style={{ ...placed.seen }} aria-hidden="true" />}
      <div
        ref={popover}
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className={styles.popover}
        style={isPlaced ? { left: placed.left, top: placed.top } : { visibility: 'hidden' }}
      >
        <div className={styles.head}>
          <h2 id={`${id}-title`}>{title}</h2>
          <IconButton icon="close" label="End the tour (Esc)" onClick={onEnd} />
        </div>
        <p id={`${id}-text`}>{text}</p>
        <div className={styles.foot}>
          <p className={styles.place}>
            {place} of {of}
          </p>
          <Button disabled={place === 1} onClick={() => onGo(-1)}>
            Back
          </Button>
          <Button ref={next} look="main" onClick={() => onGo(1)}>
            {place === of ? 'Done' : 'Next'}
          </Button>
        </div>
      </div>
    </>
  );
}
