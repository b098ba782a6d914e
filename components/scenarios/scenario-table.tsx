import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import type { ScenarioCell, ScenarioRow } from '@/lib/series/tables/scenario-table';
import styles from './scenario-table.module.css';

interface ScenarioTableProps<Id extends string> {
  /** At least one. */
  readonly rows: readonly ScenarioRow<Id>[];
  readonly baseline: string;
  onChoose(baseline: string): void;
  /** What opens if a value of this row is clicked; nothing, if undefined. */
  opener?(row: Id, name: string): (() => void) | undefined;
}

export function ScenarioTable<Id extends string>({ rows, baseline, onChoose, opener }: ScenarioTableProps<Id>) {
  const names = rows[0]?.cells.map(({ name }) => name) ?? [];
  return (
    <ScrollArea className={styles.scroll} label="Scenario comparison">
      <table>
        <caption>Select a name to make it the baseline.</caption>
        <thead>
          <tr>
            <td />
            {names.map((name) => (
              <th key={name} scope="col">
                <button
                  type="button"
                  aria-pressed={name === baseline}
                  title="Use as baseline"
                  onClick={() => onChoose(name)}
                >
                  {name}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, title, cells }) => (
            <tr key={id}>
              <th scope="row">{title}</th>
              {cells.map((cell) => (
                <Cell key={cell.name} title={title} cell={cell} onOpen={opener?.(id, cell.name)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

interface CellProps {
  readonly title: string;
  readonly cell: ScenarioCell;
  readonly onOpen: (() => void) | undefined;
}

function Cell({ title, cell: { name, value, difference, words }, onOpen }: CellProps) {
  return (
    <td title={words}>
      {onOpen === undefined ? (
        <span aria-hidden="true">{value}</span>
      ) : (
        <button type="button" className={styles.opens} aria-label={`${title}, ${name}: ${words}`} onClick={onOpen}>
          <span aria-hidden="true">{value}</span>
        </button>
      )}
      <span className={styles.difference} aria-hidden="true">
        {difference}
      </span>
      {onOpen === undefined && <span className="visually-hidden">{words}</span>}
    </td>
  );
}
