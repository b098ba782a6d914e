import { useStore } from 'zustand';
import { saveFile } from '@/components/sessions/save-file';
import { Button } from '@/components/ui/button';
import { comparisonAsJson, comparisonAsMarkdown } from '@/lib/state/judge/exported-comparison';
import { resultOf } from '@/lib/state/prompts/prompt-run';
import { useJudgedColumns } from '../judge/judged-columns';
import { prompts } from '../stores/prompt-stores';

/** Exports the columns as a file. `title`: of the session. */
export function ExportRuns({ title }: { readonly title: string }) {
  const texts = useJudgedColumns();
  const { calls, round } = useStore(prompts);
  const call = calls[round];
  const columns = texts.flatMap(({ title: name, run, runs, result, writer, judgement }) => {
    const otherAnswers = runs.flatMap((each) => (each.id === run ? [] : (resultOf(each) ?? [])));
    return result === undefined ? [] : [{ title: name, result, writer, otherAnswers, judgement }];
  });
  if (call === undefined) return null;
  const comparison = { session: title, call, round, earlierCalls: calls.slice(0, round), columns };
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
