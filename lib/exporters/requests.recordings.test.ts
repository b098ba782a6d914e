import { openAsBlob, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json';
import { anthropicMessages } from '../importers/anthropic-messages';
import { importFile } from '../importers/import-file';
import { recordedContextAt } from '../transcript/recorded-context';
import type { Message, Transcript } from '../transcript/transcript';
import { validateRequest } from '../transcript/validate-request';
import { toAnthropicRequest } from './anthropic-request';

const FOLDER = process.env.HIGHWATER_TRANSCRIPTS;
const CONTEXTS = 10;

/** Lines are missing from it, and with them calls and results. */
const BROKEN = /^broken-lines/;

async function recorded(file: string): Promise<Transcript> {
  const blob = await openAsBlob(file);
  const read = await importFile({ name: file, size: blob.size, stream: () => blob.stream() });
  const transcript = read.ok ? read.value.transcripts[0] : undefined;
  if (transcript === undefined) throw new Error(`Could not import ${file}`);
  return transcript;
}

function exported(messages: readonly Message[]): readonly Message[] {
  const reading = anthropicMessages.start({ fileName: 'a.json', warn: () => undefined });
  reading.add(toAnthropicRequest(messages, { model: 'm', maxTokens: 1, system: [], tools: [] }) as Json, 1);
  return reading.finish()[0]?.messages ?? [];
}

describe.skipIf(FOLDER === undefined)('recorded requests', () => {
  const folder = join(FOLDER ?? '', 'claude-code');
  const files = FOLDER === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.jsonl'));

  it.each(files)('[L2] %s: every exported request is valid for the provider', async (name) => {
    const transcript = await recorded(join(folder, name));
    const step = Math.max(1, Math.floor(transcript.calls.length / CONTEXTS));
    const calls = transcript.calls.filter(({ at }, index) => index % step === 0 && at > 0);
    const rules = calls.flatMap(({ at }) => {
      const { messages } = recordedContextAt(transcript, at);
      const context = messages.flatMap((index) => transcript.messages[index] ?? []);
      return context.length === 0 ? [] : validateRequest(exported(context), 'anthropic').map(({ rule }) => rule);
    });
    expect([...new Set(rules)].sort()).toEqual(BROKEN.test(name) ? ['orphan-result', 'unanswered-call'] : []);
  });
});
