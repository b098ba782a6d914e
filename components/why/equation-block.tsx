import { exactNumber } from '@/lib/series/words/format-number';
import type { Equation } from '@/lib/simulator/explain/equation';
import { CopyButton } from './copy-button';
import styles from './equation-block.module.css';
import { type SumLine, SumTable } from './sum-table';

/** The decisive comparison, and the terms of its right side. */
export function EquationBlock({ equation }: { readonly equation: Equation }) {
  const { text, terms, limit, notes, isReached } = equation;
  const lines: SumLine[] = terms.map(({ tokens, name, rule }, place) => ({
    amount: `${place === 0 ? '' : '− '}${exactNumber(tokens)}`,
    name,
    rule,
  }));
  return (
    <div className={styles.block}>
      <p className={styles.equation} data-reached={isReached}>
        <code>
          {text.split(/(?= = | → |, but )/).map((piece) => (
            <span key={piece}>{piece}</span>
          ))}
        </code>{' '}
        <CopyButton label="the equation" text={text} />
      </p>
      <SumTable
        label="What the limit is made of"
        lines={[...lines, { amount: exactNumber(limit.tokens), name: limit.name, rule: limit.rule, look: 'total' }]}
      />
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </div>
  );
}
