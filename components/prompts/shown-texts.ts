import { useMemo } from 'react';
import { useStore } from 'zustand';
import { type PromptRun, type RunResult, resultOf } from '@/lib/state/prompt-run';
import { runsOf, shownRun } from '@/lib/state/prompts';
import { columnTitle } from './column-title';
import { promptLibrary, prompts } from './prompt-stores';

/** What a column shows in the round at hand. */
export interface ShownText {
  readonly column: string;
  /** From 1. */
  readonly place: number;
  readonly title: string;
  readonly runs: readonly PromptRun[];
  readonly result: RunResult | undefined;
}

export function useShownTexts(): readonly ShownText[] {
  const { columns, runs: all, round } = useStore(prompts);
  const library = useStore(promptLibrary);
  return useMemo(
    () =>
      columns.map(({ id, source }, index) => {
        const runs = runsOf(all, id, round);
        const kept = source.type === 'kept' ? library.runs.find((run) => run.id === source.run) : undefined;
        const result = kept?.result ?? resultOf(shownRun(runs));
        return { column: id, place: index + 1, title: columnTitle(source, library), runs, result };
      }),
    [columns, all, round, library],
  );
}
