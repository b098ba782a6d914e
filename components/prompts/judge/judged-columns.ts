import { useMemo } from 'react';
import { useStore } from 'zustand';
import { type Judgement, judgementToShow } from '@/lib/state/prompts/prompt-judgement';
import { type ShownText, useShownTexts } from '../results/shown-texts';
import { promptJudge, promptLibrary, prompts } from '../stores/prompt-stores';

export interface JudgedColumn extends ShownText {
  readonly judgement: Judgement | undefined;
  /** The questions are about what it summarised: a stored run may be of another session or call. */
  readonly isOfCut: boolean;
}

/** The columns, with the verdicts on their texts, current or stored. */
export function useJudgedColumns(): readonly JudgedColumn[] {
  const texts = useShownTexts();
  const judgements = useStore(promptJudge, (judge) => judge.judgements);
  const kept = useStore(promptLibrary, (library) => library.runs);
  const place = useStore(prompts, ({ about }) => about?.place);
  const call = useStore(prompts, ({ calls, round }) => calls[round]);
  return useMemo(
    () =>
      texts.map((text) => {
        const fresh = text.run === undefined ? undefined : judgements[text.run];
        const keptRun = kept.find(({ id }) => id === text.run);
        const isOfCut = keptRun === undefined || (keptRun.place === place && keptRun.call === call);
        return { ...text, judgement: judgementToShow(fresh, keptRun?.judgement), isOfCut };
      }),
    [texts, judgements, kept, place, call],
  );
}
