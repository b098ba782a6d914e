import { exactNumber, shortNumber } from '@/lib/series/format-number';
import type { SimulationEvent } from '@/lib/series/simulation-events';
import { SimulatedMark } from './event-mark';
import { eventReason, eventSizes, eventTitle } from './event-names';
import styles from './simulation-tooltip.module.css';

interface EventLineProps {
  readonly event: SimulationEvent;
  readonly hasCall?: boolean;
}

/** What happened, in a tooltip. */
export function EventLine({ event, hasCall = false }: EventLineProps) {
  const sizes = eventSizes(event);
  return (
    <div className={styles.event}>
      <SimulatedMark kind={event.kind} />
      <p>
        {hasCall && `Call ${exactNumber(event.call + 1)}: `}
        {eventTitle(event)}
        {sizes !== undefined && `, ${shortNumber(sizes.before)} → ${shortNumber(sizes.after)}`}
        <br />
        <span className={styles.muted}>{eventReason(event)}</span>
      </p>
    </div>
  );
}
