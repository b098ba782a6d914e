import type Anthropic from '@anthropic-ai/sdk';
import { asArray, asObject, asText, type JsonObject } from '../../lib/base/json';
import { agentAnswer } from './agent-answer';
import { answerText } from './answer-text';
import type { Behaviour } from './behaviour';
import { roughTokens } from './count-tokens';
import type { ManagedContext } from './managed-context';
import type { CacheUsage } from './prefix-cache';
import { signatureOf } from './signature';
import { forcedTool, toolInput } from './tool-input';

type Answer = Extract<Behaviour, { readonly type: 'answer' }>;
export type AnswerMessage = Anthropic.Beta.BetaMessage;
type AnswerBlock = Anthropic.Beta.BetaContentBlock;

const BYTES_PER_TOKEN = 4;

/** The complete message for a request, with all fields of the SDK's types. */
export function makeAnswer(
  id: string,
  { body, applied, compaction }: ManagedContext,
  cache: CacheUsage,
  behaviour: Answer,
): AnswerMessage {
  const content = contentOf(id, body, behaviour);
  if (compaction !== undefined) content.unshift(compacted(compaction.summary));
  const limit = Number(body.max_tokens);
  const { cut, tokens } = withinLimit(content, limit);
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: asText(body.model) ?? '',
    content: cut,
    container: null,
    context_management: body.context_management === undefined ? null : { applied_edits: applied },
    diagnostics: null,
    stop_details: null,
    stop_reason: behaviour.stopReason ?? (tokens >= limit ? 'max_tokens' : stopReasonOf(content)),
    stop_sequence: null,
    usage: {
      input_tokens: cache.uncached,
      cache_creation_input_tokens: cache.written5m + cache.written1h,
      cache_creation: { ephemeral_5m_input_tokens: cache.written5m, ephemeral_1h_input_tokens: cache.written1h },
      cache_read_input_tokens: cache.read,
      output_tokens: tokens,
      output_tokens_details: null,
      fallback_credit: null,
      inference_geo: null,
      iterations: compaction === undefined ? null : [compactionPass(compaction)],
      server_tool_use: null,
      service_tier: 'standard',
      speed: null,
    },
  };
}

function contentOf(id: string, body: JsonObject, behaviour: Answer): AnswerBlock[] {
  const { text } = behaviour;
  if (body.compaction !== undefined) {
    const content = text ?? answerText({ ...body, messages: [...(asArray(body.messages) ?? []), SUMMARISE] });
    return [{ type: 'compaction', content, encrypted_content: null, signature: signatureOf(content) }];
  }
  const forced = called(id, body, behaviour);
  const asAgent = forced === undefined && text === undefined ? agentAnswer(body) : undefined;
  const said = asAgent ?? [forced ?? { type: 'text', text: text ?? answerText(body), citations: null }];
  return thinks(body) ? [thought('The stand-in thinks of nothing.'), ...said] : said;
}

/** An explicit behaviour takes precedence over what the request requires. */
function called(
  id: string,
  body: JsonObject,
  { text, callsTool, input = { path: 'a.txt' } }: Answer,
): AnswerBlock | undefined {
  const call = { type: 'tool_use', id: `toolu_${id}`, caller: { type: 'direct' } } as const;
  if (callsTool !== undefined) return { ...call, name: callsTool, input };
  const forced = text === undefined ? forcedTool(body) : undefined;
  return forced && { ...call, name: asText(forced.name) ?? '', input: toolInput(forced, body) };
}

const SUMMARISE = { role: 'user', content: 'Summarize the conversation.' };

function thinks(body: JsonObject): boolean {
  const type = asText(asObject(body.thinking)?.type);
  return type === 'enabled' || type === 'adaptive';
}

function thought(thinking: string): AnswerBlock {
  return { type: 'thinking', thinking, signature: signatureOf(thinking) };
}

/** Its content is signed, and must be sent back. */
function compacted(summary: string): AnswerBlock {
  return { type: 'compaction', content: summary, encrypted_content: signatureOf(summary) };
}

function compactionPass({ summary, inputTokens }: NonNullable<ManagedContext['compaction']>) {
  return {
    type: 'compaction' as const,
    input_tokens: inputTokens,
    output_tokens: roughTokens(summary),
    cache_creation: null,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
}

function stopReasonOf(content: readonly AnswerBlock[]): AnswerMessage['stop_reason'] {
  const type = content.at(-1)?.type;
  if (type === 'compaction') return 'compaction';
  return type === 'tool_use' ? 'tool_use' : 'end_turn';
}

/** Text is cut off at `max_tokens`. */
function withinLimit(content: readonly AnswerBlock[], limit: number): { cut: AnswerBlock[]; tokens: number } {
  let left = limit;
  const cut = content.map((block) => {
    const tokens = roughTokens(wordsOf(block));
    const fits = tokens <= left || block.type !== 'text';
    const given = fits ? block : { ...block, text: firstBytes(block.text, left * BYTES_PER_TOKEN) };
    left = Math.max(0, left - tokens);
    return given;
  });
  return { cut, tokens: limit - left };
}

function firstBytes(text: string, bytes: number): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });
}

function wordsOf(block: AnswerBlock): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'thinking') return block.thinking;
  return JSON.stringify(block);
}
