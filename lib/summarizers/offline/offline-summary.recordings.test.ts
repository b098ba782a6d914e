import { openAsBlob, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileActions } from '../../fidelity/files/file-actions';
import { importFile } from '../../importers/import-file';
import { roughText } from '../../tokens/rough';
import { offlineSummary } from './offline-summary';

const FOLDER = process.env.HIGHWATER_TRANSCRIPTS;

async function messagesOf(file: string) {
  const blob = await openAsBlob(file);
  const read = await importFile({ name: file, size: blob.size, stream: () => blob.stream() });
  return read.ok ? (read.value.transcripts[0]?.messages ?? []) : [];
}

describe.skipIf(FOLDER === undefined)('summaries of recordings', () => {
  const folders = ['claude-code', 'codex', 'openai-chat', 'openai-responses'].map((name) => join(FOLDER ?? '', name));
  const files =
    FOLDER === undefined ? [] : folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));

  it.each(files.filter((name) => /\.jsonl?$/.test(name)))('[F3] %s', async (file) => {
    const messages = await messagesOf(file);
    for (const maxTokens of [300, 2_000, 12_000]) {
      const text = offlineSummary({ messages, maxTokens, countTokens: roughText });
      expect(roughText(text)).toBeLessThanOrEqual(maxTokens);
      expect(text).not.toMatch(/[A-Za-z0-9+]{200}/);
      if (maxTokens === 300) continue;
      expect(text.match(/^## \d\. /gm)).toHaveLength(9);
      if (maxTokens === 2_000) continue;
      const changed = fileActions(messages).filter((each) => each.changed + each.created > 0);
      const missing = changed.filter(({ path }) => !text.includes(path));
      expect(missing.length).toBeLessThanOrEqual(changed.length / 5);
    }
  });
});
