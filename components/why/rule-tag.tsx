'use client';

import { useState } from 'react';
import { ruleWords } from '@/lib/series/rule-words';
import styles from './rule-tag.module.css';

/** The number of a rule; pressed, it says what the rule is. */
export function RuleTag({ rule }: { readonly rule: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const words = ruleWords(rule);
  if (words === undefined) return <span className={styles.rule}>{rule}</span>;
  return (
    <>
      <button
        type="button"
        className={styles.rule}
        title={words}
        aria-label={`Rule ${rule}`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {rule}
      </button>
      {isOpen && <span className={styles.words}>{words}</span>}
    </>
  );
}
