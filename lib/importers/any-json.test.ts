import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Json } from '../base/json';
import type { Transcript } from '../transcript/transcript';
import { files, json } from './any-json.test-support';
import { tracedFiles } from './any-traced-json.test-support';
import { importers } from './index';
import { expectSound } from './sound-transcript.test-support';

function imported(importer: (typeof importers)[number], values: readonly Json[]): readonly Transcript[] {
  const reading = importer.start({ fileName: 'a.jsonl', warn: () => undefined });
  for (const [index, value] of values.entries()) reading.add(value, index + 1);
  return reading.finish();
}

describe.each(importers.map((importer) => [importer.format, importer] as const))('%s', (_, importer) => {
  it('accepts any JSON without an exception', () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 5 }), (values) => imported(importer, values).forEach(expectSound)),
    );
  });

  it('imports slightly invalid records as a valid transcript', () => {
    fc.assert(
      fc.property(fc.oneof(files, tracedFiles), (values) => imported(importer, values).forEach(expectSound)),
      { numRuns: 120 },
    );
  });

  it('accepts a value nested ten thousand levels deep', () => {
    let deep: Json = 'x';
    for (let level = 0; level < 10_000; level++) deep = level % 2 === 0 ? [deep] : { input: deep };
    const call = { type: 'tool_use', id: 't1', name: 'ls', input: deep };
    const values: Json[] = [
      deep,
      {
        role: 'assistant',
        content: [call, { type: 'odd', deep }],
        tool_calls: [{ id: 'c', function: { arguments: deep } }],
      },
      { messages: [{ role: 'assistant', content: [call] }], tools: [{ name: 'ls', input_schema: deep }] },
      { type: 'response_item', payload: { type: 'mcp_call', id: 'c1', name: 'x', arguments: deep, error: deep } },
      { type: 'event_msg', payload: { type: 'token_count', info: { last_token_usage: {}, total_token_usage: deep } } },
      {
        request: { url: '/v1/messages', body: { messages: [{ role: 'user', content: deep }] } },
        response: { body: deep },
      },
      { run_type: 'llm', inputs: deep, outputs: deep },
      { spanId: 's', attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': [deep] } },
      { spanId: 's', attributes: [{ key: 'gen_ai.prompt', value: { arrayValue: { values: [deep] } } }] },
      { type: 'GENERATION', input: deep, output: deep, metadata: { attributes: deep } },
      {
        messages: [
          { role: 'assistant', parts: [{ type: 'tool-x', toolCallId: 'c', state: 'output-available', output: deep }] },
        ],
      },
    ];
    for (const value of values) imported(importer, [value]).forEach(expectSound);
  });
});
