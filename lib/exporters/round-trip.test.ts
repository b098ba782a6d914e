import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json';
import { anthropicMessages } from '../importers/anthropic-messages';
import { openaiChat } from '../importers/openai-chat';
import type {
  Base64,
  Message,
  MessageId,
  Part,
  ToolCallId,
  ToolDefinition,
  Transcript,
} from '../transcript/transcript';
import { type Provider, validateRequest } from '../transcript/validate-request';
import { toAnthropicRequest } from './anthropic-request';
import { toOpenAIRequest } from './openai-request';
import type { RequestFrame } from './request-frame';

/** As a file would give it: JSON has no minus zero. */
function asWritten(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

const FRAME: RequestFrame = {
  model: 'model-a',
  maxTokens: 1_000,
  system: [{ kind: 'text', text: 'Be brief.' }],
  tools: [],
};

const EXPORTERS = { anthropic: toAnthropicRequest, openai: toOpenAIRequest };
const IMPORTERS = { anthropic: anthropicMessages, openai: openaiChat };

function imported(provider: Provider, body: Json): Transcript {
  const reading = IMPORTERS[provider].start({ fileName: 'a.json', warn: () => undefined });
  reading.add(body, 1);
  const [transcript] = reading.finish();
  if (transcript === undefined) throw new Error('The body has no messages');
  return transcript;
}

function thereAndBack(provider: Provider, messages: readonly Message[], frame = FRAME): Transcript {
  return imported(provider, JSON.parse(JSON.stringify(EXPORTERS[provider](messages, frame))) as Json);
}

/** Pixels of nothing: enough for a reader to take it for a PNG of one by one. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=' as Base64;

const words = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => `w${text.toWellFormed()}w`);
const textPart = words.map((text): Part => ({ kind: 'text', text }));
const imagePart = fc.constant<Part>({ kind: 'image', mediaType: 'image/png', data: PNG });

interface Round {
  readonly asked: readonly Part[];
  readonly said: string | undefined;
  readonly calls: readonly { readonly input: Json; readonly results: readonly string[]; readonly isError: boolean }[];
  readonly isSplit: boolean;
}

const round: fc.Arbitrary<Round> = fc.record({
  asked: fc.array(fc.oneof({ arbitrary: textPart, weight: 4 }, imagePart), { minLength: 1, maxLength: 3 }),
  said: fc.option(words, { nil: undefined }),
  calls: fc.array(
    fc.record({
      input: fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 2 }).map(asWritten), {
        noNullPrototype: true,
      }),
      results: fc.array(words, { maxLength: 2 }),
      isError: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  isSplit: fc.boolean(),
});

/** A sound conversation: every call is answered in the turn after it. */
const conversation = fc.array(round, { minLength: 1, maxLength: 6 }).map((rounds) => {
  const messages: Message[] = [];
  const add = (role: Message['role'], kind: Message['kind'], parts: readonly Part[]) =>
    messages.push({ id: `m${messages.length}` as MessageId, role, kind, parts, line: messages.length + 1 });
  rounds.forEach(({ asked, said, calls, isSplit }, index) => {
    add('user', 'prompt', asked);
    const ids = calls.map((_, call) => `call_${index}_${call}` as ToolCallId);
    const reply: Part[] = [
      { kind: 'thinking', text: 'hm', opaqueLength: 10 },
      ...(said === undefined ? [] : [{ kind: 'text' as const, text: said }]),
      ...calls.map(({ input }, call) => ({
        kind: 'tool-call' as const,
        id: ids[call] ?? ids[0] ?? ('' as ToolCallId),
        name: 'Read',
        input,
      })),
    ];
    add('assistant', 'reply', reply);
    const results = calls.map(
      ({ results: texts, isError }, call): Part => ({
        kind: 'tool-result',
        callId: ids[call] ?? ('' as ToolCallId),
        toolName: 'Read',
        parts: texts.map((text) => ({ kind: 'text', text })),
        isError,
      }),
    );
    if (isSplit) for (const result of results) add('tool', 'tool-results', [result]);
    else if (results.length > 0) add('tool', 'tool-results', results);
  });
  return messages;
});

/** What a request says, whatever the messages it is divided into. */
function said(provider: Provider, messages: readonly Message[]): unknown[] {
  const turns: { side: string; parts: unknown[] }[] = [];
  for (const { role, parts } of messages) {
    if (role === 'system') continue;
    const side = role === 'assistant' ? 'assistant' : 'user';
    const sent = parts.filter(({ kind }) => kind !== 'thinking').map((part) => told(provider, part));
    if (sent.length === 0) continue;
    const last = turns.at(-1);
    if (last?.side === side) last.parts.push(...sent);
    else turns.push({ side, parts: [...sent] });
  }
  return turns;
}

function told(provider: Provider, part: Part): unknown {
  if (part.kind === 'image') return part.data;
  if (part.kind !== 'tool-result') return part;
  return { ...part, isError: provider === 'anthropic' && part.isError };
}

describe.each(['anthropic', 'openai'] as const)('to %s and back', (provider) => {
  it('preserves the content', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        expect(said(provider, thereAndBack(provider, messages).messages)).toEqual(said(provider, messages));
      }),
    );
  });

  it('keeps valid messages valid', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const last = messages.at(-1);
        const request = last?.role === 'assistant' ? messages.slice(0, -1) : messages;
        expect(validateRequest(request, provider)).toEqual([]);
        expect(validateRequest(thereAndBack(provider, request).messages, provider)).toEqual([]);
      }),
    );
  });

  it('keeps system prompt and tools', () => {
    const definition =
      provider === 'anthropic'
        ? { name: 'Read', description: 'Reads', input_schema: { type: 'object' } }
        : { name: 'Read', description: 'Reads', parameters: { type: 'object' } };
    const tools: ToolDefinition[] = [{ name: 'Read', schemaText: JSON.stringify(definition) }];
    const user: Message = {
      id: 'm0' as MessageId,
      role: 'user',
      kind: 'prompt',
      parts: [{ kind: 'text', text: 'a' }],
      line: 1,
    };
    const back = thereAndBack(provider, [user], { ...FRAME, tools });
    expect(back.tools).toEqual(tools);
    expect(JSON.stringify([back.system, back.messages])).toContain('Be brief.');
  });
});
