import type { ReactNode } from 'react';
import { glossary, type TermName } from '@/lib/series/words/glossary';
import { Explained } from './explained';
import styles from './term.module.css';

interface TermProps {
  readonly name: TermName;
  /** The words of the text at hand; else its title. */
  readonly children?: ReactNode;
}

/** A word with its explanation. */
export function Term({ name, children }: TermProps) {
  const { title, text, rules } = glossary[name];
  const explanation = (
    <>
      <strong>{title}</strong>
      <span>{text}</span>
      {rules.length > 0 && <span className={styles.rules}>{rules.join(' · ')}</span>}
    </>
  );
  return (
    <Explained explanation={explanation} className={styles.term}>
      {children ?? title.toLowerCase()}
    </Explained>
  );
}
