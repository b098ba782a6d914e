import { useId, useState } from 'react';
import { CutName } from '@/components/messages/cut-name';
import { NumberText } from '@/components/ui/number-text';
import { dollars } from '@/lib/series/words/format-dollars';
import { counted, exactNumber, percent, shortNumber } from '@/lib/series/words/format-number';
import type { Contents, ContentsRow } from '@/lib/simulator/recorded/contents';
import type { ContentsScope } from './contents-scope';
import styles from './contents-table.module.css';

interface ContentsTableProps<Row extends ContentsRow> {
  readonly title: string;
  /** In the title. */
  readonly when: string;
  readonly contents: Contents;
  readonly scope: ContentsScope;
  readonly rows: readonly Row[];
  readonly chart?: string;
  /** What a row does. */
  readonly explains: string;
  /** Of the rows that are not shown at first. Without it, all are. */
  readonly more?: string;
  readonly hasTotal?: boolean;
  nameOf(row: Row): string;
  colorOf(row: Row): string | undefined;
  actionOf(row: Row): (() => void) | undefined;
}

const SHOWN = 8;
const ESTIMATE = 'estimated from length, in proportion to the total';

/** What fills the context, largest share first; the row without a name is the last. */
export function ContentsTable<Row extends ContentsRow>(props: ContentsTableProps<Row>) {
  const { title, when, contents, scope, rows, chart, explains, more, hasTotal = false } = props;
  const { nameOf, colorOf, actionOf } = props;
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const hasCost = contents.callsWithoutPrice <= contents.call;
  const sizeOf = (row: ContentsRow) => (scope === 'call' ? row.tokens : row.carried);
  const total = scope === 'call' ? contents.tokens : contents.carried;
  // What has no tool or no file may be many times as large: its bar would hide the others.
  const named = hasTotal ? rows : rows.filter(({ name }) => name !== undefined);
  if (named.length === 0) return null;
  const largest = Math.max(1, ...named.map(sizeOf));
  const sorted = hasTotal ? rows : named.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const rest = hasTotal ? [] : rows.filter(({ name }) => name === undefined);
  const isCut = more !== undefined && sorted.length > SHOWN + 1;
  const shown = isCut && !showsAll ? sorted.slice(0, SHOWN) : sorted;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title} <span className={styles.muted}>{when}</span>
      </h2>
      <table className={styles.table} data-chart={chart}>
        <thead>
          <Heads scope={scope} hasCost={hasCost} since={contents.since} />
        </thead>
        <tbody>
          {[...shown, ...rest].map((row) => {
            const name = nameOf(row);
            const size = sizeOf(row);
            const act = actionOf(row);
            return (
              <tr key={row.name ?? ''} className={size === 0 ? styles.none : undefined}>
                <th scope="row">
                  {act === undefined ? (
                    <span className={styles.name}>
                      <CutName text={name} />
                    </span>
                  ) : (
                    <button type="button" className={styles.name} title={hint(name, row, explains)} onClick={act}>
                      <CutName text={name} />
                    </button>
                  )}
                  {(hasTotal || row.name !== undefined) && (
                    <span
                      className={styles.fill}
                      style={{ width: `${(size / largest) * 100}%`, backgroundColor: colorOf(row) }}
                    >
                      {row.name === 'system' && <Hatch {...props} of={size} />}
                    </span>
                  )}
                </th>
                <td>
                  <NumberText value={size} unit={unitOf(scope)} isEstimate={size > 0} source={ESTIMATE} />
                </td>
                <td className={styles.share}>{size === 0 ? '' : percent(size / Math.max(1, total))}</td>
                <td className={styles.share}>{scope === 'call' ? signed(row.growth) : shortNumber(row.added)}</td>
                <td className={styles.share} title={`${exactNumber(row.carried)} tokens × calls`}>
                  {hasCost ? costText(row) : scope === 'call' && shortNumber(row.carried)}
                </td>
              </tr>
            );
          })}
        </tbody>
        {hasTotal && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>
                <NumberText value={total} unit={unitOf(scope)} source="the sum of this table" />
              </td>
              <td />
              <td />
              <td title={`${exactNumber(contents.carried)} tokens × calls`}>{hasCost && dollars(contents.dollars)}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {isCut && (
        <button type="button" className={styles.more} aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `${exactNumber(sorted.length - SHOWN)} ${more}`}
        </button>
      )}
    </section>
  );
}

interface HeadsProps {
  readonly scope: ContentsScope;
  readonly hasCost: boolean;
  readonly since: number;
}

function Heads({ scope, hasCost, since }: HeadsProps) {
  const atCall = scope === 'call';
  return (
    <tr>
      <th scope="col">
        <span className="visually-hidden">Name</span>
      </th>
      {atCall ? (
        <th scope="col" title="Tokens of this call">
          Tokens
        </th>
      ) : (
        <th scope="col" title="Tokens × calls that they stayed in the context">
          Carried
        </th>
      )}
      <th scope="col" title={atCall ? 'Share of this call' : 'Share of all that was carried'}>
        Share
      </th>
      {atCall ? (
        <th scope="col" title={`Since call ${exactNumber(since + 1)}, the first after the latest full compaction`}>
          Growth
        </th>
      ) : (
        <th scope="col" title="Tokens that came into the context, each time that they did">
          Added
        </th>
      )}
      {hasCost ? (
        <th
          scope="col"
          title={`${atCall ? 'Up to this call: t' : 'T'}okens × calls, at the price of reading the cache`}
        >
          Cost
        </th>
      ) : (
        <th scope="col" title="Tokens × calls, up to this call">
          {atCall && 'Carried'}
        </th>
      )}
    </tr>
  );
}

/** The part that is not in the file. */
function Hatch({ contents, scope, of }: Pick<ContentsTableProps<ContentsRow>, 'contents' | 'scope'> & { of: number }) {
  const missing = Math.min(of, scope === 'call' ? contents.notInFile : contents.carriedNotInFile);
  return missing > 0 && <span className={styles.hatch} style={{ width: `${(missing / of) * 100}%` }} />;
}

function hint(name: string, { results }: ContentsRow, explains: string): string {
  return `${name}${results === 0 ? '' : `: ${counted(results, 'result')}`}. ${explains}`;
}

function unitOf(scope: ContentsScope): string {
  return scope === 'call' ? 'tokens' : 'tokens × calls';
}

function costText({ carried, dollars: cost }: ContentsRow): string {
  return carried === 0 ? '' : dollars(cost);
}

function signed(change: number): string {
  if (change === 0) return '';
  return `${change > 0 ? '+' : '−'}${shortNumber(Math.abs(change))}`;
}
