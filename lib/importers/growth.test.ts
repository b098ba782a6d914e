import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../base/json';
import type { Transcript } from '../transcript/transcript';
import { claudeCode } from './claude-code';
import { cline } from './cline';
import { codex } from './codex';
import { aiSdk } from './frameworks/ai-sdk';
import { langchain } from './frameworks/langchain';
import { langfuse } from './frameworks/langfuse';
import { otel } from './frameworks/otel';
import { highwater } from './highwater';
import { openaiChat } from './openai-chat';
import { opencode } from './opencode';
import { pi } from './pi';
import type { Importer } from './read/importer';

interface Shape {
  readonly importer: Importer;
  readonly records: (count: number) => readonly JsonObject[];
  readonly count: number;
}

const item = (payload: JsonObject): JsonObject => ({ type: 'response_item', payload });
const said = (text: string) => item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
const prompt = (uuid: string, parentUuid: string): JsonObject => ({
  type: 'user',
  uuid,
  parentUuid,
  message: { role: 'user', content: 'x' },
});
const piPrompt = (id: string, parentId: string | null): JsonObject => ({
  type: 'message',
  ...{ id, parentId, message: { role: 'user', content: 'x' } },
});
const at = (n: number) => 1_772_359_200_000 + n * 60_000;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

const rewinds: Shape = {
  importer: claudeCode,
  count: 15_000,
  records: (count) => [
    ...numbers(count).map((n) => prompt(`a${n}`, `p${n}`)),
    ...numbers(count).map((n) => prompt(`b${n}`, `p${n}`)),
  ],
};

/** Files on which looking through everything before, at each record, would take minutes. */
const shapes: Readonly<Record<string, Shape>> = {
  'calls of Codex, each with its count': {
    importer: codex,
    count: 40_000,
    records: (count) =>
      numbers(count).flatMap((n) => [
        item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] }),
        {
          type: 'event_msg',
          payload: {
            type: 'token_count',
            info: { total_token_usage: { input_tokens: n }, last_token_usage: { input_tokens: 9, output_tokens: 5 } },
          },
        },
      ]),
  },
  'compactions of Codex that keep little of much': {
    importer: codex,
    count: 3_000,
    records: (count) =>
      numbers(count).flatMap((n) => [
        ...numbers(10).map((m) => said(`prompt ${n} ${m} ${'x'.repeat(500)}`)),
        { type: 'compacted', payload: { message: '', replacement_history: [said(`prompt ${n} 3`).payload ?? null] } },
      ]),
  },
  'rollbacks of Codex': {
    importer: codex,
    count: 15_000,
    records: (count) =>
      numbers(count).flatMap((n) => [
        said(`a ${n}`),
        said(`b ${n}`),
        { type: 'event_msg', payload: { type: 'thread_rolled_back', num_turns: 1 } },
      ]),
  },
  'messages of LangChain, results in the reverse order of their calls': {
    importer: langchain,
    count: 40_000,
    records: (count) => [
      {
        messages: [
          { type: 'ai', content: '', tool_calls: numbers(count).map((n) => ({ id: `c${n}`, name: 'f', args: {} })) },
          ...numbers(count).map((n) => ({ type: 'tool', tool_call_id: `c${count - 1 - n}`, content: 'x' })),
        ],
      },
    ],
  },
  'spans without content': {
    importer: otel,
    count: 40_000,
    records: (count) =>
      numbers(count).map((n) => ({
        spanId: `s${n}`,
        traceId: 't',
        startTimeUnixNano: String(1_772_359_200_000_000_000n + BigInt(n)),
        attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 100 + n },
      })),
  },
  'generations of one trace that do not belong together': {
    importer: langfuse,
    count: 10_000,
    records: (count) =>
      numbers(count).map((n) => ({ id: `o${n}`, traceId: 't', type: 'GENERATION', input: `prompt ${n}`, output: 'x' })),
  },
  'requests of Cline, as they were shown': {
    importer: cline,
    count: 40_000,
    records: (count) =>
      numbers(count).flatMap((n) => [
        { ts: n, type: 'say', say: 'api_req_started', text: '{"request":"x","tokensIn":5,"tokensOut":5}' },
        { ts: n, type: 'say', say: 'text', text: 'x', conversationHistoryDeletedRange: [2, 5] },
      ]),
  },
  'tools of Cline in text': {
    importer: cline,
    count: 20_000,
    records: (count) =>
      numbers(count).flatMap((n) => [
        { role: 'assistant', content: `<ls>\n<path>${n}</path>\n</ls>` },
        { role: 'user', content: `[ls for '${n}'] Result:\nx` },
      ]),
  },
  'steps of one message of the AI SDK': {
    importer: aiSdk,
    count: 40_000,
    records: (count) => [
      {
        role: 'assistant',
        parts: numbers(count).flatMap((n) => [
          { type: 'step-start' },
          { type: 'tool-f', toolCallId: `c${n}`, state: 'output-available', input: {}, output: 'x' },
        ]),
      },
    ],
  },
  'rewinds of Claude Code, one behind the other': rewinds,
  'results of OpenAI in the reverse order of their calls': {
    importer: openaiChat,
    count: 40_000,
    records: (count) => [
      {
        role: 'assistant',
        tool_calls: numbers(count).map((n) => ({ id: `c${n}`, function: { name: 'f', arguments: '{}' } })),
      },
      ...numbers(count).map((n) => ({ role: 'tool', tool_call_id: `c${count - 1 - n}`, content: 'x' })),
    ],
  },
  'prunes of opencode, one output each': {
    importer: opencode,
    count: 15_000,
    records: (count) => [
      {
        messages: numbers(count).map((n) => ({
          info: { role: 'assistant', id: `m${n}`, time: { created: at(n) } },
          parts: [{ type: 'tool', callID: 'c', state: { status: 'completed', time: { compacted: at(n) + 30_000 } } }],
        })),
      },
    ],
  },
  'rewinds of pi': {
    importer: pi,
    count: 30_000,
    records: (count) => [
      piPrompt('root', null),
      ...numbers(count).flatMap((n) => [
        piPrompt(`a${n}`, n === 0 ? 'root' : `b${n - 1}`),
        piPrompt(`x${n}`, `a${n}`),
        piPrompt(`b${n}`, `a${n}`),
      ]),
    ],
  },
  'changes between two branches of pi, each longer than before': {
    importer: pi,
    count: 15_000,
    records: (count) => [
      piPrompt('a0', null),
      piPrompt('b0', null),
      ...numbers(count).flatMap((n) => [piPrompt(`a${n + 1}`, `a${n}`), piPrompt(`b${n + 1}`, `b${n}`)]),
    ],
  },
};

