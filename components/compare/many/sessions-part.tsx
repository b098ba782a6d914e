import { useVirtualizer } from '@tanstack/react-virtual';
import Link from 'next/link';
import { useMemo, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { type Measure, measures } from '@/lib/rows/totals/measures';
import type { ComparedSessions } from '@/lib/series/rows/compared-sessions';
import { differenceText, measureText } from '@/lib/series/rows/measure-words';
import { sessionErrorWords } from '@/lib/series/rows/model-errors';
import {
  type LineCell,
  type LineOrder,
  type SessionLine,
  sessionLines,
  sortedLines,
} from '@/lib/series/rows/session-lines';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { ComparePart } from '../compare-part';
import styles from './sessions-part.module.css';
import type { ManyLook } from './use-many-look';

interface SessionsPartProps {
  readonly compared: ComparedSessions;
  readonly look: ManyLook;
  onLook(change: Partial<ManyLook>): void;
  addressOf(session: string, policy: number): string | undefined;
}

const WORST = 10;
const ROW_HEIGHT = 41;

/** The sessions that are worst under a policy, or all of them. */
export function SessionsPart({ compared, look, onLook, addressOf }: SessionsPartProps) {
  const { names, sessions, baseline } = compared;
  const order = look.order ?? usualOrder(compared);
  const measure = measures[look.measure];
  const lines = useMemo(
    () => sortedLines(sessionLines(compared, look.measure), order, baseline),
    [compared, look.measure, order, baseline],
  );
  const shown = look.showsAll ? lines : lines.slice(0, WORST);
  const scroll = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: shown.length,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => shown[index]?.id ?? index,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const columns = names.length + 2;
  const sort = (by: LineOrder['by']) =>
    onLook({ order: { by, isDescending: order.by === by ? !order.isDescending : by !== 'title' } });
  return (
    <ComparePart
      title={look.showsAll ? 'Sessions' : titleOf(order, names, Math.min(WORST, sessions.length))}
      buttons={
        sessions.length > WORST && (
          <Button onClick={() => onLook({ showsAll: !look.showsAll })}>
            {look.showsAll ? `Show ${WORST}` : `Show all ${exactNumber(sessions.length)}`}
          </Button>
        )
      }
    >
      <p className={styles.note}>
        {measure.title} of each session, and the difference from {names[baseline]}. A number opens the session in
        Simulate under that policy.
      </p>
      <section ref={scroll} className={styles.scroll} aria-label="Sessions, scrolling" data-all={look.showsAll}>
        <table className={styles.table} aria-label="Sessions" aria-rowcount={shown.length + 1}>
          <thead>
            <tr>
              <SortHead title="Session" by="title" order={order} onSort={sort} />
              {names.map((name, index) => (
                <SortHead key={name} title={name} by={index} order={order} onSort={sort} />
              ))}
              <th scope="col">Model error</th>
            </tr>
          </thead>
          <tbody>
            {above > 0 && <Space height={above} columns={columns} />}
            {items.map(({ index, key }) => {
              const line = shown[index];
              return (
                line && (
                  <tr key={key} ref={virtualizer.measureElement} data-index={index} aria-rowindex={index + 2}>
                    <th scope="row">
                      <span className={styles.title} title={line.title}>
                        {line.title}
                      </span>
                      <span className={styles.muted}>{sizeWords(line)}</span>
                    </th>
                    {line.cells.map((cell, policy) => (
                      <Cell
                        key={names[policy]}
                        cell={cell}
                        measure={measure}
                        name={names[policy] ?? ''}
                        title={line.title}
                        address={addressOf(line.id, policy)}
                      />
                    ))}
                    <td className={styles.error}>
                      {line.error === undefined ? '' : line.error === null ? '–' : sessionErrorWords(line.error)}
                    </td>
                  </tr>
                )
              );
            })}
            {below > 0 && <Space height={below} columns={columns} />}
          </tbody>
        </table>
      </section>
    </ComparePart>
  );
}

/** The last of the others: what was added last is what somebody looks at. */
function usualOrder({ names, baseline }: ComparedSessions): LineOrder {
  const last = names.length - 1;
  return { by: last === baseline ? Math.max(0, last - 1) : last, isDescending: true };
}

function titleOf({ by, isDescending }: LineOrder, names: readonly string[], count: number): string {
  if (by === 'title') return `First ${exactNumber(count)}`;
  return `${isDescending ? 'Worst' : 'Best'} ${exactNumber(count)} under ${names[by] ?? ''}`;
}

function sizeWords({ calls, subAgents }: SessionLine): string {
  if (calls === undefined) return '';
  return `${counted(calls, 'call')}${subAgents === 0 ? '' : `, ${counted(subAgents, 'sub-agent')}`}`;
}

interface SortHeadProps {
  readonly title: string;
  readonly by: LineOrder['by'];
  readonly order: LineOrder;
  onSort(by: LineOrder['by']): void;
}

function SortHead({ title, by, order, onSort }: SortHeadProps) {
  const isSorted = order.by === by;
  return (
    <th scope="col" aria-sort={!isSorted ? 'none' : order.isDescending ? 'descending' : 'ascending'}>
      <button type="button" onClick={() => onSort(by)}>
        {title}
        <span className={styles.order} data-on={isSorted} data-down={order.isDescending}>
          <Icon name="chevron" />
        </span>
      </button>
    </th>
  );
}

function Space({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    <tr className={styles.space}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

interface CellProps {
  readonly cell: LineCell;
  readonly measure: Measure;
  readonly name: string;
  readonly title: string;
  readonly address: string | undefined;
}

function Cell({ cell: { value, difference, state, endedAt, failure }, measure, name, title, address }: CellProps) {
  if (state === 'computing') return <td className={styles.muted}>…</td>;
  if (state === 'no-result') {
    return (
      <td className={styles.bad} title={failure ? `${failure.what} ${failure.advice}` : undefined}>
        no result
      </td>
    );
  }
  const text = value === undefined ? '–' : measureText(measure, value);
  return (
    <td title={state === 'unknown' ? 'Unknown' : undefined}>
      {address === undefined ? (
        text
      ) : (
        <Link prefetch={false} href={address} aria-label={`${title}, ${name}: ${text}. Simulate`}>
          {text}
        </Link>
      )}
      <span className={styles.second}>
        {state === 'ended-early' ? (
          <span className={styles.bad}>
            {endedAt === undefined ? 'ended early' : `ended at ${exactNumber(endedAt + 1)}`}
          </span>
        ) : (
          difference !== undefined && differenceText(measure, difference)
        )}
      </span>
    </td>
  );
}
