import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import styles from './readout.module.css';

interface ReadoutProps {
  readonly place: HTMLElement | null;
  readonly children: ReactNode;
}

/**
 * The numbers of what is pointed at, else of the selected call. Drawn from within the plot into another place: if the chart
 * held what is pointed at, all of it would be drawn again at every move.
 */
export function Readout({ place, children }: ReadoutProps) {
  if (place === null) return null;
  return createPortal(
    <ScrollArea className={styles.readout} label="Numbers of the call">
      <div className={styles.line}>{children}</div>
    </ScrollArea>,
    place,
  );
}
