import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asArray, asObject, asText } from '../../base/json';
import { readFrontMatter } from '../../instructions/front-matter';
import { instructionLoads } from './instruction-loads';
import { recordedTimeline } from './recorded-timeline';
import { systemPieces } from './system-pieces';

const folder = process.env.HIGHWATER_TRANSCRIPTS ?? '';
const MAX_MS = 300_000;

describe.skipIf(folder === '')('what surrounds the shared recordings', { timeout: MAX_MS }, () => {
  it('[I3] [Y1] [H1] lists pieces and hooks, and predicts where instructions were loaded', async () => {
    const { importFiles } = await import('../../importers/import-files');
    const { filesToImport } = await import('../../../scripts/command-line/file-source');
    let hooks = 0;
    let sent = 0;
    let marked = 0;
    let hookTokens = 0;
    let timedMs = 0;
    const events = new Map<string, number>();
    let sessions = 0;
    const places: string[] = [];
    const unexplained: number[] = [];
    const elsewhere: number[] = [];
    for await (const imported of importFiles(await filesToImport([folder]))) {
      if (imported.type !== 'imported') continue;
      const name = imported.path.slice(imported.path.lastIndexOf('/') + 1);
      for (const transcript of imported.file.transcripts.flatMap((main) => [main, ...main.children])) {
        sessions += 1;
        const startMs = performance.now();
        const found = systemPieces(transcript, recordedTimeline(transcript));
        const tookMs = performance.now() - startMs;
        const carried = found.pieces.reduce((sum, piece) => sum + piece.carried, 0);
        const runs = found.hooks.reduce((sum, hook) => sum + hook.runs.length, 0);
        hooks += runs;
        for (const { event, runs: each } of found.hooks) {
          events.set(event, (events.get(event) ?? 0) + each.length);
          sent += each.filter(({ isSent }) => isSent).length;
          hookTokens += each.reduce((sum, { tokens }) => sum + tokens, 0);
          timedMs += each.reduce((sum, { tookMs = 0 }) => sum + tookMs, 0);
          // Each stands at its place: none lies behind the last call unless its record does.
          for (const { call } of each) expect(call).toBeLessThanOrEqual(transcript.calls.length);
          // In the messages it is marked where it ran: its output, or what stands before it.
          for (const { call, message = -1, isSent, tookMs: _, line } of each) {
            marked += 1;
            const { at } = (transcript.hooks ?? []).find((hook) => hook.line === line) ?? { at: -1 };
            expect(message).toBeGreaterThanOrEqual(isSent ? 0 : at - 1);
            const next = transcript.calls[call];
            if (next !== undefined) expect([line, next.at >= at, message <= next.at]).toEqual([line, true, true]);
            if (call > 0) expect(transcript.calls[call - 1]?.at).toBeLessThan(Math.max(at, 1));
          }
        }
        console.log(
          `${name.padEnd(70)} ${found.pieces.length} pieces, ${carried} of ${found.sent} tokens × calls, ` +
            `not in the file ${found.notInFile.first}, ${runs} hook runs, ${tookMs.toFixed(0)} ms`,
        );
        expect([name, carried <= found.sent]).toEqual([name, true]);
        const { recorded, predicted } = instructionLoads(transcript);
        for (const { path, call, because } of recorded) {
          places.push(`${name} call ${call}: ${path}, ${because === undefined ? 'not predicted' : `for ${because}`}`);
          if (because === undefined) unexplained.push(call);
        }
        for (const load of predicted) {
          if (!recorded.some(({ path, call }) => path === load.path && call === load.call)) elsewhere.push(load.call);
        }
      }
    }
    console.log(places.join('\n'));
    expect(sessions).toBeGreaterThan(50);
    console.log(
      `${hooks} hook runs: ${JSON.stringify([...events])}, ${sent} sent, ${hookTokens} tokens, ${timedMs} ms`,
    );
    expect([hooks, marked]).toEqual([217, 217]);
    expect([...events.values()].reduce((sum, runs) => sum + runs, 0)).toBe(217);
    expect(sent).toBeGreaterThan(20);
    expect(hookTokens).toBeGreaterThan(0);
    expect(places).toHaveLength(6);
    expect({ elsewhere, unexplained }).toEqual({ elsewhere: [], unexplained: [] });
  });

  it('[I3] reads the front matter of recorded rules as their agent did', () => {
    const file = `${folder}/claude-code/one-million-window-file-starts-at-boundary-v2.1.219.jsonl`;
    let rules = 0;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (!line.includes('nested_memory')) continue;
      const attachment = asObject(asObject(JSON.parse(line))?.attachment);
      const content = asObject(attachment?.content);
      const raw = asText(content?.rawContent);
      if (attachment?.type !== 'nested_memory' || raw === undefined) continue;
      rules += 1;
      const { text, paths, problem } = readFrontMatter(raw);
      expect(problem).toBeUndefined();
      expect(text.trim()).toBe(asText(content?.content)?.trim());
      expect(paths).toEqual(asArray(content?.globs));
    }
    expect(rules).toBe(6);
  });
});
