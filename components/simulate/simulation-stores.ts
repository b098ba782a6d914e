import { keyFor } from '@/components/api/api-stores';
import { pageClock } from '@/components/shell/page-clock';
import { loadEngine, openedSession, preferences, sessionList, toasts } from '@/components/shell/stores';
import { ok } from '@/lib/base/result';
import { createMessageAsks } from '@/lib/state/messages/message-asks';
import { openRequest } from '@/lib/state/sessions/opened-session';
import { createSessionContents } from '@/lib/state/sessions/session-contents';
import { createExplainedCall } from '@/lib/state/simulate/explained-call';
import { createMemoryByModel } from '@/lib/state/simulate/model-memory';
import { createProjectMemory } from '@/lib/state/simulate/project-memory';
import { scenarioActions } from '@/lib/state/simulate/scenario-actions';
import { createSimulatedSession, shownView, whatIfOf } from '@/lib/state/simulate/simulated-session';
import { createSweeps } from '@/lib/state/simulate/sweeps';

// Separate from the other stores: they include the tables of layers and policies, which the first page does not need.

export const simulatedSession = createSimulatedSession({ loadEngine, clock: pageClock });

export const messageAsks = createMessageAsks({ loadEngine, choice: () => shownView(simulatedSession.getState()) });

export const sessionContents = createSessionContents({ loadEngine });

export const projectMemory = createProjectMemory({
  loadEngine,
  body: async (id) => {
    const found = await sessionList.getState().content(id);
    if (!found.ok) return found;
    return ok(found.value.type === 'kept' ? found.value.body : found.value.file);
  },
});

export const memoryByModel = createMemoryByModel({
  loadEngine,
  chosen: () => projectMemory.getState().chosen(),
  key: keyFor,
});

export const explainedCall = createExplainedCall({ loadEngine });

export const scenarios = scenarioActions({
  session: simulatedSession.getState,
  notify: (text, undo) => toasts.getState().show(text, undo),
});

export const sweeps = createSweeps({
  loadPool: async () => (await import('@/lib/worker/engine/sweep-pool')).sweepPool,
  content: async ({ session, child }) => {
    const found = await sessionList.getState().content(session);
    return found.ok ? ok({ ...openRequest(found.value), child }) : found;
  },
  view: () => whatIfOf(simulatedSession.getState().view),
  countsMisses: () => preferences.getState().countsMisses,
});

// The engine that had read the other sessions has another one open.
openedSession.subscribe(({ state }) => {
  if (state.type !== 'loading') return;
  projectMemory.getState().forget();
  memoryByModel.getState().open('');
});

simulatedSession.subscribe(({ view }, before) => {
  if (view !== before.view) sweeps.getState().viewChanged();
});
