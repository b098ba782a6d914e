import { openAsBlob, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json';
import { readValues } from '../reading/read-values';
import type { FormatId } from '../transcript/formats';
import { type Recognition, recognise } from './recognise';

const RECORDINGS = process.env.HIGHWATER_TRANSCRIPTS ?? '';

describe.skipIf(RECORDINGS === '')('recordings', () => {
  const expected: Readonly<Record<string, FormatId>> = {
    'anthropic-messages': 'anthropic-messages',
    'claude-code': 'claude-code',
    'claude-trace': 'claude-trace',
    codex: 'codex',
    'copilot-cli': 'copilot-cli',
    'gemini-cli': 'gemini-cli',
    'harbor-atif': 'harbor-atif',
    inspect: 'inspect',
    langchain: 'langchain',
    // A bare list of messages without a wrapper: nothing in it names the agent.
    'mini-swe-agent': 'openai-chat',
    'openai-chat': 'openai-chat',
    'openai-responses': 'openai-responses',
    opencode: 'opencode',
    openhands: 'openhands',
    'otel/ai-sdk-v6-spans.json': 'otel',
    'otel/pydantic-ai-langfuse-trace.json': 'langfuse',
    pi: 'pi',
    'swe-agent': 'swe-agent',
  };
  const files = RECORDINGS === '' ? [] : readdirSync(RECORDINGS, { recursive: true, encoding: 'utf8' });
  const recordings = files.filter((file) => /\/.*\.(jsonl?|traj)$/.test(file)).sort();

  it.each(recordings)('%s', async (file) => {
    const blob = await openAsBlob(join(RECORDINGS, file));
    const records: Json[] = [];
    let found: Recognition | undefined;
    let shape = '';
    const read = await readValues(
      { name: file, size: blob.size, stream: () => blob.stream() },
      {
        begin(input) {
          found = recognise(input);
          shape = input.shape;
          return 'values';
        },
        value: (value) => records.length < 400 && records.push(value),
        note: () => undefined,
      },
    );
    expect(read.ok).toBe(true);
    expect(found?.format).toBe(expected[file] ?? expected[file.split('/')[0] ?? '']);
    // The same records are the same thing as items of an array.
    if (shape === 'lines') expect(recognise({ shape: 'array', sample: records })?.format).toBe(found?.format);
  });
});
