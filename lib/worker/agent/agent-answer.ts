import type { HostedRun } from '../../agent/host/run-host';
import { resultStates } from '../../agent/view/result-states';
import { runMeter } from '../../agent/view/run-meter';
import { Refusal } from '../../base/failure';
import { messageRow } from '../engine/message-rows';
import type { AgentAnswer } from './agent-messages';

/** [O4] One agent of a run with its chat, its numbers and the rows of its message list. */
export function agentAnswer({ state }: Pick<HostedRun, 'state'>, id: string): AgentAnswer {
  const child = state.run.agents.named(id);
  const log = state.agentLogs.get(id);
  if (child === undefined || log === undefined) {
    throw new Refusal('This agent is no longer in the run: what started it was undone.', 'Choose another one.');
  }
  const { run } = child;
  return {
    progress: child.progress.map(({ timeMs, text }) => ({ timeMs, text })),
    items: [...log.items],
    resultStates: resultStates(run),
    simulation: run.result(),
    meter: runMeter(run),
    model: run.model,
    rows: run.transcript.messages.map((message, index) => ({ index, ...messageRow(message) })),
  };
}
