import { openAsBlob, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findChatModel } from '../../../e2e/stand-in/openai/chat-models';
import { chatProblems } from '../../../e2e/stand-in/openai/check-chat-request';
import { importFile } from '../../importers/import-file';
import { nineSections } from '../../prompts/nine-sections';
import { summaryRequest } from '../../prompts/summary-request';
import { recordedContextAt } from '../../transcript/recorded-context';
import { chatRequest } from './chat-request';

const FOLDER = process.env.HIGHWATER_TRANSCRIPTS;
const CONTEXTS = 6;
const MODEL = 'chat/gpt-5.4-mini';

describe.skipIf(FOLDER === undefined)('summary requests of recordings', () => {
  const files =
    FOLDER === undefined
      ? []
      : ['claude-code', 'codex'].flatMap((kind) =>
          readdirSync(join(FOLDER, kind))
            .filter((name) => name.endsWith('.jsonl'))
            .map((name) => join(kind, name)),
        );

  it.each(files)('%s: an OpenAI-compatible server accepts them', async (name) => {
    const file = join(FOLDER ?? '', name);
    const blob = await openAsBlob(file);
    const read = await importFile({ name: file, size: blob.size, stream: () => blob.stream() });
    const transcript = read.ok ? read.value.transcripts[0] : undefined;
    if (transcript === undefined) throw new Error('Could not import the recording.');
    const model = findChatModel('gpt-5.4-mini');
    if (model === undefined) throw new Error('The stand-in does not know the model.');
    const step = Math.max(1, Math.floor(transcript.calls.length / CONTEXTS));
    const { system, tools } = transcript;
    for (const { at } of transcript.calls.filter((call, index) => index % step === 0 && call.at > 0)) {
      const context = recordedContextAt(transcript, at).messages.flatMap((index) => transcript.messages[index] ?? []);
      const body = summaryRequest({ system, tools, messages: context }, nineSections, {
        model: MODEL,
        maxTokens: 2_000,
      });
      // The words of a recording are not printed.
      const problems = [...chatProblems(chatRequest(body), model)].map(({ message, param }) => [
        param,
        message.slice(0, 80),
      ]);
      expect(problems).toEqual([]);
    }
  });
});
