import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import type { ScenarioRow } from '@/lib/series/tables/scenario-table';
import styles from './scenario-table.module.css';

interface ScenarioTableProps {
  /** At least one. */
  readonly rows: readonly ScenarioRow[];
  readonly baseline: string;
  onChoose(baseline: string): void;
}

export function ScenarioTable({ rows, baseline, onChoose }: ScenarioTableProps) {
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
              {cells.map(({ name, value, difference, words }) => (
                <td key={name} title={words}>
                  <span aria-hidden="true">{value}</span>
                  <span className={styles.difference} aria-hidden="true">
                    {difference}
                  </span>
                  <span className="visually-hidden">{words}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
