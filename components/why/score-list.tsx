import { RuleTag } from '@/components/rules/rule-tag';
import { EditRulesButton } from '@/components/session-rules/edit-rules-button';
import type { ScoreItem } from '@/lib/fidelity/scores/score';
import { scoreDefinitions, scoreHelp } from '@/lib/fidelity/scores/score-definitions';
import { exactNumber } from '@/lib/series/words/format-number';
import {
  itemFate,
  ruleFateWords,
  scoreCount,
  shownAgainWords,
  soughtText,
  worstFirst,
  worthWords,
} from '@/lib/series/words/score-words';
import type { ListedScore } from '@/lib/worker/engine/compaction-messages';
import type { MessageRow } from '@/lib/worker/engine/messages';
import { LazyDetails } from './lazy-details';
import { PlaceLinks } from './place-links';
import styles from './score-list.module.css';
import { TwoLineList } from './two-line-list';

interface ScoreListProps {
  /** What is scored, because several lists may be side by side. */
  readonly label: string;
  readonly scores: readonly ListedScore[];
  readonly rows: readonly MessageRow[];
  /** `text`: the text to find there. */
  onShow(messageIndex: number, partIndex: number, text: string): void;
}

/** [K1] to [K8] Every score as a count, with its list of items. */
export function ScoreList({ label, scores, rows, onShow }: ScoreListProps) {
  return (
    <div className={styles.list}>
      {scores.map((score) => {
        const { name, rule } = scoreDefinitions[score.id];
        return (
          <div key={score.id} className={styles.score} data-score={score.id}>
            <LazyDetails
              summary={
                <>
                  {name} <span className={styles.muted}>{scoreCount(score)}</span>
                </>
              }
            >
              <p className={styles.muted}>{scoreHelp(score.id)}</p>
              {score.shownAgain !== undefined && score.shownAgain > 0 && (
                <p className={styles.muted}>{shownAgainWords(score.shownAgain)}</p>
              )}
              {rule === 'K4' && (
                <div>
                  <EditRulesButton />
                </div>
              )}
              <Items label={label} score={score} rows={rows} onShow={onShow} />
            </LazyDetails>
            <RuleTag rule={rule} />
          </div>
        );
      })}
    </div>
  );
}

interface ItemsProps extends Omit<ScoreListProps, 'scores'> {
  readonly score: ListedScore;
}

function Items({ label, score, rows, onShow }: ItemsProps) {
  const { items, itemsInAll } = score;
  const { name, rule } = scoreDefinitions[score.id];
  if (items.length === 0) return null;
  return (
    <>
      {items.length < itemsInAll && (
        <p className={styles.muted}>
          {exactNumber(items.length)} of {exactNumber(itemsInAll)} are listed.
        </p>
      )}
      <TwoLineList
        label={`${label}, ${name.toLowerCase()}`}
        items={worstFirst(score)}
        textOf={({ text }) => text}
        noteOf={(item) => (
          <PlaceLinks
            fate={rule === 'K4' ? ruleFateWords(item) : fateOf(item)}
            places={item}
            rows={rows}
            onShow={(message, part) => onShow(message, part, soughtText(item))}
          />
        )}
      />
    </>
  );
}

/** A value used later says why it ranks where it does. */
function fateOf(item: ScoreItem): string {
  const { worth } = item;
  return worth === undefined ? itemFate(item) : `${itemFate(item)} · ${worthWords(worth)}`;
}
