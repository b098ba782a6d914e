'use client';

import { useMemo } from 'react';
import { DiffText } from '@/components/ui/scrolling/diff-text';
import type { MemoryChange } from '@/lib/agent/view/memory-view';
import { foldedDiff } from '@/lib/state/playground/memory/folded-diff';
import { deedOf } from '@/lib/state/playground/memory/memory-words';
import styles from './memory.module.css';

/** What an extraction did to one file. */
export function MemoryDiff({ change }: { readonly change: MemoryChange }) {
  const { file, before, after } = change;
  const { grain, pieces } = useMemo(() => {
    // All of it is new: marks on every word would only be in the way.
    if (before === null) return { grain: 'words', pieces: [{ kind: 'same', text: after ?? '' }] } as const;
    return foldedDiff(before, after);
  }, [before, after]);
  return (
    <div className={styles.stack}>
      <p className={styles.deed}>
        {deedWords[deedOf(change)]} <span className={styles.file}>{file}</span>
      </p>
      {grain !== 'words' && after !== null && (
        <p className={styles.muted}>
          The texts are too long and too different for a word diff{grain === 'lines' ? ': showing a line diff.' : '.'}
        </p>
      )}
      <DiffText label={`Changes of ${file}`} pieces={pieces} />
    </div>
  );
}

const deedWords = { saved: 'New', updated: 'Changed', removed: 'Removed' } as const;
