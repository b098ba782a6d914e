import { keyFor } from '@/components/api/api-stores';
import { loadEngine, offerUndo, ruleEditing, sessionList } from '@/components/shell/stores';
import { pause } from '@/lib/api/wait-before-retry';
import { ok } from '@/lib/base/result';
import { batchForm } from '@/lib/state/experiments/batch-record';
import { createExperimentDraft } from '@/lib/state/experiments/experiment-draft';
import { createExperimentJudge, verdictForm } from '@/lib/state/experiments/experiment-judge';
import { answerForm, begunForm, experimentForm, listsForm } from '@/lib/state/experiments/experiment-record';
import { createExperiments } from '@/lib/state/experiments/experiments';
import { SessionEngines } from '@/lib/state/experiments/session-engines';
import { openRequest } from '@/lib/state/sessions/opened-session';
import { browserGroupStore } from '@/lib/storage/browser-group-store';
import { browserRecordStore } from '@/lib/storage/browser-record-store';
import { holdLock } from '@/lib/storage/held-lock';
import { ownQuestions } from '../../stores/own-question-store';

/** Each with a session open; the page's own engine has the one that the user looks at. */
export const sessionEngines = new SessionEngines({
  start: async () => {
    const { Engine, startEngineWorker } = await import('@/lib/worker/engine/client');
    return new Engine(startEngineWorker);
  },
  content: async ({ session, child }) => {
    const content = await sessionList.getState().content(session);
    return content.ok ? ok({ ...openRequest(content.value), child }) : content;
  },
  ruleEdits: (place) => ruleEditing.getState().stored(place),
});

export const experimentDraft = createExperimentDraft({ engines: sessionEngines });

export function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

const verdictStore = browserGroupStore('highwater-experiment-verdicts', 'verdict', verdictForm);

export const experiments = createExperiments({
  heads: browserRecordStore('highwater-experiments', 'experiment', experimentForm),
  answers: browserGroupStore('highwater-experiment-answers', 'answer', answerForm),
  lists: browserGroupStore('highwater-experiment-lists', 'answer', listsForm),
  begun: browserGroupStore('highwater-experiment-begun', 'answer', begunForm),
  batches: browserGroupStore('highwater-experiment-batches', 'batch', batchForm),
  verdicts: verdictStore,
  engines: sessionEngines,
  loadEngine,
  pause,
  key: keyFor,
  nowMs: Date.now,
  newId,
  lock: (id) => holdLock(`highwater-experiment-${id}`),
  onRemoved: offerUndo,
});

export const experimentJudge = createExperimentJudge({
  verdicts: verdictStore,
  engines: sessionEngines,
  loadEngine,
  questions: (session) => ownQuestions.getState().of(session),
  key: keyFor,
  nowMs: Date.now,
  newSeed: () => Math.floor(Math.random() * 2 ** 32),
  lock: (id) => holdLock(`highwater-experiment-judge-${id}`),
});
