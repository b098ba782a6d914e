import { keyFor } from '@/components/api/api-stores';
import { loadEngine, offerUndo } from '@/components/shell/stores';
import { judgingForm } from '@/lib/state/judge/judging-journal';
import { createPromptJudge } from '@/lib/state/judge/prompt-judge';
import { keptRunForm } from '@/lib/state/prompts/prompt-kept-run';
import { createPromptLibrary } from '@/lib/state/prompts/prompt-library';
import { createPrompts } from '@/lib/state/prompts/prompts';
import { browserGroupStore } from '@/lib/storage/browser-group-store';
import { browserRecordStore } from '@/lib/storage/browser-record-store';
import { holdLock } from '@/lib/storage/held-lock';
import { keptText } from '@/lib/storage/kept-text';
import { ownPromptStore } from './own-prompt-store';

export const promptLibrary = createPromptLibrary({
  promptStore: ownPromptStore,
  runStore: browserRecordStore('highwater-prompt-runs', 'run', keptRunForm),
  unsaved: keptText('highwater.unsaved-prompts'),
  onRemoved: offerUndo,
});

export const promptJudge = createPromptJudge({
  loadEngine,
  key: keyFor,
  keep: async (id, judgement) => {
    const run = promptLibrary.getState().runs.find((each) => each.id === id);
    if (run !== undefined) await promptLibrary.getState().keepRun({ ...run, judgement });
  },
  journals: browserGroupStore('highwater-judgings', 'judgement', judgingForm),
  lock: (name) => holdLock(`highwater-judging-${name}`),
  nowMs: Date.now,
  newSeed: () => Math.floor(Math.random() * 2 ** 32),
});

export const prompts = createPrompts({
  loadEngine,
  key: keyFor,
  prompt: (id) => promptLibrary.getState().prompt(id),
  keep: (run) => promptLibrary.getState().keepRun(run),
  interrupted: keptText('highwater.interrupted-runs'),
  nowMs: Date.now,
  newId: () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`,
});
