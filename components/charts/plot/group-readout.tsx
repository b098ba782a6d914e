import type { EventGroup, RecordedGroup } from '@/lib/series/chart/group-events';
import type { ThresholdLine } from '@/lib/series/chart/threshold-lines';
import { exactNumber } from '@/lib/series/words/format-number';
import type { LineSetting } from '@/lib/state/policy/line-settings';
import { describeEvent } from '../marks/boundary-names';
import { EventMark } from '../marks/event-mark';
import { EventNote } from './event-note';
import styles from './readout.module.css';

const MAX_EVENTS = 6;

type GroupReadoutProps =
  | { readonly type: 'group'; readonly group: EventGroup }
  | { readonly type: 'recorded'; readonly group: RecordedGroup };

/** The events in one mark. */
export function GroupReadout(props: GroupReadoutProps) {
  const count = props.group.items.length;
  return (
    <>
      {count > 1 && <strong>{exactNumber(count)} events. Click to zoom.</strong>}
      {props.type === 'group'
        ? props.group.items.slice(0, MAX_EVENTS).map((event) => <EventNote key={event.order} event={event} hasCall />)
        : props.group.items.slice(0, MAX_EVENTS).map((event) => (
            <span key={event.boundary} className={styles.event}>
              <EventMark kind={event.kind} isGuess={event.isGuess} /> Call {exactNumber(event.call + 1)}, recorded:{' '}
              {describeEvent(event)}
            </span>
          ))}
      {count > MAX_EVENTS && <span className={styles.muted}>and {exactNumber(count - MAX_EVENTS)} more</span>}
    </>
  );
}

interface LineReadoutProps {
  /** Missing once it is hidden. */
  readonly line: ThresholdLine | undefined;
  readonly setting: LineSetting;
}

/** What a line is, and whether it can be moved. */
export function LineReadout({ line, setting }: LineReadoutProps) {
  if (line === undefined) return null;
  return (
    <>
      <strong>
        {line.name} {exactNumber(setting.type === 'set' ? setting.tokens : line.tokens)}
      </strong>
      {setting.type === 'set' ? (
        <>
          <span>
            {setting.title}: {setting.words}
          </span>
          <span className={styles.muted}>Drag to change it.</span>
        </>
      ) : (
        <span className={styles.muted}>Cannot be dragged: {setting.because}.</span>
      )}
    </>
  );
}
