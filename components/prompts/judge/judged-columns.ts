import { useMemo } from 'react';
import { useStore } from 'zustand';
import { type Judgement, judgementToShow } from '@/lib/state/prompts/prompt-judgement';
import { viewText } from '@/lib/state/prompts/prompt-place';
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
  const recalled = useStore(promptJudge, (judge) => judge.recalled);
  const kept = useStore(promptLibrary, (library) => library.runs);
  const about = useStore(prompts, (state) => state.about);
  const call = useStore(prompts, ({ calls, round }) => calls[round]);
  return useMemo(
    () =>
      texts.map((text) => {
        const keptRun = kept.find(({ id }) => id === text.run);
        const isHere = keptRun === undefined || (keptRun.place === about?.place && keptRun.call === call);
        const isOfView = keptRun === undefined || about === undefined || keptRun.view === viewText(about);
        // [K16] A borrowed summary has seen another context.
        const isOfCut = isHere && isOfView && !(text.writer?.type === 'recorded' && text.result?.context === undefined);
        // A summary by rules has another run after each reload.
        const atCut = isOfCut && text.result !== undefined ? recalled[text.result.text] : undefined;
        const fresh = (text.run === undefined ? undefined : judgements[text.run]) ?? atCut;
        return { ...text, judgement: judgementToShow(fresh, keptRun?.judgement), isOfCut };
      }),
    [texts, judgements, recalled, kept, about, call],
  );
}
