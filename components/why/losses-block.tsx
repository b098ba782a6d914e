import { RuleTag } from '@/components/rules/rule-tag';
import { Button } from '@/components/ui/button';
import { SCORE_NOTE } from '@/lib/fidelity/scores/score-definitions';
import type { LostGroup } from '@/lib/fidelity/scores/worth-reading';
import type { ExactValueType } from '@/lib/fidelity/values/classify-word';
import { exactNumber } from '@/lib/series/words/format-number';
import { shownAgainWords } from '@/lib/series/words/score-words';
import type { LostAtCall } from '@/lib/simulator/explain/lost-at-call';
import type { Replies } from '@/lib/simulator/replay/replies';
import type { ListedScore } from '@/lib/worker/engine/compaction-messages';
import type { MessageRow } from '@/lib/worker/engine/messages';
import { LazyDetails } from './lazy-details';
import styles from './losses-block.module.css';
import { LostFilesBlock } from './lost-files-block';
import { ScoreList } from './score-list';
import { ValueList } from './value-list';
import { WorthReading } from './worth-reading';

interface LossesBlockProps {
  readonly losses: LostAtCall;
  readonly scores: readonly ListedScore[];
  /** Undefined while loading. */
  readonly worth: readonly LostGroup[] | undefined;
  readonly replies: Replies;
  readonly rows: readonly MessageRow[];
  onShow(messageIndex: number, partIndex: number): void;
  /** For summaries with content. */
  onOffline(): void;
}

const typeTitles: Readonly<Record<ExactValueType, string>> = {
  path: 'Paths',
  identifier: 'Identifiers',
  command: 'Commands',
  number: 'Numbers with units',
  hash: 'Hashes',
  url: 'URLs',
  'error-code': 'Error codes',
  quoted: 'Quotes',
  setting: 'Settings',
};

export function LossesBlock({ losses, scores, worth, replies, rows, onShow, onOffline }: LossesBlockProps) {
  const { leftParts, counts, gone, usedLater, misses, shownAgain, files, isAssumed, isCountedNext } = losses;
  if (isCountedNext) {
    return (
      <p className={styles.muted}>
        The recording is compacted one call later, so this is the same compaction. What it lost is listed at call{' '}
        {exactNumber(losses.call + 2)}.
      </p>
    );
  }
  if (leftParts === 0) return <p className={styles.muted}>Nothing was removed before this call.</p>;
  return (
    <div className={styles.block}>
      <p className={styles.headline} data-misses={misses.length}>
        <Headline misses={misses.length} usedLater={usedLater} /> <RuleTag rule="K2" />
      </p>
      {shownAgain > 0 && (
        <p className={styles.muted} data-shown-again={shownAgain}>
          {shownAgainWords(shownAgain)}
        </p>
      )}
      {isAssumed && (
        <p className={styles.notice}>
          {replies.type === 'recorded' && 'No summary was recorded near this call. '}
          An assumed summary has no content, so everything counts as lost. Offline summaries are extracted by rules,
          without a model. <Button onClick={onOffline}>Use offline summaries</Button>
        </p>
      )}
      {worth === undefined ? (
        <p className={styles.muted}>Reading the session…</p>
      ) : (
        <WorthReading groups={worth} rows={rows} onShow={onShow} />
      )}
      <h4>
        Exact values removed <RuleTag rule="K1" />
      </h4>
      {counts.length === 0 && <p className={styles.muted}>None.</p>}
      {counts.map(({ type, left, gone: count }) => (
        <LazyDetails
          key={type}
          summary={
            <>
              {typeTitles[type]} <span className={styles.muted}>{goneOf(count, left)}</span>
            </>
          }
        >
          <TypeList
            title={typeTitles[type]}
            count={count}
            values={gone.filter((value) => value.type === type)}
            rows={rows}
            onShow={onShow}
          />
        </LazyDetails>
      ))}
      <LostFilesBlock files={files} rows={rows} onShow={onShow} />
      {scores.length > 0 && (
        <>
          <h4>Scores for the new context</h4>
          <ScoreList label="This call" scores={scores} rows={rows} onShow={onShow} />
        </>
      )}
      <p className={styles.muted}>{SCORE_NOTE}</p>
    </div>
  );
}

function Headline({ misses, usedLater }: { readonly misses: number; readonly usedLater: number }) {
  if (usedLater === 0) return 'No removed value is used again later.';
  if (misses === 0) return 'Every removed value that is used later is still present elsewhere.';
  return (
    <>
      <strong>{exactNumber(misses)}</strong> of the <strong>{exactNumber(usedLater)}</strong> removed values that are
      used later are lost.
    </>
  );
}

interface TypeListProps extends Pick<LossesBlockProps, 'rows' | 'onShow'> {
  readonly title: string;
  readonly count: number;
  readonly values: LostAtCall['gone'];
}

function TypeList({ title, count, values, rows, onShow }: TypeListProps) {
  if (count === 0) return <p className={styles.muted}>All still present.</p>;
  return (
    <>
      {values.length < count && <p className={styles.muted}>Latest {exactNumber(values.length)}.</p>}
      <ValueList label={`${title}, lost`} values={values} rows={rows} onShow={onShow} />
    </>
  );
}

function goneOf(count: number, left: number): string {
  return `${exactNumber(count)} of ${exactNumber(left)} lost`;
}
