import { AGENT_TOOL } from '../../../agents/agent-tool';
import { readDirective } from '../../../agents/fork';
import { type ReceivedMessage, readMessage, SEND_MESSAGE_TOOL } from '../../../agents/send-message';
import { type AgentReport, isAgentSystem, readEnd, readReport } from '../../../agents/typed-agent';
import { asText, type JsonObject } from '../../../base/json';
import { objectsIn } from '../../../prompts/mended-turns';
import { outputOf } from '../sight/seeing';
import { hasFailed } from '../sight/seen-files';
import { type Asked, textsOf, usesSince, type VisibleContext } from '../sight/sight';
import type { ToolUse } from '../sight/tool-uses';

/** Whether there is a tool for starting agents. Without a list of tools, there is none. */
export function canDelegate({ tools }: JsonObject): boolean {
  return objectsIn(tools).some(({ name }) => name === AGENT_TOOL);
}

export function canSend({ tools }: JsonObject): boolean {
  return objectsIn(tools).some(({ name }) => name === SEND_MESSAGE_TOOL);
}

/** What this agent was started for; undefined if nobody started it. */
export interface Started {
  readonly kind: 'fork' | 'typed';
  /** Its directive, or its task. */
  readonly asked: Asked;
}

export function startedIn(sight: VisibleContext): Started | undefined {
  const { system, asked } = sight;
  const known = asked ?? requestInSummary(sight);
  const forked = [known, requestInSummary(sight)].find((each) => each !== undefined && isDirective(each));
  if (forked !== undefined) return { kind: 'fork', asked: { ...forked, text: readDirective(forked.text) ?? '' } };
  return known !== undefined && isAgentSystem(system) ? { kind: 'typed', asked: known } : undefined;
}

function isDirective({ text }: Asked): boolean {
  return readDirective(text) !== undefined;
}

/** [O6] The task, in a summary of a summary: quoted as often as the context was compacted. */
function requestInSummary({ summary, messages }: VisibleContext): Asked | undefined {
  const at = messages.findLastIndex(({ kind }) => kind === 'summary');
  const plain = (summary ?? '').replace(/^(?:> ?)+/gm, '');
  const [, text] = [...plain.matchAll(REQUEST)].at(-1) ?? [];
  if (text === undefined) return undefined;
  return { text: text.trim(), at, isNew: !messages.slice(at).some(({ kind }) => kind === 'reply') };
}

const REQUEST =
  /^(?:First|Latest) request:\n([\s\S]*?)(?=\n(?:(?:Latest request|Earlier summary):|## |The user's )|$(?![\s\S]))/gm;

/** What came from other agents, with the place in the context. */
export interface Told {
  readonly at: number;
  readonly report?: AgentReport;
  readonly message?: ReceivedMessage;
}

export function toldSince({ messages }: VisibleContext, at: number): readonly Told[] {
  return messages.flatMap((message, place): Told[] => {
    if (place <= at || message.kind !== 'injected') return [];
    const text = textsOf(message);
    const report = readReport(text);
    if (report !== undefined) return [{ at: place, report }];
    const received = readMessage(text);
    return received === undefined ? [] : [{ at: place, message: received }];
  });
}

/** Not answered yet. */
export function newsIn(sight: VisibleContext): readonly Told[] {
  return toldSince(
    sight,
    sight.messages.findLastIndex(({ kind }) => kind === 'reply'),
  );
}

/** Calls of the tool for agents, with what is in sight of their results. */
export interface AgentUse {
  readonly use: ToolUse;
  readonly description: string;
  readonly name: string | undefined;
  readonly outcome: AgentReport | 'in-background' | 'gone';
}

export function agentUsesSince(sight: VisibleContext, at: number): readonly AgentUse[] {
  return usesSince(sight, at).flatMap((use): AgentUse[] => {
    if (use.name !== AGENT_TOOL) return [];
    const description = asText(use.input.description) ?? 'an agent';
    const text = outputOf(sight, use);
    const [, started] = /^Agent “([^”\n]*)” was started in the background\./.exec(text ?? '') ?? [];
    const name = started ?? asText(use.input.name);
    if (started !== undefined) return [{ use, description, name, outcome: 'in-background' }];
    if (text === undefined) return [{ use, description, name, outcome: 'gone' }];
    const read = readEnd(text);
    const end = read === 'done' && hasFailed(use) ? 'failed' : read;
    return [{ use, description, name, outcome: { name: name ?? description, end, text } }];
  });
}
