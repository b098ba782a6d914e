import type { SimulationEvent } from '@/lib/series/chart/simulation-events';
import { exactNumber, shortNumber } from '@/lib/series/words/format-number';
import { SimulatedMark } from '../marks/event-mark';
import { eventReason, eventSizes, eventTitle } from '../marks/event-names';
import styles from './readout.module.css';

interface EventNoteProps {
  readonly event: SimulationEvent;
  readonly hasCall?: boolean;
}

/** A simulated event in the readout. */
export function EventNote({ event, hasCall = false }: EventNoteProps) {
  const sizes = eventSizes(event);
  return (
    <span className={styles.event}>
      <SimulatedMark kind={event.kind} /> {hasCall && `Call ${exactNumber(event.call + 1)}: `}
      {eventTitle(event)}
      {sizes !== undefined && `, ${shortNumber(sizes.before)} → ${shortNumber(sizes.after)}`}{' '}
      <span className={styles.muted}>{eventReason(event)}</span>
    </span>
  );
}
