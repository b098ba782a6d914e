import { optional } from '../../base/optional';
import { exitOfAnswer, hookQuestion } from '../../hooks/model-answer';
import type { EntryOf, HookedEvent, HookFiring } from '../journal/entry';
import type { AgentChild } from './agent-child';

type Asked = Pick<EntryOf<'hook-agent'>, 'source' | 'matcher' | 'runs' | 'events'>;

/** [H2] What the agent of a hook is asked. */
export function questionOf({ runs, events }: Asked): string {
  return hookQuestion(runs, JSON.stringify(events.at(-1)?.input ?? {}));
}

/** [H3] What came of it. One that was ended or failed is a warning: it blocks nothing. */
export function firingOf({ source, matcher, runs }: Asked, agent: AgentChild): HookFiring {
  const { code, stdout, stderr } = agent.state === 'done' ? exitOfAnswer(agent.answer) : failure(agent);
  return {
    source,
    kind: 'agent',
    ...optional('matcher', matcher),
    runs,
    exit: agent.isLate ? null : code,
    stdout,
    stderr,
    tookMs: agent.tookMs,
    task: agent.start.id,
  };
}

function failure({ why }: AgentChild) {
  return { code: 1, stdout: '', stderr: why === '' ? 'It was stopped.' : why };
}

/** With what the last of them said. */
export function withFiring(events: readonly HookedEvent[], firing: HookFiring): readonly HookedEvent[] {
  return events.map((each, place) =>
    place === events.length - 1 ? { ...each, firings: [...each.firings, firing] } : each,
  );
}
