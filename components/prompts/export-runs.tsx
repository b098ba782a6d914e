import { useStore } from 'zustand';
import { saveFile } from '@/components/sessions/save-file';
import { Button } from '@/components/ui/button';
import { comparisonAsJson, comparisonAsMarkdown } from '@/lib/state/exported-comparison';
import { prompts } from './prompt-stores';
import { useShownTexts } from './shown-texts';

/** What the columns show, as a file. */
export function ExportRuns({ title }: { readonly title: string }) {
  const texts = useShownTexts();
  const { calls, round } = useStore(prompts);
  const call = calls[round];
  const columns = texts.flatMap(({ title: name, result, runs }) =>
    result === undefined
      ? []
      : [{ title: name, result, writer: runs.find(({ writer }) => writer.type === 'model')?.writer }],
  );
  if (call === undefined) return null;
  const comparison = { session: title, call, round, columns };
  const isEmpty = columns.length === 0;
  return (
    <>
      <Button
        disabled={isEmpty}
        onClick={() => saveFile('prompts.md', new Blob([comparisonAsMarkdown(comparison)], { type: 'text/markdown' }))}
      >
        Markdown
      </Button>
      <Button
        disabled={isEmpty}
        onClick={() => saveFile('prompts.json', new Blob([comparisonAsJson(comparison)], { type: 'application/json' }))}
      >
        JSON
      </Button>
    </>
  );
}
