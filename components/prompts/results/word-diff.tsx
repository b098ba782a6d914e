import { useCallback } from 'react';
import { loadEngine } from '@/components/shell/stores';
import { ErrorNote } from '@/components/ui/error-note';
import forms from '@/components/ui/forms.module.css';
import { DiffText } from '@/components/ui/scrolling/diff-text';
import { useAnswer } from '@/components/ui/use-answer';

/** Word by word, for two versions of one text. Independent texts have too little in common. */
export function WordDiff({ a, b }: { readonly a: string; readonly b: string }) {
  const diff = useAnswer(
    useCallback(async (signal) => (await loadEngine()).ask('word-diff', { a, b }, { signal }), [a, b]),
  );

  if (diff === undefined) return <p className={forms.muted}>Comparing…</p>;
  if ('what' in diff) return <ErrorNote {...diff} />;
  return (
    <>
      {diff.grain !== 'words' && (
        <p className={forms.muted}>
          The texts are too long and too different for a word diff
          {diff.grain === 'lines' ? ': showing a line diff.' : '.'}
        </p>
      )}
      {diff.pieces.every(({ kind }) => kind === 'same') && <p>The texts are identical.</p>}
      <DiffText label="Differences" pieces={diff.pieces} />
    </>
  );
}
