import { asObject, asText } from '../../base/json';
import type { Message, ToolCallId, ToolCallPart, Transcript } from '../../transcript/transcript';

export interface ChildPlace {
  readonly from: number;
  readonly to: number;
  readonly placedBy: 'call' | 'time' | 'none';
  readonly type?: string;
  /** What the parent called it. */
  readonly description?: string;
  /** Messages of the parent, by their index, with what it was told of the child. */
  readonly told: readonly Told[];
}

/** A part of a message of the parent. */
export interface Told {
  readonly message: number;
  readonly part: number;
}

interface ToolUse {
  readonly call: ToolCallPart;
  /** Indexes of the messages with the call and with its result. */
  readonly message: number;
  readonly result: Told | undefined;
  readonly resultText: string;
}

/** Where each sub-agent belongs in its parent, in their order. */
export function childPlaces(parent: Transcript): readonly ChildPlace[] {
  if (parent.children.length === 0) return [];
  const uses = toolUses(parent);
  const left = new Set(uses);
  // Names are certain, prompts may be the same: so they come first.
  const named = parent.children.map((child) => take(left, (use) => isStartOf(use, child.agentId)));
  const started = parent.children.map((child, at) => named[at] ?? take(left, (use) => asksFor(use, child)));
  return parent.children.map((child, at) => placeOf(parent, child, started[at], uses));
}

function take(left: Set<ToolUse>, isWanted: (use: ToolUse) => boolean): ToolUse | undefined {
  for (const use of left) {
    if (!isWanted(use)) continue;
    left.delete(use);
    return use;
  }
  return undefined;
}

function placeOf(
  parent: Transcript,
  child: Transcript,
  started: ToolUse | undefined,
  uses: readonly ToolUse[],
): ChildPlace {
  const told = toldOf(parent, child, started, uses);
  const last = told.at(-1)?.message;
  const span = spanOf(child);
  const byTime = span === undefined ? undefined : timesIn(parent, span);
  if (started === undefined) {
    if (byTime === undefined) return { from: 0, to: 0, placedBy: 'none', told };
    return { from: byTime.from, to: last === undefined ? byTime.to : callAfter(parent, last), placedBy: 'time', told };
  }
  const input = asObject(started.call.input);
  const type = asText(input?.subagent_type) ?? asText(input?.agent_type);
  const description = asText(input?.description);
  const from = Math.max(0, callOf(parent, started.message));
  const isToldLater = told.some(({ message }) => message !== started.result?.message);
  const answered = last === undefined ? parent.calls.length : callAfter(parent, last);
  // The result of one that goes on in the background only says that it was started.
  const to = isToldLater ? answered : Math.max(answered, byTime?.to ?? 0);
  return {
    from,
    to: Math.max(from + 1, to),
    placedBy: 'call',
    ...(type && { type }),
    ...(description && { description }),
    told,
  };
}

/** The result of the call that started it, of calls that name it, and reports that the program added. */
function toldOf(
  { messages }: Transcript,
  { agentId }: Transcript,
  started: ToolUse | undefined,
  uses: readonly ToolUse[],
): readonly Told[] {
  const told = started?.result === undefined ? [] : [started.result];
  const name = asText(asObject(started?.call.input)?.name) ?? agentId;
  if (agentId !== undefined) {
    for (const { call, result } of uses) {
      if (result !== undefined && Object.values(asObject(call.input) ?? {}).includes(agentId)) told.push(result);
    }
    for (const [message, { kind, role, parts }] of messages.entries()) {
      if (kind !== 'injected' || role === 'assistant') continue;
      for (const [part, each] of parts.entries()) {
        if (each.kind === 'text' && isReportOf(each.text, agentId, name)) told.push({ message, part });
      }
    }
  }
  return told.sort((a, b) => a.message - b.message || a.part - b.part);
}

const REPORT = /^<(?:task-notification|agent-report)\b/;

function isReportOf(text: string, agentId: string, name = agentId): boolean {
  if (!REPORT.test(text)) return false;
  return text.includes(`<task-id>${agentId}</task-id>`) || text.startsWith(`<agent-report from="${name}"`);
}

function isStartOf({ resultText, call }: ToolUse, agentId: string | undefined): boolean {
  if (agentId === undefined || asText(asObject(call.input)?.prompt) === undefined) return false;
  return agentId === call.id || new RegExp(`\\bagentId: ${escaped(agentId)}\\b`).test(resultText);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const ASKS = ['prompt', 'message', 'task', 'instructions'];
const SHORTEST = 4;

/** Its first message is what the parent asked for, possibly with something in front of it. */
function asksFor({ call }: ToolUse, child: Transcript): boolean {
  const input = asObject(call.input);
  const asked = ASKS.map((name) => asText(input?.[name])?.trim() ?? '').filter((text) => text.length >= SHORTEST);
  if (asked.length === 0) return false;
  const first = child.messages.slice(0, (child.calls[0]?.at ?? 0) + 1);
  return first.some(
    ({ role, parts }) =>
      role === 'user' &&
      parts.some((part) => part.kind === 'text' && asked.some((text) => part.text.trimEnd().endsWith(text))),
  );
}

function toolUses({ messages }: Transcript): readonly ToolUse[] {
  const results = new Map<ToolCallId, { readonly told: Told; readonly text: string }>();
  for (const [message, { parts }] of messages.entries()) {
    for (const [part, each] of parts.entries()) {
      if (each.kind !== 'tool-result' || results.has(each.callId)) continue;
      const text = each.parts.map((inner) => (inner.kind === 'text' ? inner.text : '')).join('\n');
      results.set(each.callId, { told: { message, part }, text });
    }
  }
  return messages.flatMap(({ parts }: Message, message) =>
    parts.flatMap((part) => {
      if (part.kind !== 'tool-call') return [];
      const result = results.get(part.id);
      return [{ call: part, message, result: result?.told, resultText: result?.text ?? '' }];
    }),
  );
}

/** The call whose reply a message is, or that came before it. */
function callOf({ calls }: Transcript, message: number): number {
  return calls.findLastIndex(({ at }) => at <= message);
}

/** The first call that had a message. */
function callAfter({ calls }: Transcript, message: number): number {
  const found = calls.findIndex(({ at }) => at > message);
  return found === -1 ? calls.length : found;
}

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

function spanOf({ messages, calls }: Transcript): Span | undefined {
  const times = [...messages, ...calls].flatMap(({ timeMs }) => timeMs ?? []);
  if (times.length === 0) return undefined;
  return {
    startMs: times.reduce((least, time) => Math.min(least, time)),
    endMs: times.reduce((most, time) => Math.max(most, time)),
  };
}

function timesIn({ calls }: Transcript, { startMs, endMs }: Span) {
  if (calls.every(({ timeMs }) => timeMs === undefined)) return undefined;
  const from = Math.max(
    0,
    calls.findLastIndex(({ timeMs }) => timeMs !== undefined && timeMs <= startMs),
  );
  const after = calls.findIndex(({ timeMs }) => timeMs !== undefined && timeMs >= endMs);
  return { from, to: Math.max(from + 1, after === -1 ? calls.length : after) };
}
