import { useState } from 'react';
import { RuleTag } from '@/components/rules/rule-tag';
import forms from '@/components/ui/forms.module.css';
import { PlaceLinks } from '@/components/why/place-links';
import { TwoLineList } from '@/components/why/two-line-list';
import type { ComparedScore } from '@/lib/fidelity/comparison/compare-scores';
import { scoreDefinitions } from '@/lib/fidelity/scores/score-definitions';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { MessageRow } from '@/lib/worker/engine/messages';
import styles from './only-in.module.css';
import type { ComparableText, Comparison } from './use-comparison';
import { WordDiff } from './word-diff';

interface OnlyInProps {
  readonly comparison: Comparison;
  readonly rows: readonly MessageRow[];
  onShow(messageIndex: number, partIndex: number, text?: string): void;
}

/** [K15] What only one of two summaries has. Of two rounds of one column, also the words that changed. */
export function OnlyIn({ comparison, rows, onShow }: OnlyInProps) {
  const { texts, compared } = comparison;
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<readonly [string, string]>(['', '']);
  const [first, second] = pairOf(comparison, chosen);
  return (
    <details className={styles.comparison} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Only in one summary</summary>
      {isOpen && (
        <p className={forms.muted}>
          <RuleTag rule="K15" /> In the table, a difference is clear if chance would hardly make one like it. One answer
          of each prompt cannot tell: the next answers may keep other items.
        </p>
      )}
      {isOpen && texts.length < 2 && <p className={forms.muted}>Requires two scored summaries of this context.</p>}
      {isOpen && texts.length >= 2 && compared === undefined && <p className={forms.muted}>Comparing…</p>}
      {isOpen && compared !== undefined && first !== undefined && second !== undefined && (
        <>
          <div className={styles.choices}>
            <TextSelect
              label="First summary"
              texts={texts}
              value={first}
              onChoose={(to) => setChosen([to, keyOf(texts[second])])}
            />
            <TextSelect
              label="Second summary"
              texts={texts}
              value={second}
              onChoose={(to) => setChosen([keyOf(texts[first]), to])}
            />
          </div>
          {first === second ? (
            <p className={forms.muted}>Choose two different summaries.</p>
          ) : (
            <Differences texts={texts} compared={compared} first={first} second={second} rows={rows} onShow={onShow} />
          )}
        </>
      )}
    </details>
  );
}

/** The selected ones; else two rounds of the first column with several, or the first two columns. */
function pairOf({ texts }: Comparison, chosen: readonly [string, string]): readonly (number | undefined)[] {
  const found = chosen.map((key) => texts.findIndex((text) => keyOf(text) === key));
  const second = texts.findIndex(({ column, round }, index) => round > 0 && texts[index - 1]?.column === column);
  const usual = second > 0 ? [second - 1, second] : [0, 1];
  return found.map((index, place) => {
    const at = index === -1 ? usual[place] : index;
    return at !== undefined && texts[at] !== undefined ? at : undefined;
  });
}

function keyOf(text: ComparableText | undefined): string {
  return text === undefined ? '' : `${text.column} ${text.round}`;
}

interface TextSelectProps {
  readonly label: string;
  readonly texts: readonly ComparableText[];
  readonly value: number;
  onChoose(key: string): void;
}

function TextSelect({ label, texts, value, onChoose }: TextSelectProps) {
  return (
    <label className={forms.field}>
      {label}
      <select value={keyOf(texts[value])} onChange={(event) => onChoose(event.target.value)}>
        {texts.map((text) => (
          <option key={keyOf(text)} value={keyOf(text)}>
            {text.name}: {text.title}
          </option>
        ))}
      </select>
    </label>
  );
}

interface DifferencesProps extends Pick<OnlyInProps, 'rows' | 'onShow'> {
  readonly texts: readonly ComparableText[];
  readonly compared: readonly ComparedScore[];
  readonly first: number;
  readonly second: number;
}

function Differences({ texts, compared, first, second, rows, onShow }: DifferencesProps) {
  const [one, other] = [texts[first], texts[second]];
  const differing = compared.filter(
    ({ onlyIn }) => (onlyIn[first]?.[second] ?? 0) + (onlyIn[second]?.[first] ?? 0) > 0,
  );
  const isSameColumn = one !== undefined && one.column === other?.column;
  return (
    <>
      {differing.length === 0 && <p>Both have the same values, files, rules and tasks.</p>}
      {differing.map((score) => (
        <section
          key={score.id}
          className={styles.score}
          aria-label={scoreDefinitions[score.id].name}
          data-only={score.id}
        >
          <h3>{scoreDefinitions[score.id].name}</h3>
          <div className={styles.sides}>
            <Side score={score} texts={texts} of={first} not={second} rows={rows} onShow={onShow} />
            <Side score={score} texts={texts} of={second} not={first} rows={rows} onShow={onShow} />
          </div>
        </section>
      ))}
      {isSameColumn && other !== undefined && <WordDiff a={one.text} b={other.text} />}
    </>
  );
}

interface SideProps extends Pick<OnlyInProps, 'rows' | 'onShow'> {
  readonly score: ComparedScore;
  readonly texts: readonly ComparableText[];
  readonly of: number;
  readonly not: number;
}

function Side({ score: { id, items, onlyIn }, texts, of, not, rows, onShow }: SideProps) {
  const count = onlyIn[of]?.[not] ?? 0;
  const listed = items.filter(({ counts }) => counts[of] === true && counts[not] === false);
  const label = `Only in ${texts[of]?.name ?? ''}`;
  return (
    <div className={styles.side}>
      <h4>
        {label}: {exactNumber(count)}
        {listed.length < count && <span className={forms.muted}> ({counted(listed.length, 'listed', 'listed')})</span>}
      </h4>
      {listed.length > 0 && (
        <TwoLineList
          label={`${scoreDefinitions[id].name}, ${label.toLowerCase()}`}
          items={listed}
          textOf={({ text }) => text}
          noteOf={(item) => (
            <PlaceLinks places={item} rows={rows} onShow={(message, part) => onShow(message, part, item.text)} />
          )}
        />
      )}
    </div>
  );
}
