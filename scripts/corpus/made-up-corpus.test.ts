import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importFiles } from '../../lib/importers/import-files';
import type { Transcript } from '../../lib/transcript/transcript';
import { filesToImport } from '../command-line/file-source';
import { type CorpusPlan, madeUpCorpus } from './made-up-corpus';
import { writeCorpus } from './write-corpus';

const plan: CorpusPlan = { sessions: 24, seed: '5', calls: [3, 110], codexShare: 0.3, untilMs: Date.UTC(2026, 4, 31) };
const textOf = (given: CorpusPlan) =>
  [...madeUpCorpus(given)].map(({ path, lines }) => ({ path, text: [...lines()].join('\n') }));

describe('a made-up corpus', () => {
  const files = textOf(plan);

  it('has the same bytes for the same seed, others for another, and begins like a larger one', () => {
    expect(textOf({ ...plan, sessions: 8 })).toEqual(files.slice(0, textOf({ ...plan, sessions: 8 }).length));
    const [other] = textOf({ ...plan, sessions: 1, seed: '6' });
    expect(other?.path).not.toBe(files[0]?.path);
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
  });

  it('imports without a warning, with sessions of both agents, sub-agents and compactions', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'highwater-corpus-'));
    try {
      const written = writeCorpus(folder, plan);
      expect(written.files).toBe(files.length);
      const sessions: Transcript[] = [];
      for await (const read of importFiles(await filesToImport([folder]))) {
        expect(read.type).not.toBe('failed');
        if (read.type === 'imported') sessions.push(...read.file.transcripts);
      }
      expect(readFileSync(join(folder, files[0]?.path ?? ''), 'utf8')).toBe(`${files[0]?.text}\n`);
      expect(sessions).toHaveLength(plan.sessions);
      expect(sessions.flatMap(({ warnings }) => warnings)).toEqual([]);
      for (const { calls } of sessions) expect(calls.every(({ usage }) => usage !== undefined)).toBe(true);
      for (const format of ['claude-code', 'codex']) {
        const compacted = sessions.filter((session) => session.format === format && session.boundaries.length > 0);
        expect(compacted.length).toBeGreaterThan(0);
        expect(compacted.length).toBeLessThan(sessions.length / 2);
        for (const { boundaries, messages } of compacted)
          for (const { summaryMessageId, preTokens } of boundaries) {
            expect(messages.some(({ id, kind }) => id === summaryMessageId && kind === 'summary')).toBe(true);
            expect(preTokens).toBeGreaterThan(0);
          }
      }
      expect(sessions.some(({ children }) => children.length > 0)).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
