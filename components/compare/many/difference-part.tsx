import { useMemo } from 'react';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import { FEWEST_DIFFERENT, FEWEST_SESSIONS, type Interval } from '@/lib/rows/statistics/bootstrap-interval';
import { type MeasureId, measures } from '@/lib/rows/totals/measures';
import type { ComparedSessions } from '@/lib/series/rows/compared-sessions';
import { type DifferenceRow, differenceTable } from '@/lib/series/rows/difference-table';
import { changeText, comparedMeasures, differenceText } from '@/lib/series/rows/measure-words';
import { exactNumber, percent } from '@/lib/series/words/format-number';
import { ComparePart } from '../compare-part';
import styles from './many-page.module.css';

interface DifferencePartProps {
  readonly compared: ComparedSessions;
  readonly measure: MeasureId;
  onMeasure(measure: MeasureId): void;
}

/** Each policy against the baseline, session by session. */
export function DifferencePart({ compared, measure, onMeasure }: DifferencePartProps) {
  const rows = useMemo(() => differenceTable(compared, measure), [compared, measure]);
  const baseline = compared.names[compared.baseline] ?? '';
  return (
    <ComparePart
      title={`Paired differences from ${baseline}`}
      buttons={<MeasureChoice measure={measure} onMeasure={onMeasure} />}
    >
      <ScrollArea className={styles.table} label="Paired differences">
        <table>
          <thead>
            <tr>
              <th scope="col">Policy</th>
              <th scope="col">Sessions</th>
              <th scope="col">Mean</th>
              <th scope="col">95 % interval</th>
              <th scope="col">Median</th>
              <th scope="col">Less</th>
              <th scope="col">Same</th>
              <th scope="col">More</th>
              <th scope="col">Sum</th>
              <th scope="col">95 % interval</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.name} row={row} measure={measure} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <p className={styles.note}>
        {measures[measure].title} of each session, minus that of the same session under {baseline}. The interval holds
        the mean over other sessions of this kind in 95 of 100 cases; it needs {FEWEST_SESSIONS} sessions,{' '}
        {FEWEST_DIFFERENT} of which differ. Sessions that either policy ended early are left out.
      </p>
    </ComparePart>
  );
}

/** Also of the list of sessions below. */
function MeasureChoice({ measure, onMeasure }: Pick<DifferencePartProps, 'measure' | 'onMeasure'>) {
  return (
    <div className={styles.choice}>
      <select
        aria-label="Measure"
        value={measure}
        onChange={({ target }) => {
          const chosen = comparedMeasures.find((id) => id === target.value);
          if (chosen !== undefined) onMeasure(chosen);
        }}
      >
        {comparedMeasures.map((id) => (
          <option key={id} value={id}>
            {measures[id].title}
          </option>
        ))}
      </select>
    </div>
  );
}

function Row({
  row: { name, difference, leftOut },
  measure: id,
}: {
  readonly row: DifferenceRow;
  readonly measure: MeasureId;
}) {
  const measure = measures[id];
  const { pairs, mean, median, interval, lower, same, higher, change, changeInterval } = difference;
  const out = leftOut['ended-early'] + leftOut['no-result'] + leftOut.unknown;
  const amount = (value: number | null) => (value === null ? '–' : differenceText(measure, value));
  const share = (count: number) => (pairs === 0 ? '–' : count === 0 ? '0' : percent(count / pairs));
  return (
    <tr>
      <th scope="row">{name}</th>
      <td title={leftOutWords(leftOut)}>
        {exactNumber(pairs)}
        {out > 0 && <span className={styles.muted}> of {exactNumber(pairs + out)}</span>}
      </td>
      <td>{amount(mean)}</td>
      <td>{intervalText(interval, amount)}</td>
      <td>{amount(median)}</td>
      <td title={`${exactNumber(lower)} sessions`}>{share(lower)}</td>
      <td title={`${exactNumber(same)} sessions`}>{share(same)}</td>
      <td title={`${exactNumber(higher)} sessions`}>{share(higher)}</td>
      <td>{change === null ? '–' : changeText(change)}</td>
      <td>{intervalText(changeInterval, changeText)}</td>
    </tr>
  );
}

function intervalText(interval: Interval | null, text: (value: number) => string) {
  if (interval === null) return <span className={styles.muted}>too few</span>;
  return `${text(interval.low)} … ${text(interval.high)}`;
}

function leftOutWords(leftOut: DifferenceRow['leftOut']): string | undefined {
  const words = [
    [leftOut.computing, 'not computed yet'],
    [leftOut['ended-early'], 'ended early'],
    [leftOut['no-result'], 'without a result'],
    [leftOut.unknown, 'of which it is unknown'],
  ] as const;
  const said = words.flatMap(([count, what]) => (count === 0 ? [] : [`${exactNumber(count)} ${what}`]));
  return said.length === 0 ? undefined : `Left out: ${said.join(', ')}`;
}
