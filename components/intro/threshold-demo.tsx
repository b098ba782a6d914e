import { type ReactNode, useEffect, useState } from 'react';
import { ErrorNote } from '@/components/ui/error-note';
import { parseJson } from '@/lib/base/json';
import { fail, type Result } from '@/lib/base/result';
import { measures } from '@/lib/series/tables/outcome-measures';
import {
  parseThresholdTable,
  rowAt,
  type ThresholdRow,
  type ThresholdTable,
} from '@/lib/state/sessions/threshold-table';
import styles from './threshold-demo.module.css';
import { ThresholdPlot } from './threshold-plot';
import plot from './threshold-plot.module.css';

interface ThresholdDemoProps {
  /** Of the sample. */
  readonly title: string;
  /** Of its threshold table. */
  readonly file: string;
  /** To the view of a row. */
  renderLink(link: string, text: string): ReactNode;
}

/** Earlier than any agent compacts, and late enough to be sensible. */
const FIRST_PERCENT = 60;

/** A sample's context, and what another threshold would have changed. It takes the same space before there are numbers. */
export function ThresholdDemo({ title, file, renderLink }: ThresholdDemoProps) {
  const table = useTable(file);
  const [percent, setPercent] = useState(FIRST_PERCENT);
  const shown = table?.ok ? { table: table.value, row: rowAt(table.value, percent) } : undefined;
  return (
    <figure className={styles.demo} data-chart="threshold-demo" aria-label={`Context by call: ${title}`}>
      <figcaption className={styles.caption}>
        <strong>What if “{title}” had been compacted earlier? Drag the line.</strong>
        <span className={styles.legend}>
          <Key name="recorded">
            <path className={plot.area} d="M0 1H14V10H0Z" />
            <path className={plot.recorded} d="M0 1H14" />
          </Key>
          <Key name="recorded compaction">
            <path className={plot.compactions} d="M7 9L3 2L11 2Z" />
          </Key>
          <Key name="what if">
            <path className={plot.whatIf} d="M0 6H14" />
          </Key>
        </span>
      </figcaption>
      <div className={styles.plot}>
        {shown !== undefined && (
          <ThresholdPlot {...shown} words={figuresInWords(shown.table, shown.row)} onPercent={setPercent} />
        )}
        {table?.ok === false && (
          <ErrorNote what={`Could not show the sample: ${table.error}.`} advice="Reload, or open it below." />
        )}
      </div>
      <div className={styles.outcome}>
        <p className={styles.figures} data-figures>
          {shown !== undefined &&
            figuresOf(shown.table, shown.row).map(({ name, before, after, change }) => (
              <span key={name}>
                {name} <span className={styles.muted}>{before} →</span> <strong>{after}</strong>
                {change !== '' && <span className={styles.muted}> ({change})</span>}
              </span>
            ))}
        </p>
        {shown !== undefined && renderLink(shown.row.link, `Open in Simulate at ${shown.row.percent} %`)}
      </div>
    </figure>
  );
}

function Key({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <span>
      <svg width="14" height="10" aria-hidden="true">
        {children}
      </svg>{' '}
      {name}
    </span>
  );
}

interface Figure {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Empty if there is none. */
  readonly change: string;
}

/** Named and written as in Simulate. */
function figuresOf({ recorded }: ThresholdTable, row: ThresholdRow): readonly Figure[] {
  return [
    figure('compactions', recorded.compactedBefore.length, row.compactedBefore.length),
    figure('cost', recorded.cost, row.cost),
    figure('peak', recorded.peak, row.peak),
  ];
}

function figure(id: 'compactions' | 'cost' | 'peak', before: number, after: number): Figure {
  const { title, short, difference } = measures[id];
  const change = before === after ? '' : difference(after - before).short;
  return { name: title, before: short(before), after: short(after), change };
}

function figuresInWords(table: ThresholdTable, row: ThresholdRow): string {
  return figuresOf(table, row)
    .map(({ name, before, after }) => `${name.toLowerCase()} ${after} instead of ${before}`)
    .join(', ');
}

function useTable(file: string): Result<ThresholdTable> | undefined {
  const [table, setTable] = useState<Result<ThresholdTable>>();

  useEffect(() => {
    const reading = new AbortController();
    void readTable(file, reading.signal).then((read) => {
      if (!reading.signal.aborted) setTable(read);
    });
    return () => reading.abort();
  }, [file]);

  return table;
}

async function readTable(file: string, signal: AbortSignal): Promise<Result<ThresholdTable>> {
  const response = await fetch(`/samples/${encodeURIComponent(file)}`, { signal }).catch(() => undefined);
  if (response === undefined) return fail('the server is not responding');
  if (!response.ok) return fail(`status ${response.status}`);
  const text = await response.text().catch(() => undefined);
  if (text === undefined) return fail('the server is not responding');
  const json = parseJson(text);
  return json.ok ? parseThresholdTable(json.value) : json;
}
