import { dollars } from '@/lib/series/words/format-dollars';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { ProjectMemoryReport } from '@/lib/worker/engine/memory-messages';
import styles from './memory-tab.module.css';

const WAYS = [
  ['rules', 'Rules'],
  ['index', 'Index'],
  ['recalled', 'Recalled'],
] as const;

interface CarriedTableProps {
  readonly report: ProjectMemoryReport;
  readonly isByModel: boolean;
}

/** [A5] Tokens of each of the three ways, and what they cost. */
export function CarriedTable({ report, isByModel }: CarriedTableProps) {
  const { carried, calls, carriedCost, askedCost, asks } = report;
  const total = carried.rules + carried.index + carried.recalled;
  const row = (title: string, tokens: number) => (
    <tr key={title}>
      <th scope="row">{title}</th>
      <td>{exactNumber(calls === 0 ? 0 : Math.round(tokens / calls))}</td>
      <td>{exactNumber(tokens)}</td>
    </tr>
  );
  return (
    <section aria-labelledby="memory-carried">
      <h2 id="memory-carried" className={styles.title}>
        Carried
      </h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Way into the context</th>
            <th scope="col">per call</th>
            <th scope="col">tokens × calls</th>
          </tr>
        </thead>
        <tbody>
          {WAYS.map(([way, title]) => row(title, carried[way]))}
          {row('Together', total)}
        </tbody>
      </table>
      <p className={styles.muted}>
        Carrying it costs {costText(carriedCost)} with a warm cache. {counted(asks, 'request')} to choose and to save
        {isByModel ? ', of all sessions asked about,' : ''} cost {costText(askedCost)}. The curves “Memory: …” beside
        the chart show it for each call while memory is on.
      </p>
    </section>
  );
}

function costText({ dollars: sum, unknown }: ProjectMemoryReport['askedCost']): string {
  return unknown > 0 ? 'an unknown amount' : dollars(sum);
}
