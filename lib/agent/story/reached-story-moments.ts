import { assertNever } from '../../base/assert-never';
import { asObject, asText } from '../../base/json';
import { reasonText } from '../../layers/shape/reason';
import { INDEX_NAME } from '../../memory/files/memory-path';
import type { TeamMemberView } from '../../team/team-driver';
import { inputSide } from '../../transcript/usage';
import type { AgentsView } from '../view/agents-view';
import type { ChatItem, ChatItemOf, ShownTool } from '../view/chat-item';
import type { MemoryView } from '../view/memory-view';
import { placeOfAlone, placeOfAnswers, placeOfForks, placeOfTyped } from './agent-moments';
import { placeOfDream, placeOfGates } from './dream-moments';
import type { StoryDay, StoryMoment, StoryPlace } from './story';
import { placeInTeam } from './team-moments';

/** A session, as the page shows it. */
export interface StorySession {
  readonly items: readonly ChatItem[];
  readonly memory: MemoryView | undefined;
  /** In the context of the next call. */
  readonly usedTokens: number;
  readonly agents: AgentsView;
  /** The largest context of a call. */
  readonly peakTokens: number;
  /** [U2] In a story about a team. */
  readonly team?: { readonly you: TeamMemberView; readonly robin: TeamMemberView };
}

export interface ReachedStoryMoment {
  readonly look: StoryMoment['look'];
  /** The call to look at, from 0. */
  readonly call: number;
  readonly text: string;
}

export type Values = Readonly<Record<string, number | string>>;

export interface Place {
  readonly call: number;
  readonly values: Values;
}

/** Those that a session has come to: they come in their order, and each has the numbers of this session. */
export function reachedStoryMoments(
  { moments }: Pick<StoryDay, 'moments'>,
  session: StorySession,
  before: readonly StorySession[] = [],
): readonly ReachedStoryMoment[] {
  const reached: ReachedStoryMoment[] = [];
  for (const { at, look, text } of moments) {
    const place = placeOf(at, session, before);
    if (place === undefined) break;
    const values = { ...numbersOf(session), ...place.values };
    reached.push({ look, call: place.call, text: reasonText({ rule: '', code: 'text', values }, { text }) });
  }
  return reached;
}

function placeOf(at: StoryPlace, session: StorySession, before: readonly StorySession[]): Place | undefined {
  const { items, memory, team } = session;
  const replies = items.filter((item) => item.type === 'reply');
  switch (at.type) {
    case 'saved':
      return placeOfSaved(items);
    case 'started':
      return memory === undefined || memory.atStart.length === 0 || replies.length === 0
        ? undefined
        : { call: 0, values: { indexBefore: before.at(-1)?.memory?.tokens.index ?? 0 } };
    case 'ran': {
      const reply = replies.find(({ tools }) => tools.some((tool) => hasRun(tool, at.command)));
      const result = reply?.tools.find((tool) => hasRun(tool, at.command))?.result?.text ?? '';
      const [, passed = 0, failed = 0] = /(?<!\d)(\d+) passed, (\d+) failed/.exec(result) ?? [];
      return reply && { call: reply.call, values: { passed: Number(passed), failed: Number(failed) } };
    }
    case 'mended':
      return placeOfMended(replies, memory);
    case 'recalled':
      return placeOfRecalled(items);
    case 'team-pushed':
    case 'team-pulled':
    case 'team-contested':
    case 'team-returned':
      return team && placeInTeam(at.type, team, Math.max(0, replies.length - 1));
    case 'answered': {
      const reply = replies.at(-1);
      const isAnswer =
        reply?.tools.length === 0 && memory?.files.some(({ file }) => reply.text.includes(file)) === true;
      return isAnswer ? { call: reply.call, values: {} } : undefined;
    }
    case 'forked':
      return placeOfForks(session);
    case 'forks-done':
      return placeOfAnswers(session);
    case 'typed':
      return placeOfTyped(session);
    case 'gated':
      return placeOfGates(session);
    case 'dreamt':
      return placeOfDream(session);
    case 'alone':
      return placeOfAlone(session, before);
    default:
      return assertNever(at);
  }
}

function placeOfSaved(items: readonly ChatItem[]): Place | undefined {
  const done = items.flatMap((item) => (item.type === 'task' && item.task.state === 'done' ? [item.task] : []));
  const task = done.find(({ changes }) => changes.length > 0);
  const first = task?.steps[0]?.usage;
  if (task === undefined || first === undefined) return undefined;
  const saved = task.changes.filter(({ file, after }) => file !== INDEX_NAME && after !== null).length;
  const { newMessages, steps, call } = task;
  return {
    call,
    values: { newMessages, saved, requests: steps.length, sent: inputSide(first), read: first.cacheRead },
  };
}

function hasRun({ name, input, result }: ShownTool, command: string): boolean {
  const ran = name === 'Bash' ? (asText(asObject(input)?.command) ?? '') : '';
  return ran.startsWith(command) && result?.isError === false;
}

/** A memory that the session started with was written again. */
function placeOfMended(replies: readonly ChatItemOf<'reply'>[], memory: MemoryView | undefined): Place | undefined {
  if (memory === undefined) return undefined;
  for (const [at, { call, tools }] of replies.entries()) {
    for (const { name, input, result } of tools) {
      const path = asText(asObject(input)?.file_path) ?? '';
      const file = path.startsWith(`${memory.root}/`) ? path.slice(memory.root.length + 1) : '';
      const isMended =
        (name === 'Write' || name === 'Edit') && result?.isError === false && memory.atStart.includes(file);
      if (!isMended) continue;
      const before = replies.slice(0, at).flatMap((reply) => reply.tools);
      const checks = before.filter((tool) => tool.name === 'Glob' || tool.name === 'Grep').length;
      return { call, values: { file, checks } };
    }
  }
  return undefined;
}

function placeOfRecalled(items: readonly ChatItem[]): Place | undefined {
  const at = items.findIndex((item) => item.type === 'recall' && item.candidates.some(({ fate }) => fate === 'shown'));
  const recall = items[at];
  if (recall?.type !== 'recall') return undefined;
  const shown = recall.candidates.filter(({ fate }) => fate === 'shown');
  const call = items.slice(0, at).filter(({ type }) => type === 'reply').length;
  const age = Math.max(...shown.map(({ ageDays }) => ageDays));
  const candidates = recall.candidates.length + recall.others;
  return { call, values: { candidates, chosen: shown.length, tokens: recall.tokens, age } };
}

function numbersOf({ items, memory, usedTokens }: StorySession): Values {
  if (memory === undefined) return {};
  const { rules, index, recalled } = memory.tokens;
  const all = rules + index + recalled;
  const replies = items.filter((item) => item.type === 'reply');
  const results = replies.filter(({ tools }) => tools.length > 0).length;
  const prompts = items.filter(({ type }) => type === 'prompt').length;
  return {
    memories: memory.files.length,
    lines: memory.index.lines,
    bytes: memory.index.bytes,
    atStart: memory.atStart.length,
    messages: prompts + replies.length + results,
    rules,
    index,
    recalled,
    all,
    share: usedTokens === 0 ? 0 : Math.round((100 * all) / usedTokens),
  };
}
