import { useCallback, useState } from 'react';
import { loadEngine } from '@/components/shell/stores';
import { ErrorNote } from '@/components/ui/error-note';
import forms from '@/components/ui/forms.module.css';
import { TextBox } from '@/components/ui/scrolling/text-box';
import { useAnswer } from '@/components/ui/use-answer';
import { type ShownText, useShownTexts } from './shown-texts';
import styles from './text-comparison.module.css';

/** A word-by-word diff of two texts. */
export function TextComparison() {
  const texts = useShownTexts().filter(({ result }) => result !== undefined);
  const [chosen, setChosen] = useState<readonly [string, string]>(['', '']);
  const [first, second] = [find(texts, chosen[0], 0), find(texts, chosen[1], 1)];
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.comparison} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Compare two summaries</summary>
      {isOpen && (first === undefined || second === undefined) && (
        <p className={forms.muted}>Requires two columns with a summary.</p>
      )}
      {isOpen && first !== undefined && second !== undefined && (
        <>
          <div className={styles.choices}>
            <TextSelect label="From" texts={texts} value={first} onChoose={(id) => setChosen([id, second.column])} />
            <TextSelect label="To" texts={texts} value={second} onChoose={(id) => setChosen([first.column, id])} />
          </div>
          <Differences a={first.result?.text ?? ''} b={second.result?.text ?? ''} />
        </>
      )}
    </details>
  );
}

function find(texts: readonly ShownText[], column: string, otherwise: number): ShownText | undefined {
  return texts.find((text) => text.column === column) ?? texts[otherwise];
}

interface TextSelectProps {
  readonly label: string;
  readonly texts: readonly ShownText[];
  readonly value: ShownText;
  onChoose(column: string): void;
}

function TextSelect({ label, texts, value, onChoose }: TextSelectProps) {
  return (
    <label className={forms.field}>
      {label}
      <select value={value.column} onChange={(event) => onChoose(event.target.value)}>
        {texts.map(({ column, place, title }) => (
          <option key={column} value={column}>
            {place}: {title}
          </option>
        ))}
      </select>
    </label>
  );
}

function Differences({ a, b }: { readonly a: string; readonly b: string }) {
  const diff = useAnswer(
    useCallback(async (signal) => (await loadEngine()).ask('word-diff', { a, b }, { signal }), [a, b]),
  );

  if (diff === undefined) return <p className={forms.muted}>Comparing…</p>;
  if ('what' in diff) return <ErrorNote {...diff} />;
  return (
    <>
      {diff.grain !== 'words' && (
        <p className={forms.muted}>
          The summaries are too long and too different for a word diff
          {diff.grain === 'lines' ? ': showing a line diff.' : '.'}
        </p>
      )}
      {diff.pieces.every(({ kind }) => kind === 'same') && <p>The summaries are identical.</p>}
      <TextBox label="Differences">
        {[...diff.pieces.entries()].map(([index, { kind, text }]) => {
          if (kind === 'same') return text;
          return kind === 'added' ? <ins key={index}>{text}</ins> : <del key={index}>{text}</del>;
        })}
      </TextBox>
    </>
  );
}
