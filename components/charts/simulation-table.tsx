'use client';

import { memo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import type { SimulationEvent } from '@/lib/series/chart/simulation-events';
import { exactNumber } from '@/lib/series/words/format-number';
import type { TimelineEvent } from '@/lib/simulator/recorded/timeline';
import { describeEvent } from './marks/boundary-names';
import { eventReason, eventSizes, eventTitle } from './marks/event-names';
import styles from './simulation-table.module.css';

interface SimulationTableProps {
  readonly events: readonly SimulationEvent[];
  readonly recorded: readonly TimelineEvent[];
  readonly calls: number;
  onSelect(call: number): void;
}

const ROWS_AT_ONCE = 200;

/** The marks of the chart as text and numbers. */
export const SimulationTable = memo(function SimulationTable(props: SimulationTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles.long}>Show events as a </span>table
      </summary>
      {isOpen && <Rows {...props} />}
    </details>
  );
});

function Rows({ events, recorded, calls, onSelect }: SimulationTableProps) {
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const rows = [
    ...events.map((event) => simulatedRow(event, calls)),
    ...recorded.map((event) => recordedRow(event, calls)),
  ].sort((a, b) => a.call - b.call);
  if (rows.length === 0) return <p className={styles.empty}>Nothing is removed from the context in this session.</p>;
  return (
    <ScrollArea className={styles.scroll} label="Events by call">
      <table>
        <thead>
          <tr>
            <th scope="col">Before call</th>
            <th scope="col">Event</th>
            <th scope="col">Tokens before</th>
            <th scope="col">After</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map(({ key, call, what, sizes, why }) => (
            <tr key={key}>
              <th scope="row">
                <button type="button" className={styles.call} onClick={() => onSelect(call)}>
                  {exactNumber(call + 1)}
                </button>
              </th>
              <td className={styles.words}>{what}</td>
              <td>{sizes.before === undefined ? '' : exactNumber(sizes.before)}</td>
              <td>{sizes.after === undefined ? '' : exactNumber(sizes.after)}</td>
              <td className={styles.words}>{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most && (
        <Button look="quiet" onClick={() => setMost(most + ROWS_AT_ONCE)}>
          {exactNumber(Math.min(ROWS_AT_ONCE, rows.length - most))} more of {exactNumber(rows.length - most)}
        </Button>
      )}
    </ScrollArea>
  );
}

interface Row {
  readonly key: string;
  readonly call: number;
  readonly what: string;
  readonly sizes: { readonly before?: number | undefined; readonly after?: number | undefined };
  readonly why: string;
}

function simulatedRow(event: SimulationEvent, calls: number): Row {
  return {
    key: `simulated ${event.order}`,
    call: Math.min(event.call, calls - 1),
    what: eventTitle(event),
    sizes: eventSizes(event) ?? {},
    why: eventReason(event),
  };
}

function recordedRow(event: TimelineEvent, calls: number): Row {
  return {
    key: `recorded ${event.boundary}`,
    call: Math.min(event.call, calls - 1),
    what: 'Recorded',
    sizes: { before: event.before, after: event.after },
    why: describeEvent(event),
  };
}
