import { Explained } from '@/components/ui/explained';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import { TimeText } from '@/components/ui/time-text';
import { dimensionIds, dimensions } from '@/lib/judge/dimensions';
import { type RatingSpread, ratingSpread } from '@/lib/judge/trial';
import { dollars } from '@/lib/series/words/format-dollars';
import { ratingText } from '@/lib/series/words/judge-words';
import type { Judgement } from '@/lib/state/prompts/prompt-judgement';
import styles from './judge-table.module.css';
import type { JudgedColumn } from './judged-columns';
import { RatingRange } from './rating-range';

/** Six dimensions, each with its spread, and no overall number. */
export function JudgeTable({ columns }: { readonly columns: readonly JudgedColumn[] }) {
  if (columns.every(({ judgement }) => judgement === undefined)) return null;
  return (
    <>
      {!areComparable(columns) && (
        <p className={styles.warning}>
          Judged by different models or with different questions. Scores are comparable only within a column.
        </p>
      )}
      <ScrollArea className={styles.scroll} label="Judge scores">
        <table className={styles.table}>
          <caption className="visually-hidden">
            Points from 0 to 5: median, minimum and maximum over all repeats
          </caption>
          <thead>
            <tr>
              <th scope="col">0 to 5 points</th>
              {columns.map(({ column, place, title }) => (
                <th key={column} scope="col">
                  <span className={styles.place}>{place}</span> {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {dimensionIds.map((id) => (
              <tr key={id}>
                <th scope="row">
                  <Explained explanation={dimensions[id].explanation} className={styles.name}>
                    {dimensions[id].name}
                  </Explained>
                </th>
                {columns.map(({ column, judgement }) => (
                  <td key={column}>{judgement && <Points spread={ratingSpread(judgement.trials, id)} />}</td>
                ))}
              </tr>
            ))}
            <tr className={styles.about}>
              <th scope="row">Judged</th>
              {columns.map(({ column, judgement }) => (
                <td key={column}>{judgement === undefined ? 'not judged' : <About judgement={judgement} />}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </ScrollArea>
    </>
  );
}

function Points({ spread }: { readonly spread: RatingSpread | undefined }) {
  if (spread === undefined) return <span className={styles.muted}>not asked</span>;
  return (
    <span className={styles.points}>
      <RatingRange spread={spread} />
      <span>{ratingText(spread)}</span>
    </span>
  );
}

function About({ judgement: { model, trials, repeats, failures, sent, atMs } }: { readonly judgement: Judgement }) {
  return (
    <>
      by {model}, {trials.length} of {repeats} times
      {sent?.dollars !== undefined && `, ${dollars(sent.dollars)}`}, <TimeText timeMs={atMs} />
      {[...failures.entries()].map(([place, { what }]) => (
        <span key={place} className={styles.failure}>
          One repeat without a verdict: {what}
        </span>
      ))}
    </>
  );
}

function areComparable(columns: readonly JudgedColumn[]): boolean {
  const asked = columns.flatMap(({ judgement }) =>
    judgement === undefined ? [] : [JSON.stringify([judgement.model, judgement.probes])],
  );
  return new Set(asked).size < 2;
}
