import { asArray, asObject, asText, type JsonObject, parseJson } from '../../../lib/base/json';
import { agentAnswer } from '../agent-answer';
import { answerText } from '../answer-text';
import type { Behaviour } from '../behaviour';
import { roughTokens } from '../count-tokens';
import { signatureOf } from '../signature';
import { toolInput } from '../tool-input';
import type { ChatModel } from './chat-models';
import { messagesBodyOf } from './messages-body';

type Answer = Extract<Behaviour, { readonly type: 'answer' }>;

export interface CompletionCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly signature?: string;
}

export interface Completion {
  readonly id: string;
  readonly model: string;
  readonly reasoning: string;
  readonly text: string;
  readonly calls: readonly CompletionCall[];
  readonly finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter';
  /** Missing if the server reports none. */
  readonly usage?: JsonObject;
}

export interface PromptTokens {
  readonly sent: number;
  readonly cached: number;
}

const BYTES_PER_TOKEN = 4;
const FINISH_REASONS = { end_turn: 'stop', max_tokens: 'length', refusal: 'content_filter' } as const;

/** The whole answer to a request. */
export function makeCompletion(
  id: string,
  body: JsonObject,
  model: ChatModel,
  tokens: PromptTokens,
  behaviour: Answer,
): Completion {
  const { text: whole, calls } = contentOf(id, body, behaviour);
  const limit = Number(body.max_completion_tokens ?? body.max_tokens ?? model.maxOutputTokens);
  const text = Buffer.from(whole)
    .subarray(0, limit * BYTES_PER_TOKEN)
    .toString()
    .replace(/\uFFFD$/, '');
  const reasoning = behaviour.reasoning ?? '';
  const reasoned = roughTokens(reasoning);
  const written = roughTokens(text) + reasoned + calls.reduce((sum, call) => sum + roughTokens(call.arguments), 0);
  const isCut = text.length < whole.length;
  const usual = isCut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop';
  return {
    id,
    model: model.id,
    reasoning,
    text,
    calls: model.signsCalls
      ? calls.map((call, index) => (index === 0 ? { ...call, signature: signatureOf(call.id) } : call))
      : calls,
    finishReason: behaviour.stopReason === undefined ? usual : FINISH_REASONS[behaviour.stopReason],
    ...(model.reportsUsage
      ? {
          usage: {
            prompt_tokens: tokens.sent,
            completion_tokens: written,
            total_tokens: tokens.sent + written,
            prompt_tokens_details: { cached_tokens: tokens.cached },
            completion_tokens_details: { reasoning_tokens: reasoned },
          },
        }
      : {}),
  };
}

function contentOf(
  id: string,
  body: JsonObject,
  { text, callsTool, input = { path: 'a.txt' }, calls }: Answer,
): { text: string; calls: CompletionCall[] } {
  if (calls !== undefined) {
    return { text: text ?? '', calls: calls.map((call, index) => ({ id: `call_${id}_${index}`, ...call })) };
  }
  if (callsTool !== undefined) {
    return { text: '', calls: [{ id: `call_${id}`, name: callsTool, arguments: JSON.stringify(input) }] };
  }
  if (text !== undefined) return { text, calls: [] };
  const asMessages = messagesBodyOf(body);
  const schema = asObject(asObject(asObject(body.response_format)?.json_schema)?.schema) ?? schemaInWords(asMessages);
  if (schema !== undefined) return { text: JSON.stringify(toolInput({ input_schema: schema }, asMessages)), calls: [] };
  const asAgent = agentAnswer(asMessages);
  if (asAgent === undefined) return { text: answerText(asMessages), calls: [] };
  return {
    text: asAgent.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    calls: asAgent.flatMap((block, index) => {
      if (block.type !== 'tool_use') return [];
      const hash = (asText(block.id) ?? '').replace(/^toolu_/, '').slice(0, 24);
      return [{ id: `call_${hash}_${index}`, name: block.name, arguments: JSON.stringify(block.input) }];
    }),
  };
}

/** A model without formats follows a schema that it is told. */
function schemaInWords({ messages }: JsonObject): JsonObject | undefined {
  const said = (asArray(asObject(asArray(messages)?.at(-1))?.content) ?? []).at(-1);
  const [, schema] = /JSON Schema: (\{.*\})$/s.exec(asText(asObject(said)?.text) ?? '') ?? [];
  const read = parseJson(schema ?? '');
  return read.ok ? asObject(read.value) : undefined;
}
