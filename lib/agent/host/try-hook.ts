import type { JsonObject } from '../../base/json';
import type { HookEventName } from '../../hooks/hook-events';
import { inputOf } from '../../hooks/hook-events';
import { hooksFor } from '../../hooks/hooks-for';
import { madeUpEvent } from '../../hooks/made-up-event';
import { WORKSPACE_ROOT } from '../tools/workspace-path';
import type { TriedHook } from '../view/hooks-view';
import { triedFiring } from '../view/shown-hooks';
import type { AgentRun } from './agent-run';
import { type HookMeeting, runHook } from './run-hooks';

/** [H] On the latest event that it is about, or else on one that is made up. It changes no file, and nothing is stored. */
export async function tryHook(id: string, state: AgentRun, meeting: HookMeeting): Promise<TriedHook> {
  const hook = state.run.hooks.settings.hooks.find((each) => each.id === id);
  if (hook === undefined) throw new Error(`The settings have no hook "${id}"`);
  const told = state.run.hooks.lastOf((event) => hooksFor(event, [hook]).length > 0);
  const input = told?.input ?? made(hook.event, hook.matcher, state);
  const place = { state, meeting, workspace: state.workspace.copy() };
  const firing = await runHook(hook, input, place);
  return { firing: triedFiring(hook.event, input, firing, meeting.nowMs()), isMadeUp: told === undefined };
}

function made(event: HookEventName, matcher: string, { setup }: AgentRun): JsonObject {
  const session = { sessionId: setup.runId, transcriptPath: '', cwd: WORKSPACE_ROOT };
  return inputOf(madeUpEvent(event, matcher), session);
}
