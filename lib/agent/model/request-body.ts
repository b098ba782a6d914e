import type { JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { modelFor } from '../../economics/model-table';
import { toAnthropicRequest } from '../../exporters/anthropic-request';
import type { ContextMessage } from '../../layers/shape/context';
import type { Ask, RequestForm } from '../../layers/shape/layer';
import { conversationText } from '../../layers/summary/request-form';
import { mendedTurns, objectsIn, textBlock } from '../../prompts/mended-turns';
import type { ModelRequest } from '../journal/chat-model';
import { modelIdOf } from '../journal/model-id';
import type { RunFrame } from '../journal/run-frame';
import { contextManagement } from './context-management';
import { sentMessages } from './sent-messages';
import { doesThink, effortOf, THINKING_TOKENS, thinkingOf } from './thinking-of';

const PROGRESS_TOKENS = 60;

/**
 * [E1] The agent's next turn.
 *
 *   tools, static system ⏚, dynamic system, messages ⏚                         ⏚ ends what is cached
 */
export function turnRequest(context: readonly ContextMessage[], frame: RunFrame): ModelRequest {
  const sent = sentContext(context, frame);
  const turns = endingWithUser(startingWith(frame.userContext, objectsIn(sent.messages)));
  const { edits, betas } = contextManagement(frame, 'turn');
  const body = {
    ...frameOf(sent, frame, outputLimit(frame)),
    ...edits,
    messages: withBreakpoint(context.at(-1)?.message.id === frame.forkedAt ? withSharedEnd(turns) : turns),
  };
  return { purpose: 'turn', body, betas };
}

/**
 * [N3] [F3] What a layer asks, with the same beginning as a turn, which is read from the cache. So tools stay, and are
 * refused in words: refused by `tool_choice`, all messages would be another prefix.
 *
 *   tools, static system ⏚, dynamic system, messages ⏚, instruction
 */
export function forkRequest(ask: Ask, frame: RunFrame): ModelRequest {
  if (ask.form !== undefined) return aloneRequest(ask, ask.form, frame);
  const sent = sentContext(ask.context.messages, frame);
  const mended = mendedTurns(sent.messages).map(({ role, content }) => ({ role, content }));
  const turns = withBreakpoint(startingWith(frame.userContext, mended));
  const { edits, betas } = contextManagement(frame, 'fork');
  const body = {
    ...frameOf(sent, frame, forkLimit(ask, frame)),
    ...edits,
    messages: withInstruction(turns, ask.instruction),
  };
  return { purpose: ask.type, ask, body, betas };
}

/**
 * [F14] What a layer asks without the beginning of a turn: nothing of it is read from the cache.
 */
function aloneRequest(ask: Ask, form: RequestForm, frame: RunFrame): ModelRequest {
  const messages = ask.context.messages.map(({ message }) => message);
  const content = [textBlock(conversationText(messages, form)), textBlock(ask.instruction)];
  const body = {
    model: modelIdOf(frame.model),
    max_tokens: forkLimit(ask, frame),
    messages: [{ role: 'user', content }],
  };
  return { purpose: ask.type, ask, body, betas: [] };
}

function forkLimit({ maxTokens }: Ask, { model }: RunFrame): number {
  const { maxOutputTokens } = modelFor(modelIdOf(model));
  return Math.min(maxOutputTokens, maxTokens + (doesThink(model) ? THINKING_TOKENS : 0));
}

/**
 * [O8] What an agent is doing, asked of a cheaper model, which cannot read its cache. Tools stay, as calls of them are in
 * the messages, and are refused in words.
 */
export function progressOf({ body, betas }: ModelRequest, model: string, question: string): ModelRequest {
  const { thinking: _, output_config: __, ...rest } = body;
  const messages = withInstruction(objectsIn(body.messages), question);
  return { purpose: 'progress', body: { ...rest, model, max_tokens: PROGRESS_TOKENS, messages }, betas };
}

function sentContext(context: readonly ContextMessage[], frame: RunFrame): JsonObject {
  const { messages, asCame } = sentMessages(context, frame);
  const { system, tools } = frame;
  return toAnthropicRequest(messages, { model: modelIdOf(frame.model), maxTokens: 1, system, tools, asCame });
}

function frameOf({ model, system, tools, messages }: JsonObject, frame: RunFrame, maxTokens: number): JsonObject {
  return {
    model,
    max_tokens: maxTokens,
    ...optional('tools', tools),
    ...optional('system', system && markedStatic(objectsIn(system), frame)),
    ...optional('thinking', thinkingOf(frame.model, outputLimit(frame), objectsIn(messages))),
    ...optional('output_config', effortOf(frame.model, frame.effort)),
  };
}

/** [W2] */
function outputLimit({ policy, model }: RunFrame): number {
  return Math.min(policy.maxOutputTokens, modelFor(modelIdOf(model)).maxOutputTokens);
}

/** [Y5] Where the conversation begins with a reply, in front of it. */
function startingWith(context: string | undefined, turns: readonly JsonObject[]): readonly JsonObject[] {
  if (context === undefined) return turns;
  const [first, ...others] = turns;
  const start = textBlock(context);
  if (first?.role !== 'user') return [{ role: 'user', content: [start] }, ...turns];
  return [{ ...first, content: [start, ...objectsIn(first.content)] }, ...others];
}

/** [Y2] What follows the static part may differ from the next request's, and the static part is still read. */
function markedStatic(
  blocks: readonly JsonObject[],
  { staticParts = blocks.length }: Pick<RunFrame, 'staticParts'>,
): readonly JsonObject[] {
  return blocks.map((block, index) => (index === staticParts - 1 ? marked(block) : block));
}

function marked(block: JsonObject): JsonObject {
  return { ...block, cache_control: { type: 'ephemeral' } };
}

/** A compaction may end with an acknowledgement, which the model would continue. */
function endingWithUser(turns: readonly JsonObject[]): readonly JsonObject[] {
  if (turns.at(-1)?.role !== 'assistant') return turns;
  return [...turns, { role: 'user', content: [textBlock('[The conversation goes on from here.]')] }];
}

function withInstruction(turns: readonly JsonObject[], instruction: string): readonly JsonObject[] {
  const asked = textBlock(instruction);
  const last = turns.at(-1);
  if (last?.role !== 'user') return [...turns, { role: 'user', content: [asked] }];
  return [...turns.slice(0, -1), { role: 'user', content: [...objectsIn(last.content), asked] }];
}

function withBreakpoint(turns: readonly JsonObject[]): readonly JsonObject[] {
  return turns.map((turn, index) =>
    index === turns.length - 1 ? { ...turn, content: markedLast(objectsIn(turn.content)) } : turn,
  );
}

/** [O5] The block before the last one ends what the siblings of a fork have in common. */
function withSharedEnd(turns: readonly JsonObject[]): readonly JsonObject[] {
  return turns.map((turn, index) => {
    if (index < turns.length - 1) return turn;
    const blocks = objectsIn(turn.content);
    return { ...turn, content: blocks.map((block, place) => (place === blocks.length - 2 ? marked(block) : block)) };
  });
}

function markedLast(blocks: readonly JsonObject[]): readonly JsonObject[] {
  // Thinking cannot have a cache mark.
  const last = blocks.findLastIndex(({ type }) => type !== 'thinking' && type !== 'redacted_thinking');
  return blocks.map((block, index) => (index === last ? marked(block) : block));
}
