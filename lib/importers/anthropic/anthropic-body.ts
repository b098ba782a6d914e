import { asArray, asCount, asObject, asText, asTimeMs, type Json, type JsonObject } from '../../base/json';
import type { Message, MessageKind, Part, Role, Usage } from '../../transcript/transcript';
import { isEmptyUsage } from '../../transcript/usage';
import { given } from '../read/given';
import type { NewCall, NewReply, TranscriptDraft } from '../read/transcript-draft';
import { userKind } from '../read/user-kind';
import { anthropicParts, anthropicUsage } from './anthropic-content';

interface AnthropicMessage {
  readonly role: Role;
  readonly kind: MessageKind;
  readonly parts: readonly Part[];
}

/** One item of `messages`; undefined if it is not a message. */
export function readAnthropicMessage(value: Json): AnthropicMessage | undefined {
  const message = asObject(value);
  const role = asText(message?.role);
  if (message === undefined || role === undefined) return undefined;
  const parts = anthropicParts(message.content);
  switch (role) {
    case 'assistant':
      return { role, kind: 'reply', parts };
    case 'user': {
      const kind = userKind(parts);
      return { role: kind === 'tool-results' ? 'tool' : 'user', kind, parts };
    }
    case 'system':
      return { role, kind: 'injected', parts };
    default:
      return undefined;
  }
}

/** A response: its content, and its call. */
export function readAnthropicResponse(
  response: JsonObject,
): NewCall & { readonly id?: string; parts: readonly Part[] } {
  return {
    parts: anthropicParts(response.content),
    ...given({
      id: asText(response.id),
      model: asText(response.model),
      timeMs: asTimeMs(response.created_at),
      usage: spentUsage(response.usage),
      stopReason: asText(response.stop_reason),
    }),
  };
}

function spentUsage(value: Json | undefined): Usage | undefined {
  const usage = anthropicUsage(value);
  return usage === undefined || isEmptyUsage(usage) ? undefined : usage;
}

/**
 * A message of the model. A `compaction` block in it is a boundary: its text replaced everything before it, in this
 * message too. Returns the last message that was added.
 */
export function addAnthropicReply(draft: TranscriptDraft, reply: NewReply): Message | undefined {
  const split = reply.parts.findLastIndex((part) => compactionText(part) !== undefined);
  const text = compactionText(reply.parts[split]);
  if (text === undefined) {
    draft.addReply(reply);
    return draft.messages.at(-1);
  }
  const { line, timeMs } = reply;
  const before = reply.parts.slice(0, split);
  if (before.length > 0) draft.addMessage({ role: 'assistant', kind: 'reply', parts: before, line, timeMs });
  const at = draft.messages.length;
  const summary = draft.addMessage({
    role: 'assistant',
    kind: 'summary',
    parts: [{ kind: 'text', text }],
    line,
    timeMs,
  });
  draft.boundaries.push({
    kind: 'full',
    at,
    trigger: 'auto',
    summaryMessageId: summary.id,
    line,
    ...given({ timeMs }),
  });
  const after = reply.parts.slice(split + 1);
  if (after.length > 0) draft.addReply({ ...reply, parts: after });
  else if (reply.usage !== undefined) draft.addCall(reply);
  return draft.messages.at(-1);
}

function compactionText(part: Part | undefined): string | undefined {
  if (part?.kind !== 'unknown' || part.type !== 'compaction') return undefined;
  return asText(asObject(part.json)?.content);
}

export interface AppliedEdit {
  readonly type: string;
  /** How many results or turns were cleared. */
  readonly cleared: number;
  readonly tokensSaved: number;
}

/** What the server cleared from the request before the model saw it. */
export function appliedEdits(response: JsonObject): AppliedEdit[] {
  return (asArray(asObject(response.context_management)?.applied_edits) ?? []).flatMap((item) => {
    const edit = asObject(item);
    const type = asText(edit?.type);
    if (edit === undefined || type === undefined) return [];
    const cleared = asCount(edit.cleared_tool_uses) ?? asCount(edit.cleared_thinking_turns) ?? 0;
    const tokensSaved = asCount(edit.cleared_input_tokens) ?? 0;
    return cleared === 0 && tokensSaved === 0 ? [] : [{ type, cleared, tokensSaved }];
  });
}
