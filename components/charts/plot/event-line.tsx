import type { SimulationEvent } from '@/lib/series/chart/simulation-events';
import { exactNumber, shortNumber } from '@/lib/series/words/format-number';
import { SimulatedMark } from '../marks/event-mark';
import { eventReason, eventSizes, eventTitle } from '../marks/event-names';
import styles from './simulation-tooltip.module.css';

interface EventLineProps {
  readonly event: SimulationEvent;
  readonly hasCall?: boolean;
}

/** An event in a tooltip. */
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
