import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../base/json';
import { agentFiles } from './agent-files.test-support';
import { geminiContents } from './gemini/gemini-contents';
import { geminiCli } from './gemini-cli';
import { openhands } from './openhands';
import type { Importer } from './read/importer';
import { expectSound } from './sound-transcript.test-support';

describe('slightly invalid files of agents', () => {
  it.each(agentFiles.map(([importer, file], index) => [`${importer.format} ${index}`, importer, file] as const))(
    'of %s give valid transcripts',
    (_, importer, file) => {
      fc.assert(
        fc.property(file, (values) => {
          const reading = importer.start({ fileName: 'a.json', warn: () => undefined });
          for (const [index, value] of values.entries()) reading.add(value, index + 1);
          reading.finish().forEach(expectSound);
        }),
        { numRuns: 150 },
      );
    },
  );
});

describe('a value nested ten thousand levels deep', () => {
  it.each(agentFiles.map(([importer], index) => [`${importer.format} ${index}`, importer] as const))(
    'is accepted by %s',
    (_, importer) => {
      let deep: Json = 'x';
      for (let level = 0; level < 10_000; level++) deep = level % 2 === 0 ? [deep] : { input: deep };
      const parts = [
        { functionCall: { name: 'f', args: deep } },
        { functionResponse: { name: 'f', response: deep } },
        deep,
      ];
      const message = {
        role: 'assistant',
        content: deep,
        tool_calls: [{ id: 'c', function: { name: 'f', arguments: deep } }],
      };
      const toolCalls = [{ id: 'c', name: 'f', args: deep, result: deep }];
      const values: Json[] = [
        deep,
        { id: 'a', type: 'gemini', content: deep, toolCalls, role: 'model', parts },
        {
          source: 'agent',
          message: '',
          action: 'run',
          args: { command: deep },
          kind: 'ObservationEvent',
          observation: deep,
        },
        { source: 'user', kind: 'ActionEvent', tool_call: { arguments: deep }, thought: deep },
        {
          history: [message, deep],
          trajectory: [{ messages: [deep, message] }],
          metrics: deep,
          messages: [message, deep],
        },
        {
          samples: [
            {
              messages: [message],
              events: [{ event: 'model', input: [message, deep], output: { choices: [{ message }] } }],
            },
          ],
        },
        { steps: [{ source: 'agent', message: deep, tool_calls: [{ arguments: deep }] }] },
        { role: 'user', content: [{ type: 'toolResponse', id: 'c', toolResult: { value: deep } }, deep] },
        { type: 'assistant', uuid: 'u', message: { parts } },
      ];
      for (const value of values) {
        const reading = importer.start({ fileName: 'a.json', warn: () => undefined });
        reading.add(value, 1);
        reading.finish().forEach(expectSound);
      }
    },
  );
});

const numbers = (length: number) => Array.from({ length }, (_, n) => n);
const gemini = (id: string, more: JsonObject = {}) => ({ id, type: 'gemini', content: 'x', ...more });

describe('an import takes linear time', () => {
  it.each<[string, Importer, (n: number) => readonly Json[], number]>([
    ['rewinds of Gemini CLI', geminiCli, (n) => [gemini(`a${n}`), gemini(`b${n}`), { $rewindTo: `b${n}` }], 20_000],
    [
      'compressions of Gemini CLI',
      geminiCli,
      (n) => [gemini(`a${n}`), { $set: { messages: [gemini(`s${n}`)] } }],
      15_000,
    ],
    [
      'condensations of OpenHands',
      openhands,
      (n) => [
        { id: 3 * n, source: 'user', message: '', action: 'message', args: { content: 'x' } },
        { id: 3 * n + 1, source: 'agent', message: '', action: 'run', args: { command: 'ls' } },
        {
          id: 3 * n + 2,
          source: 'agent',
          message: '',
          action: 'condensation',
          args: { forgotten_events_start_id: 0, forgotten_events_end_id: 3 * n + 1, summary: 's' },
        },
      ],
      15_000,
    ],
    [
      'calls without ids, answered by name',
      geminiContents,
      (n) => [
        { role: 'model', parts: [{ functionCall: { name: 'f' } }] },
        { role: 'user', parts: [{ functionResponse: { name: n % 2 === 0 ? 'f' : 'g' } }] },
      ],
      30_000,
    ],
  ])('for %s', (_, importer, records, times) => {
    const reading = importer.start({ fileName: 'a.jsonl', warn: () => undefined });
    for (const n of numbers(times)) for (const record of records(n)) reading.add(record, n + 1);
    expect(reading.finish()).toHaveLength(1);
  });
});
