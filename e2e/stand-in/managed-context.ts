import type Anthropic from '@anthropic-ai/sdk';
import { asArray, asNumber, asObject, asText, type Json, type JsonObject } from '../../lib/base/json';
import { answerText } from './answer-text';
import { type Block, turnsOf } from './api-request';
import { requestTokens } from './count-tokens';

type AppliedEdits = Anthropic.Beta.BetaContextManagementResponse['applied_edits'];

/** What the model sees of a request. */
export interface ManagedContext {
  readonly body: JsonObject;
  readonly applied: AppliedEdits;
  /** The server has just written it: it comes first in the answer. */
  readonly compaction?: { readonly summary: string; readonly inputTokens: number };
}

type Turn = { readonly role: 'user' | 'assistant'; readonly content: readonly JsonObject[] };

/** As documented: thinking is cleared first, then tool uses; what is still too large is compacted. */
export function managedContext(given: JsonObject): ManagedContext {
  const applied: AppliedEdits = [];
  let body = sinceCompaction(given);
  const edits = (asArray(asObject(given.context_management)?.edits) ?? []).map((edit) => asObject(edit) ?? {});
  for (const edit of edits) {
    const before = requestTokens(body);
    if (edit.type === 'clear_thinking_20251015') {
      const { turns, cleared } = withoutOldThinking(turnsIn(body), edit);
      body = { ...body, messages: turns };
      if (cleared === 0) continue;
      const cleared_input_tokens = before - requestTokens(body);
      applied.push({ type: edit.type, cleared_thinking_turns: cleared, cleared_input_tokens });
    }
    if (edit.type === 'clear_tool_uses_20250919') {
      const { turns, cleared } = withoutOldToolUses(turnsIn(body), before, edit);
      const edited = { ...body, messages: turns };
      const cleared_input_tokens = before - requestTokens(edited);
      if (cleared === 0 || cleared_input_tokens < (amountOf(edit.clear_at_least) ?? 0)) continue;
      body = edited;
      applied.push({ type: edit.type, cleared_tool_uses: cleared, cleared_input_tokens });
    }
    if (edit.type === 'compact_20260112' && before >= (amountOf(edit.trigger) ?? 150_000)) {
      const asked = { role: 'user', content: 'Summarize the conversation.' };
      const summary = answerText({ ...body, messages: [...turnsIn(body), asked] });
      const compacted = { ...body, messages: [summaryTurn(summary)] };
      return { body: compacted, applied, compaction: { summary, inputTokens: before } };
    }
  }
  return { body, applied };
}

/** Messages before a compaction are ignored. */
function sinceCompaction(body: JsonObject): JsonObject {
  const turns = turnsIn(body);
  const at = turns.findLastIndex(({ content }) => content.some(isCompaction));
  const content = turns[at]?.content;
  if (content === undefined) return body;
  const place = content.findLastIndex(isCompaction);
  const after = content.slice(place + 1);
  const reply: Turn[] = after.length === 0 ? [] : [{ role: 'assistant', content: after }];
  const summary = asText(content[place]?.content) ?? '';
  return { ...body, messages: [summaryTurn(summary), ...reply, ...turns.slice(at + 1)] };
}

function summaryTurn(summary: string): Turn {
  return { role: 'user', content: [{ type: 'text', text: summary }] };
}

/** A failed one has no content, and does nothing. */
function isCompaction({ type, content }: JsonObject): boolean {
  return type === 'compaction' && typeof content === 'string';
}

function turnsIn(body: JsonObject): Turn[] {
  return turnsOf(body).map(({ role, blocks }) => ({ role, content: blocks.map(({ value }: Block) => value) }));
}

interface Cleared {
  readonly turns: readonly Turn[];
  readonly cleared: number;
}

function withoutOldThinking(turns: readonly Turn[], { keep }: JsonObject): Cleared {
  const thinking = turns.filter(({ content }) => content.some(isThinking));
  const old = new Set(keep === 'all' ? [] : thinking.slice(0, Math.max(0, thinking.length - (amountOf(keep) ?? 1))));
  const left = turns.map((turn) =>
    old.has(turn) ? { ...turn, content: turn.content.filter((block) => !isThinking(block)) } : turn,
  );
  return { turns: left.filter(({ content }) => content.length > 0), cleared: old.size };
}

function isThinking({ type }: JsonObject): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function withoutOldToolUses(turns: readonly Turn[], tokens: number, edit: JsonObject): Cleared {
  const excluded = (asArray(edit.exclude_tools) ?? []).map(asText);
  const uses = turns
    .flatMap(({ content }) => content)
    .filter(({ type, name }) => type === 'tool_use' && !excluded.includes(asText(name)))
    .map(({ id }) => asText(id) ?? '');
  const trigger = asObject(edit.trigger) ?? { type: 'input_tokens', value: 100_000 };
  const reached = trigger.type === 'tool_uses' ? uses.length : tokens;
  if (reached < (amountOf(trigger) ?? 0)) return { turns, cleared: 0 };
  const old = new Set(uses.slice(0, Math.max(0, uses.length - (amountOf(edit.keep) ?? 3))));
  const clear = (block: JsonObject): JsonObject => {
    if (block.type === 'tool_result' && old.has(asText(block.tool_use_id) ?? '')) {
      return { ...block, content: '(Tool result cleared)' };
    }
    const isOldCall = block.type === 'tool_use' && old.has(asText(block.id) ?? '');
    return isOldCall && edit.clear_tool_inputs === true ? { ...block, input: {} } : block;
  };
  return { turns: turns.map((turn) => ({ ...turn, content: turn.content.map(clear) })), cleared: old.size };
}

function amountOf(amount: Json | undefined): number | undefined {
  return asNumber(asObject(amount)?.value);
}
