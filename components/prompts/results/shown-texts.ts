import { useMemo } from 'react';
import { useStore } from 'zustand';
import { isSameValue } from '@/lib/base/same-value';
import { answersIn, shownAnswer } from '@/lib/state/prompts/column-answers';
import { type PromptRun, type RunResult, type RunWriter, resultOf } from '@/lib/state/prompts/prompt-run';
import { promptLibrary, prompts } from '../stores/prompt-stores';
import { columnTitle } from './column-title';

/** What a column shows in the current round. */
export interface ShownText {
  readonly column: string;
  /** From 1. */
  readonly place: number;
  readonly title: string;
  /** The same request, with the shown answer. */
  readonly runs: readonly PromptRun[];
  readonly result: RunResult | undefined;
  /** Id of the run with this result; the same for a stored run. */
  readonly run: string | undefined;
  /** Of the result. */
  readonly writer: RunWriter | undefined;
}

export function useShownTexts(): readonly ShownText[] {
  const { columns, runs: all, chosen, round } = useStore(prompts);
  const library = useStore(promptLibrary);
  return useMemo(
    () =>
      columns.map(({ id, source }, index) => {
        const board = { columns, runs: all, chosen };
        const kept = source.type === 'kept' ? library.runs.find((run) => run.id === source.run) : undefined;
        const shown = shownAnswer(board, id, round);
        const runs = answersIn(board, id, round).filter((each) => isSameValue(each.writer, shown?.writer));
        const { id: run, result, writer } = kept ?? { id: shown?.id, result: resultOf(shown), writer: shown?.writer };
        return { column: id, place: index + 1, title: columnTitle(source, library), runs, run, result, writer };
      }),
    [columns, all, chosen, round, library],
  );
}
