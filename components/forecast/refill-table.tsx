import { CallLink } from '@/components/ui/call-link';
import { Icon } from '@/components/ui/icon';
import { FoldedTable } from '@/components/ui/scrolling/folded-table';
import { exactNumber, percent, shortNumber } from '@/lib/series/words/format-number';
import { isStuck, type Refill } from '@/lib/simulator/explain/forecast';
import styles from './refill-table.module.css';

interface RefillTableProps {
  readonly refills: readonly Refill[];
  onSelectCall(call: number): void;
}

/** A policy that compacts constantly would create thousands of rows. */
const MAX_ROWS = 200;

/** The same for every compaction, including the next one if known. */
export function RefillTable({ refills, onSelectCall }: RefillTableProps) {
  const shown = refills.slice(-MAX_ROWS);
  const isCut = shown.length < refills.length;
  const title = isCut ? `The last ${MAX_ROWS} of ${exactNumber(refills.length - 1)} compactions` : 'All compactions';
  return (
    <FoldedTable summary={title} label={title}>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">After</th>
          <th scope="col">Limit</th>
          <th scope="col">Per call</th>
          <th scope="col">Next</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((refill) => (
          <tr key={refill.from}>
            <th scope="row">
              {refill.compaction === undefined ? 'start' : <CallLink call={refill.from} onSelectCall={onSelectCall} />}
            </th>
            <td title={`${exactNumber(refill.floor)} tokens`}>{shortNumber(refill.floor)}</td>
            <td className={isStuck(refill) ? styles.stuck : undefined}>
              {percent(refill.floor / Math.max(1, refill.line))}
              {isStuck(refill) && (
                <>
                  <Icon name="warning" />
                  <span className="visually-hidden">, no progress</span>
                </>
              )}
            </td>
            <td>{refill.growth.average === undefined ? '–' : shortNumber(refill.growth.average)}</td>
            <td>{nextText(refill)}</td>
          </tr>
        ))}
      </tbody>
    </FoldedTable>
  );
}

function nextText({ from, nextAt, expectedCalls }: Refill): string {
  if (nextAt !== undefined) return `${exactNumber(nextAt - from)}`;
  return expectedCalls === undefined ? '–' : `≈ ${exactNumber(expectedCalls)}`;
}
