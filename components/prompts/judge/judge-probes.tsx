import { LazyDetails } from '@/components/why/lazy-details';
import { type DimensionId, dimensionIds, dimensions } from '@/lib/judge/dimensions';
import { type Probe, probeTopics } from '@/lib/judge/probe';
import type { Trial } from '@/lib/judge/trial';
import { findingCounts, findingWords, probeKindWords } from '@/lib/series/words/judge-words';
import styles from './judge-probes.module.css';
import type { JudgedColumn } from './judged-columns';

type Judged = JudgedColumn & { readonly judgement: NonNullable<JudgedColumn['judgement']> };

/** The questions, the answers, and the judge's reasons. */
export function JudgeProbes({ columns }: { readonly columns: readonly JudgedColumn[] }) {
  const judged = columns.filter((column): column is Judged => (column.judgement?.trials.length ?? 0) > 0);
  const [first] = judged;
  if (first === undefined) return null;
  // Answers to other questions are not shown.
  const same = judged.filter(({ judgement }) => sameQuestions(judgement.probes, first.judgement.probes));
  return (
    <div className={styles.folds}>
      <LazyDetails summary={`Questions, answers and verdicts: ${first.judgement.probes.length}`}>
        <ol className={styles.list}>
          {first.judgement.probes.map((probe) => (
            <li key={probe.id}>
              <ProbeDetails probe={probe} columns={same} />
            </li>
          ))}
        </ol>
      </LazyDetails>
      <LazyDetails summary="Reasons for scores">
        <ul className={styles.list}>
          {dimensionIds.map((id) => (
            <li key={id}>
              <Reasons id={id} columns={judged} />
            </li>
          ))}
        </ul>
      </LazyDetails>
    </div>
  );
}

function sameQuestions(a: readonly Probe[], b: readonly Probe[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function ProbeDetails({ probe, columns }: { readonly probe: Probe; readonly columns: readonly Judged[] }) {
  const { id, topic, question, expected } = probe;
  return (
    <LazyDetails
      summary={
        <>
          <span className={styles.muted}>{probeKindWords[probeTopics[topic]]}:</span> {question}{' '}
          <span className={styles.muted}>
            {columns
              .map(({ place, judgement }) => `column ${place}: ${findingCounts(judgement.trials, id)}`)
              .join(' · ')}
          </span>
        </>
      }
    >
      <p className={styles.expected}>
        <span className={styles.muted}>Expected:</span> {expected}
      </p>
      <Columns columns={columns}>
        {({ answers, found }) => (
          <>
            {answers[id]}{' '}
            <span className={styles.muted}>
              {findingWords[found[id]?.finding ?? 'wrong']}: {found[id]?.reason}
            </span>
          </>
        )}
      </Columns>
    </LazyDetails>
  );
}

function Reasons({ id, columns }: { readonly id: DimensionId; readonly columns: readonly Judged[] }) {
  return (
    <LazyDetails summary={dimensions[id].name}>
      <p className={styles.muted}>{dimensions[id].explanation}</p>
      <Columns columns={columns}>
        {({ ratings }) => {
          const rating = ratings[id];
          return rating === undefined ? 'Not asked.' : `${rating.points}: ${rating.reason}`;
        }}
      </Columns>
    </LazyDetails>
  );
}

interface ColumnsProps {
  readonly columns: readonly Judged[];
  children(trial: Trial): React.ReactNode;
}

function Columns({ columns, children }: ColumnsProps) {
  return (
    <dl className={styles.columns}>
      {columns.map(({ column, place, title, judgement }) => (
        <div key={column}>
          <dt>
            {place} {title}
          </dt>
          {[...judgement.trials.entries()].map(([repeat, trial]) => (
            <dd key={repeat}>{children(trial)}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
