import { asObject, asText, type JsonObject } from '../base/json';
import { toAnthropicRequest } from '../exporters/anthropic-request';
import type { RequestFrame } from '../exporters/request-frame';
import { instructionText } from '../layers/shape/summary-instruction';
import type { Message, Part, ToolDefinition } from '../transcript/transcript';
import { mendedTurns, objectsIn, type SentTurn, sentToolName, textBlock, withoutBlanks } from './mended-turns';

/** What is summarised, as plain data: what precedes the messages, and the messages of the layer's `Ask`. */
export interface SummaryAsk {
  readonly system: readonly Part[];
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
}

export interface Instruction {
  /** The text of the prompt. */
  readonly text: string;
  /** The focus that the user gave. */
  readonly focus?: string;
}

export interface RequestLimits extends Pick<RequestFrame, 'model' | 'maxTokens'> {
  /** False: nothing is marked for the cache, so nothing is paid for writing it. */
  readonly isCached?: boolean;
}

const BREAKPOINT = { cache_control: { type: 'ephemeral' } } as const;

/**
 * The body for the Messages API. Everything before the instruction is the same for every prompt, so that later requests
 * read what the first one wrote to the cache. Tools are included but disabled: without them the prefix would differ.
 *
 *   tools, system ⏚, messages ⏚, instruction          ⏚ ends what is cached
 */
export function summaryRequest(ask: SummaryAsk, instruction: Instruction, limits: RequestLimits): JsonObject {
  const { model, maxTokens, isCached = true } = limits;
  const mark = isCached ? marked : (blocks: readonly JsonObject[]) => blocks;
  const frame = { model, maxTokens, system: ask.system, tools: [] };
  const { system, messages } = toAnthropicRequest(ask.messages, frame);
  const turns = mendedTurns(messages);
  const tools = sentTools(ask, frame, turns);
  const before = withoutBlanks(objectsIn(system));
  return {
    model,
    max_tokens: maxTokens,
    ...(tools.length === 0 ? {} : { tools: before.length === 0 ? mark(tools) : tools, tool_choice: { type: 'none' } }),
    ...(before.length === 0 ? {} : { system: mark(before) }),
    messages: withInstruction(turns, instructionText(instruction), mark),
  };
}

/** Called tools that are not in the file are listed too: calls to unknown tools may be rejected. */
function sentTools(ask: SummaryAsk, frame: RequestFrame, turns: readonly SentTurn[]): readonly JsonObject[] {
  const { tools } = toAnthropicRequest([], { ...frame, tools: ask.tools });
  const byName = new Map<string, JsonObject>();
  for (const tool of objectsIn(tools)) {
    const name = sentToolName(asText(tool.name) ?? '');
    byName.set(name, { ...tool, name, input_schema: { ...asObject(tool.input_schema), type: 'object' } });
  }
  for (const { type, name: called } of turns.flatMap(({ content }) => content)) {
    const name = asText(called) ?? '';
    if (type === 'tool_use' && !byName.has(name)) byName.set(name, { name, input_schema: { type: 'object' } });
  }
  return [...byName.values()];
}

function withInstruction(
  turns: readonly SentTurn[],
  instruction: string,
  mark: (blocks: readonly JsonObject[]) => readonly JsonObject[],
): readonly JsonObject[] {
  const before = turns.slice(0, -1).map(sentTurn);
  const last = turns.at(-1);
  const asked = textBlock(instruction);
  if (last === undefined) return [{ role: 'user', content: [asked] }];
  const content = mark(last.content);
  if (last.role === 'user') return [...before, { role: 'user', content: [...content, asked] }];
  return [...before, { role: 'assistant', content }, { role: 'user', content: [asked] }];
}

function sentTurn({ role, content }: SentTurn): JsonObject {
  return { role, content };
}

function marked(blocks: readonly JsonObject[]): readonly JsonObject[] {
  return blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, ...BREAKPOINT } : block));
}
