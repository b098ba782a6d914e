import { memo, useMemo } from 'react';
import { classNames } from '@/components/ui/class-names';
import { ErrorNote } from '@/components/ui/error-note';
import { TextBox } from '@/components/ui/scrolling/text-box';
import { PlaceLinks } from '@/components/why/place-links';
import { ScoreList } from '@/components/why/score-list';
import { TwoLineList } from '@/components/why/two-line-list';
import { SCORE_NOTE } from '@/lib/fidelity/scores/score-definitions';
import { exactNumber } from '@/lib/series/words/format-number';
import { shownAgainWords, soughtText, worthWords } from '@/lib/series/words/score-words';
import { type MarkedRange, markedPieces } from '@/lib/state/judge/marked-text';
import { forgottenItems, type ScoreMark, scoreMarks } from '@/lib/state/judge/score-marks';
import type { RunResult } from '@/lib/state/prompts/prompt-run';
import type { MessageRow } from '@/lib/worker/engine/messages';
import type { Marked } from './mark-choice';
import { RunFigures } from './run-figures';
import styles from './run-result-view.module.css';

interface RunResultViewProps {
  readonly label: string;
  readonly result: RunResult;
  readonly marked: Marked;
  readonly rows: readonly MessageRow[];
  onShow(messageIndex: number, partIndex: number, text?: string): void;
}

/** Rendered only when it changes: while one column streams, all are notified of each chunk. */
export const RunResultView = memo(function RunResultView({ label, result, marked, rows, onShow }: RunResultViewProps) {
  const { text, scores, problem } = result;
  const marks = useMemo(() => scoreMarks(scores, marked), [scores, marked]);
  const forgotten = useMemo(() => forgottenItems(scores), [scores]);
  const usedLater = scores.find(({ id }) => id === 'used-later');
  return (
    <div className={styles.result}>
      <div className={styles.figures}>
        {problem !== undefined && <ErrorNote {...problem} look="notice" />}
        <RunFigures result={result} />
      </div>
      <MarkedText label={`${label}, text`} text={text} marks={marks} />
      {usedLater !== undefined && usedLater.of + (usedLater.shownAgain ?? 0) > 0 && (
        <section className={styles.forgotten} aria-label={`${label}, lost and used later`}>
          <h3>
            Lost and used later: {exactNumber(usedLater.of - usedLater.count)}{' '}
            <span className={styles.muted}>of {exactNumber(usedLater.of)}</span>
          </h3>
          {usedLater.shownAgain !== undefined && usedLater.shownAgain > 0 && (
            <p className={styles.muted}>{shownAgainWords(usedLater.shownAgain)}</p>
          )}
          {forgotten.length > 0 && (
            <TwoLineList
              label={`${label}, list of lost values`}
              items={forgotten}
              textOf={(item) => item.text}
              noteOf={(item) => (
                <PlaceLinks
                  fate={item.worth && worthWords(item.worth)}
                  places={item}
                  rows={rows}
                  onShow={(message, part) => onShow(message, part, soughtText(item))}
                />
              )}
            />
          )}
        </section>
      )}
      <div className={styles.scores}>
        <ScoreList label={label} scores={scores} rows={rows} onShow={onShow} />
        {scores.length > 0 && <p className={styles.muted}>{SCORE_NOTE}</p>}
      </div>
    </div>
  );
});

interface MarkedTextProps {
  readonly label: string;
  readonly text: string;
  readonly marks: readonly MarkedRange<ScoreMark>[];
}

/** Desired items are underlined, others have a wavy line. */
function MarkedText({ label, text, marks }: MarkedTextProps) {
  const pieces = useMemo(() => markedPieces(text, marks), [text, marks]);
  return (
    <TextBox label={label}>
      {pieces.map((piece) =>
        piece.marked.length === 0 ? (
          piece.text
        ) : (
          <mark
            key={piece.start}
            className={classNames(styles.mark, piece.marked.some(({ isGood }) => !isGood) && styles.bad)}
            title={[...new Set(piece.marked.map(({ words }) => words))].join('\n')}
          >
            {piece.text}
          </mark>
        ),
      )}
    </TextBox>
  );
}
