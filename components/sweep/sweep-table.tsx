import { FoldedTable } from '@/components/ui/scrolling/folded-table';
import type { Measure } from '@/lib/series/tables/outcome-measures';
import { runFailure, runFailureWords } from '@/lib/simulator/replay/run-failure';
import { numberText } from '@/lib/state/shared/typed-number';
import type { SweepRow } from '@/lib/sweep/sweep-rows';
import styles from './sweep-table.module.css';

interface SweepTableProps {
  readonly title: string;
  readonly measures: readonly Measure[];
  readonly rows: readonly SweepRow[];
  readonly present: number | undefined;
  onTake(value: number): void;
}

/** The charts as numbers. */
export function SweepTable({ title, measures, rows, present, onTake }: SweepTableProps) {
  const hasFailed = rows.some((row) => runFailure(row) !== undefined);
  return (
    <FoldedTable summary="Show as table" label="Sweep results">
      <thead>
        <tr>
          <th scope="col">Value</th>
          {measures.map(({ id, title: measured }) => (
            <th key={id} scope="col" className={styles.measure}>
              {measured}
            </th>
          ))}
          {hasFailed && <th scope="col">Outcome</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.value}
            aria-current={row.value === present ? 'true' : undefined}
            className={row.value === present ? styles.present : undefined}
          >
            <th scope="row">
              <button
                type="button"
                className={styles.take}
                aria-label={`Set ${title} to ${numberText(row.value)}`}
                onClick={() => onTake(row.value)}
              >
                {numberText(row.value)}
              </button>
            </th>
            {measures.map((measure) => {
              const amount = measure.of(row);
              return (
                <td key={measure.id} title={amount === undefined ? undefined : measure.exact(amount)}>
                  {amount === undefined ? '–' : measure.short(amount)}
                </td>
              );
            })}
            {hasFailed && <td>{endWords(row)}</td>}
          </tr>
        ))}
      </tbody>
    </FoldedTable>
  );
}

function endWords(row: SweepRow): string {
  const failure = runFailure(row);
  return failure === undefined ? '–' : runFailureWords(failure, failure.call + 1);
}
