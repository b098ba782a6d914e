import { asText, type JsonObject } from '../../../base/json';
import { lastTaskState, type Task } from '../../../fidelity/tasks/task-state';
import { objectsIn } from '../../../prompts/mended-turns';
import type { Message } from '../../../transcript/transcript';
import { messagesInBody } from './messages-in-body';
import { type SeenFile, visibleFiles } from './seen-files';
import { pathOf, plainPath, type ToolUse, toolUses } from './tool-uses';

/** Everything that the scripted model knows: the content of the request. */
export interface VisibleContext {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly uses: readonly ToolUse[];
  readonly files: ReadonlyMap<string, SeenFile>;
  /** The user's last request, as far as it is in sight, verbatim or in a summary. */
  readonly asked: Asked | undefined;
  /** The latest summary. */
  readonly summary: string | undefined;
  readonly plan: Plan | undefined;
}

export interface Asked {
  readonly text: string;
  readonly at: number;
  /** Nothing was said or done since. */
  readonly isNew: boolean;
}

/** The last task list. */
export interface Plan {
  readonly tasks: readonly Task[];
  readonly at: number;
}

export function visibleContextOf(body: JsonObject): VisibleContext {
  const messages = messagesInBody(body);
  const uses = toolUses(messages);
  const summaryAt = messages.findLastIndex(({ kind }) => kind === 'summary');
  const summary = summaryAt === -1 ? undefined : textsOf(messages[summaryAt]);
  const tasks = lastTaskState(messages);
  return {
    system: systemOf(body),
    messages,
    uses,
    files: visibleFiles(messages, uses),
    asked:
      newestPrompt(messages) ?? (summary === undefined ? undefined : promptInSummary(summary, summaryAt, messages)),
    summary,
    plan: tasks,
  };
}

function systemOf({ system }: JsonObject): string {
  if (typeof system === 'string') return system;
  return objectsIn(system)
    .map(({ text }) => asText(text) ?? '')
    .join('\n\n');
}

/** What was done since a position in the context. */
export function usesSince({ uses }: VisibleContext, at: number): readonly ToolUse[] {
  return uses.filter((use) => use.at > at);
}

/** How a file is known, if its text is not in sight. */
export function wasRead({ uses, summary }: VisibleContext, path: string): 'cleared' | 'summarised' | 'never' {
  if (uses.some((use) => use.name === 'Read' && pathOf(use) === plainPath(path))) return 'cleared';
  return summary?.includes(path) === true ? 'summarised' : 'never';
}

/** The model's own texts, latest last. */
export function saidSoFar({ messages }: VisibleContext): readonly string[] {
  return messages.flatMap((message) => (message.kind === 'reply' ? textsOf(message) || [] : []));
}

function newestPrompt(messages: readonly Message[]): Asked | undefined {
  const at = messages.findLastIndex(({ kind }) => kind === 'prompt');
  return at === -1 ? undefined : { text: textsOf(messages[at]), at, isNew: !hasReplyAfter(messages, at) };
}

/** The offline writer quotes requests: latest last. */
function promptInSummary(summary: string, at: number, messages: readonly Message[]): Asked | undefined {
  const quotes = [...summary.matchAll(/^(?:First request:|Latest request:|- Asked:)\n((?:>.*\n?)+)/gm)];
  const [, quoted] = quotes.at(-1) ?? [];
  if (quoted === undefined) return undefined;
  const isUnanswered = /The user's latest message has not been answered\./.test(summary);
  return { text: quoted.replace(/^> ?/gm, '').trim(), at, isNew: isUnanswered && !hasReplyAfter(messages, at) };
}

function hasReplyAfter(messages: readonly Message[], at: number): boolean {
  return messages.findLastIndex(({ kind }) => kind === 'reply') > at;
}

export function textsOf(message: Message | undefined): string {
  return (message?.parts ?? []).flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
}
