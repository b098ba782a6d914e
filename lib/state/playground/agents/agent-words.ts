import type { ListingComparison } from '../../../agent/ab/listing-comparison';
import type { AgentsView, ShownAgent } from '../../../agent/view/agents-view';
import { durationText } from '../../../agent/view/duration';
import type { AgentSource } from '../../../agents/agent-definition';
import type { KeptCopy } from '../../../agents/typed-agent';
import { counted, exactNumber, roundNumber, seconds } from '../../../series/words/format-number';
import type { ChildLanes } from '../../../simulator/children/child-lane';

/** [O4] As a recording has them. */
export function lanesOf({ started, parent, isCostEstimated }: AgentsView): ChildLanes {
  return { lanes: started.map(({ lane }) => lane), parent, isCostEstimated };
}

/** Those that run, with what they are doing, by their place. */
export function runningLanes({ started }: AgentsView): ReadonlyMap<number, string> {
  return new Map(
    started.flatMap(({ state, doing }, place): readonly [number, string][] =>
      state === 'running' ? [[place, doing]] : [],
    ),
  );
}

/** `underWay`: the ids of what is being worked on; an agent that is none of them rests until the run continues. */
export function agentState(
  { id, state, doing, questions, tookMs, why }: ShownAgent,
  underWay: readonly string[],
): string {
  switch (state) {
    case 'running':
      if (questions > 0) return 'Waiting for your answer';
      if (!underWay.includes(id)) return 'Interrupted; continues with the run';
      return doing === '' ? 'Running' : `Running: ${doing}`;
    case 'done':
      return tookMs < 100 ? 'Done' : `Done in ${tookMs < 60_000 ? seconds(tookMs) : durationText(tookMs)}`;
    case 'failed':
      return why === '' ? 'Failed' : `Failed: ${why}`;
    case 'stopped':
      return 'Stopped';
  }
}

export const sourceTitles: Readonly<Record<AgentSource, string>> = {
  'built-in': 'Built in',
  plugin: 'Plugin',
  user: 'User',
  project: 'Project',
  session: 'Session',
  managed: 'Managed',
};

/** [O3] What a change of the list does to the next call, in words. */
export function listCostWords(
  contextTokens: number,
  listTokens: number,
): Readonly<Record<'in-tool' | 'in-message', string>> {
  const whole = contextTokens === 0 ? 'the whole request' : `all ${roundNumber(contextTokens)} tokens of the context`;
  return {
    'in-tool': `In the description of the tool, a change makes the next call write ${whole} to the cache again: the tools stand in front of everything.`,
    'in-message': `In a message, a change adds about ${exactNumber(listTokens)} tokens, and everything in front of them is read from the cache. The old lists stay in the context.`,
  };
}

/** [O2] */
export function copyWords({ changed, removed }: KeptCopy): string {
  const files = changed.length + removed.length;
  return files === 0 ? 'a copy of the files, unchanged' : `${counted(files, 'file')} changed in a copy`;
}

/** [O3] What a comparison of both ways says, in one or two sentences. */
export function comparisonWords({ calls, sums, isAdded }: ListingComparison): string {
  const [inTool, inMessage] = sums;
  const added = isAdded
    ? 'The list never changed in this session, so an agent was added at its end, and the last prompt sent again. '
    : '';
  const broken = calls.findIndex((sides) => sides.some((side) => side?.list === 'broken'));
  const where =
    broken === -1 ? 'No change of the list broke the cache' : `The cache broke at call ${exactNumber(broken + 1)}`;
  const [first, second] = [inTool?.dollars, inMessage?.dollars];
  if (first === undefined || second === undefined || second === 0) return `${added}${where}.`;
  const share = Math.round(100 * (first / second - 1));
  const cost =
    share === 0
      ? 'both cost the same'
      : `in the description it costs ${Math.abs(share)} % ${share > 0 ? 'more' : 'less'}`;
  return `${added}${where}; in sum, ${cost}.`;
}
