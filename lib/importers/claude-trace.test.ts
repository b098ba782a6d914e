import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Json } from '../base/json';
import { claudeTrace } from './claude-trace';

it('keeps nothing of the headers, which contain live credentials', () => {
  const secret = ['sk', 'ant', 'made-up-for-this-test'].join('-');
  const reading = claudeTrace.start({ fileName: 'log.jsonl', warn: () => undefined });
  const text = readFileSync(join(import.meta.dirname, 'fixtures/claude-trace/threads.input.jsonl'), 'utf8');
  const withSecret = text.replaceAll('held back in a real trace', secret);
  expect(withSecret).toContain(secret);
  for (const [index, line] of withSecret.trim().split('\n').entries()) {
    reading.add(JSON.parse(line) as Json, index + 1);
  }
  const transcripts = reading.finish();
  expect(transcripts).toHaveLength(1);
  expect(JSON.stringify(transcripts)).not.toContain(secret);
});

it('uses the conversation around a longer sub-agent as the main one', () => {
  const reading = claudeTrace.start({ fileName: 'log.jsonl', warn: () => undefined });
  const exchange = (first: string, tool: string, turns: number): Json => ({
    request: {
      method: 'POST',
      url: 'https://api.anthropic.com/v1/messages',
      body: {
        model: 'claude-x-1',
        tools: [{ name: tool }],
        messages: [first, ...Array.from({ length: turns }, (_, turn) => `turn ${turn}`)].map((content, index) => ({
          role: index % 2 === 0 ? 'user' : 'assistant',
          content,
        })),
      },
    },
    response: {
      body: { content: [{ type: 'text', text: `turn ${turns}` }], usage: { input_tokens: 1, output_tokens: 1 } },
    },
  });
  reading.add(exchange('Do it', 'Task', 0), 1);
  for (let turn = 0; turn < 20; turn += 2) reading.add(exchange('Look', 'Read', turn), turn + 2);
  reading.add(exchange('Do it', 'Task', 2), 40);
  const [main] = reading.finish();
  expect(main?.title).toBe('Do it');
  expect(main?.children.map(({ title }) => title)).toEqual(['Look']);
});
