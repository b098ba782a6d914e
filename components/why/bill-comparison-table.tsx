import { billComparison } from '@/lib/series/tables/bill-comparison';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { RecordedBill } from '@/lib/simulator/recorded/recorded-bill';
import styles from './recorded-against-simulated.module.css';

interface BillComparisonTableProps {
  readonly recorded: RecordedBill;
  readonly simulation: Simulation;
}

/** [E2] The recorded bill of the session, and the bill under this policy. */
export function BillComparisonTable({ recorded, simulation }: BillComparisonTableProps) {
  const { rows, notes } = billComparison(recorded, simulation);
  return (
    <>
      <h4>Whole-session bill</h4>
      <table className={styles.table} aria-label="Recorded and simulated bill">
        <thead>
          <tr>
            <td />
            <th scope="col">Recorded</th>
            <th scope="col">Simulated</th>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, recorded: theirs, simulated, difference }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{theirs}</td>
              <td>{simulated}</td>
              <td>{difference ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes.map((note) => (
        <p key={note} className={styles.muted}>
          {note}
        </p>
      ))}
    </>
  );
}
