import type { ReactNode } from 'react';
import { RuleTag } from '@/components/rules/rule-tag';
import { classNames } from '@/components/ui/class-names';
import styles from './sum-table.module.css';

export interface SumLine {
  /** With its sign. */
  readonly amount: string;
  readonly name: ReactNode;
  readonly rule?: string;
  readonly look?: 'part' | 'total';
}

interface SumTableProps {
  readonly label: string;
  readonly lines: readonly SumLine[];
}

/** Labelled numbers in a column. */
export function SumTable({ label, lines }: SumTableProps) {
  return (
    <table className={styles.sum}>
      <caption className="visually-hidden">{label}</caption>
      <tbody>
        {[...lines.entries()].map(([place, { amount, name, rule, look }]) => (
          <tr key={place} className={classNames(look !== undefined && styles[look])}>
            <td>{amount}</td>
            <th scope="row">
              {name} {rule !== undefined && <RuleTag rule={rule} />}
            </th>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
