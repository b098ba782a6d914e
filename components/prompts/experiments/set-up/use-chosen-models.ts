import { useMemo } from 'react';
import { useStore } from 'zustand';
import { firstModel, useModels } from '@/components/api/models';
import { sessionModel } from '@/lib/state/experiments/experiment-draft';
import { experimentDraft } from '../stores/experiment-stores';

/** The user's choice, or else the sessions' own model: the list of available ones may arrive later. */
export function useChosenModels(): readonly string[] {
  const listed = useModels();
  const chosen = useStore(experimentDraft, (draft) => draft.models);
  const usual = useStore(experimentDraft, (draft) => sessionModel(draft.sessions));
  return useMemo(() => chosen ?? [firstModel(listed, usual)], [chosen, listed, usual]);
}