function importOf({ importer, records }: Shape, count: number): readonly Transcript[] {
  const made = records(count);
  const reading = importer.start({ fileName: 'a.jsonl', warn: () => undefined });
  made.forEach((record, index) => {
    reading.add(record, index + 1);
  });
  return reading.finish();
}

describe('an import takes linear time', () => {
  it.each(Object.entries(shapes))('for %s', (_, shape) => {
    // What grows with the square does not come to its end before the limit of a test.
    expect(importOf(shape, shape.count)).toHaveLength(1);
  });
});

describe('the imported transcript', () => {
  it('names each abandoned message once, however many rewinds followed', () => {
    const transcripts = importOf(rewinds, 300);
    const dropped = transcripts[0]?.boundaries.flatMap((boundary) => boundary.droppedMessageIds ?? []) ?? [];
    expect(dropped).toHaveLength(599);
    expect(new Set(dropped).size).toBe(599);
  });

  it('has a bounded depth, even if an edited file nests sub-agents endlessly', () => {
    const header = { type: 'transcript', format: 'claude-code', systemInFile: 'none' };
    const message = { type: 'message', role: 'user', kind: 'prompt', parts: [], line: 1 };
    const nested: Shape = {
      importer: highwater,
      count: 20_000,
      records: (count) =>
        numbers(count).flatMap((depth) => [
          { ...header, depth },
          { ...message, id: `m${depth}` },
        ]),
    };
    const [root] = importOf(nested, nested.count);
    expect(JSON.stringify(root).split('"kind":"prompt"')).toHaveLength(nested.count + 1);
    const halves = importOf({ ...nested, records: () => [0, 0.5, 1.5].map((depth) => ({ ...header, depth })) }, 3);
    expect(halves.map(({ children }) => children.length)).toEqual([0, 1]);
  });
});
