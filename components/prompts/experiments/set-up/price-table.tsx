import { RuleTag } from '@/components/rules/rule-tag';
import { FoldedTable } from '@/components/ui/scrolling/folded-table';
import framed from '@/components/ui/scrolling/framed.module.css';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import type { Sending } from '@/lib/experiments/experiment';
import type { ExperimentPrice } from '@/lib/experiments/price';
import { millsText } from '@/lib/series/words/format-dollars';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { DraftDesign } from '@/lib/state/experiments/experiment-draft';
import { boundaryTitle, rowTitle } from '@/lib/state/experiments/experiment-words';
import styles from './set-up.module.css';

interface PriceTableProps {
  readonly design: DraftDesign;
  readonly price: ExperimentPrice;
  /** Some boundaries are not counted yet. */
  readonly isCounting?: boolean;
  readonly sending?: Sending;
}

const boundTitles = {
  each: {
    least: 'All input from the cache, and no output',
    likely: 'One request for each answer, with usual output',
    most: 'All attempts, nothing from the cache, the longest output',
  },
  batch: {
    least: 'A quarter less input than counted, and no output',
    likely: 'One request for each answer, with usual output',
    most: 'A quarter more input than counted, the longest output',
  },
} as const;

/** [V4] The price of each row, of each cell, and of everything: the sum of the rows. */
export function PriceTable({ design, price, isCounting = false, sending = 'each' }: PriceTableProps) {
  const bounds = boundTitles[sending];
  const { rows, boundaries } = design;
  const { unpriced, tooLong } = price;
  return (
    <section className={styles.price} aria-label="Price">
      <p>
        {counted(boundaries.length, 'boundary', 'boundaries')} × {counted(rows.length, 'row')}:{' '}
        {counted(price.answers, 'answer')} of models. <RuleTag rule="V4" />
        {isCounting && <span className={styles.muted}> Counting more…</span>}
      </p>
      <ScrollArea className={framed.frame} label="Price of each row">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Answers</th>
              <th scope="col" title={bounds.least}>
                Min
              </th>
              <th scope="col" title={bounds.likely}>
                Likely
              </th>
              <th scope="col" title={bounds.most}>
                Max
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const own = price.rows.find((each) => each.row === row.id);
              const isUnpriced = row.type === 'model' && unpriced.includes(row.model);
              return (
                <tr key={row.id}>
                  <th scope="row">{rowTitle(row)}</th>
                  {row.type !== 'model' || own === undefined ? (
                    <td colSpan={4}>free</td>
                  ) : (
                    <>
                      <td>{exactNumber(own.answers)}</td>
                      {isUnpriced ? (
                        <td colSpan={3}>unknown price</td>
                      ) : (
                        (['least', 'likely', 'most'] as const).map((bound) => (
                          <td key={bound}>{millsText(own[bound])}</td>
                        ))
                      )}
                    </>
                  )}
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{exactNumber(price.answers)}</td>
              <td>{millsText(price.least)}</td>
              <td>{millsText(price.likely)}</td>
              <td data-total="most">{millsText(price.most)}</td>
            </tr>
          </tfoot>
        </table>
      </ScrollArea>
      {price.cells.length > 0 && (
        <FoldedTable summary="Max price of each cell" label="Max price of each cell">
          <thead>
            <tr>
              <th scope="col">Row</th>
              {boundaries.map((boundary) => (
                <th key={boundary.id} scope="col">
                  {boundaryTitle(boundary)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{rowTitle(row)}</th>
                {boundaries.map(({ id }) => {
                  const cell = price.cells.find((each) => each.row === row.id && each.boundary === id);
                  return <td key={id}>{cell === undefined ? 'free' : millsText(cell.most)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </FoldedTable>
      )}
      {unpriced.length > 0 && (
        <p className={styles.warning}>
          The price of {unpriced.join(', ')} is unknown: its rows are not in the total, and may cost more.
        </p>
      )}
      {tooLong > 0 && (
        <p className={styles.warning}>
          {counted(tooLong, 'cell')} may not fit into the model’s window. The API will reject such a request
          {sending === 'batch' ? '.' : ', and it is retried without the oldest rounds.'}
        </p>
      )}
    </section>
  );
}
