import type { JsonObject } from '../../base/json';
import type { HookEventName } from '../../hooks/hook-events';
import { inputOf } from '../../hooks/hook-events';
import type { Hook } from '../../hooks/hook-settings';
import { hooksFor } from '../../hooks/hooks-for';
import { madeUpEvent } from '../../hooks/made-up-event';
import type { HookFiring } from '../journal/entry';
import { firingOf } from '../run/hook-agents';
import type { RunSurroundings } from '../run/live-context';
import { WORKSPACE_ROOT } from '../tools/workspace-path';
import type { TriedHook } from '../view/hooks-view';
import { triedFiring } from '../view/shown-hooks';
import { AgentRun } from './agent-run';
import { executeBeside } from './execute-beside';
import { asked, type HookMeeting, runHook } from './run-hooks';

interface TryMeeting extends HookMeeting {
  readonly surroundings: RunSurroundings;
}

/** [H] On the latest event that it is about, or else on one that is made up. It changes no file, and nothing is stored. */
export async function tryHook(id: string, state: AgentRun, meeting: TryMeeting): Promise<TriedHook> {
  const hook = state.run.hooks.settings.hooks.find((each) => each.id === id);
  if (hook === undefined) throw new Error(`The settings have no hook "${id}"`);
  const told = state.run.hooks.lastOf((event) => hooksFor(event, [hook]).length > 0);
  const input = told?.input ?? made(hook.event, hook.matcher, state);
  const isAgent = hook.handler.type === 'agent' && meeting.mayAsk?.() !== false;
  const firing = isAgent
    ? await askAgent(hook, input, state, meeting)
    : await runHook(hook, input, { state, meeting, workspace: state.workspace.copy() });
  return { firing: triedFiring(hook.event, input, firing, meeting.nowMs()), isMadeUp: told === undefined };
}

/** [H2] On a copy of the run, which ends with it. */
async function askAgent(
  hook: Hook,
  input: JsonObject,
  { entries }: AgentRun,
  meeting: TryMeeting,
): Promise<HookFiring> {
  const trial = AgentRun.of(entries, meeting.surroundings);
  const about = { ...asked(hook), events: [{ event: hook.event, input, firings: [] }] };
  const begun = { type: 'hook-agent', timeMs: meeting.nowMs(), limitMs: hook.limitMs, files: [], ...about } as const;
  const agent = trial.run.agents.startHook({ ...begun, events: [...about.events] });
  for (let { need } = agent; need !== undefined; { need } = agent) {
    const entry = await executeBeside(need, trial, meeting);
    if (entry === undefined) break;
    trial.apply({ ...entry, timeMs: meeting.nowMs() });
  }
  return firingOf(about, agent);
}

function made(event: HookEventName, matcher: string, { setup }: AgentRun): JsonObject {
  const session = { sessionId: setup.runId, transcriptPath: '', cwd: WORKSPACE_ROOT };
  return inputOf(madeUpEvent(event, matcher), session);
}
