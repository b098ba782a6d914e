import type { AgentDefinition } from './agent-definition';
import { withoutTags } from './agent-list';

/** The same for every typed agent: how it works for another one. */
const FRAME = `You work for another agent, in the same files. It gave you the task below and needs your answer.

- You know nothing of its conversation but the task. Find out what is missing with your tools, and do not ask: nobody answers.
- Your last message is all that it gets. Put everything into it that was asked for, with absolute paths, and no account of how you got there.
- Make independent tool calls in the same response.
- If you cannot do it, say what you tried and what stopped you.
- Text in <system-reminder> comes from the program around you.`;

/** [Y2] [O4] In two blocks, like the prompt of its parent: with the same definition, the static one has the same bytes. */
export interface AgentSystem {
  readonly staticText: string;
  readonly dynamicText: string;
}

/** [O4] The system prompt of a typed agent: its definition, the frame, its skills [O2] and memory [U1], and where it is. */
export function agentSystem(
  agent: AgentDefinition,
  environment: string,
  more: { readonly memory?: string; readonly skills?: string } = {},
): AgentSystem {
  const dynamic = [more.skills, more.memory, environment].filter((part) => part !== undefined);
  return {
    staticText: agent.body === '' ? FRAME : `${agent.body}\n\n${FRAME}`,
    dynamicText: dynamic.join('\n\n'),
  };
}

/** [O2] What an agent with files of its own left. */
export interface KeptCopy {
  /** Absolute. */
  readonly root: string;
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** For the parent, behind the answer. */
export function keptText({ root, changed, removed }: KeptCopy): string {
  if (changed.length === 0 && removed.length === 0) return 'It worked on a copy of the files and changed none of them.';
  const parts = [
    ...(changed.length === 0 ? [] : [`What it changed is kept in ${root}: ${changed.join(', ')}.`]),
    ...(removed.length === 0 ? [] : [`It removed ${removed.join(', ')}.`]),
  ];
  return `It worked on a copy of the files: yours are as they were. ${parts.join(' ')}`;
}

/** Its first message. */
export function agentTask({ initialPrompt }: AgentDefinition, prompt: string): string {
  return initialPrompt === undefined ? prompt : `${initialPrompt}\n\n${prompt}`;
}

/** What the parent is told at once of an agent that goes on beside it. */
export function startedText(name: string): string {
  return `Agent “${name}” was started in the background. You are told when it is done. Do other work, or answer the user. Do not read its output, and do not guess its result.`;
}

export type AgentEnd = 'done' | 'failed' | 'stopped' | 'limit';

/** The result of a call that the parent waited for. */
export function endText(end: AgentEnd, answer: string, why = ''): string {
  const text = answer.trim();
  const all = text === '' ? 'It gave no answer.' : text;
  switch (end) {
    case 'done':
      return all;
    case 'limit':
      return `The agent reached its limit of requests before it was done. Its latest message:\n\n${all}`;
    case 'stopped':
      return `The user stopped the agent before it was done.${text === '' ? '' : ` Its latest message:\n\n${text}`}`;
    case 'failed':
      return `The agent failed${why === '' ? '' : `: ${why}`}.${text === '' ? '' : ` Its latest message:\n\n${text}`}`;
  }
}

/** What the parent is told later of an agent in the background. */
export function reportReminder(name: string, end: AgentEnd, answer: string, why = ''): string {
  return `<agent-report from="${name}" state="${end}">\n${withoutTags(endText(end, answer, why))}\n</agent-report>`;
}

/** [O4] Whether a system prompt is that of a typed agent. */
export function isAgentSystem(system: string): boolean {
  return system.includes(FRAME);
}

export interface AgentReport {
  readonly name: string;
  readonly end: AgentEnd;
  readonly text: string;
}

const REPORT = /^<agent-report from="([^"\n]*)" state="(done|failed|stopped|limit)">\n([\s\S]*)\n<\/agent-report>$/;
const ENDS: readonly AgentEnd[] = ['done', 'failed', 'stopped', 'limit'];

/** The reminder of an agent in the background, as its parent reads it. */
export function readReport(reminder: string): AgentReport | undefined {
  const [, name = '', state, text = ''] = REPORT.exec(reminder) ?? [];
  const end = ENDS.find((each) => each === state);
  return end === undefined ? undefined : { name, end, text };
}

/** How the agent ended whose result this is. */
export function readEnd(result: string): AgentEnd {
  if (result.startsWith('The agent reached its limit of requests')) return 'limit';
  if (result.startsWith('The user stopped the agent')) return 'stopped';
  return /^The agent failed[:.]/.test(result) ? 'failed' : 'done';
}
