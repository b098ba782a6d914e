import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDecoding } from '../../scripts/command-line/bills/line-decoding';
import { madeUpCorpus } from '../../scripts/corpus/made-up-corpus';
import { importFile } from '../importers/import-file';
import { type Mutation, mutated, mutation } from '../reading/damaged-text.test-support';
import { recordedBill } from '../simulator/recorded/recorded-bill';
import { summaryOf } from '../simulator/recorded/summary-of';
import { figuresOf } from './figures-of';
import { fileFigures } from './file-figures';
import { grownFileFigures } from './grown-file-figures';
import { type FileFigures, peakTokens, recordedBillOf, windowTokens } from './session-figures';

const FIXTURES = fileURLToPath(new URL('../importers/fixtures/', import.meta.url));
const recordings = process.env.HIGHWATER_TRANSCRIPTS;

const sources = [...filesIn(FIXTURES, '.input.jsonl'), ...(recordings === undefined ? [] : filesIn(recordings, ''))];
const madeUp = [
  ...madeUpCorpus({ sessions: 16, seed: '3', calls: [3, 60], codexShare: 0.4, untilMs: Date.UTC(2026, 4, 31) }),
].map(({ lines }) => bytesOf([...lines()]));

/** Short, so that many can be tried; a copied record decides whether a call is counted twice. */
const short = filesIn(FIXTURES, '.input.jsonl')
  .filter((path) => /claude-code|codex/.test(path))
  .map((path) => readFileSync(path, 'utf8'));

/** In a text, or between two: most of a record is read as if each byte were a character. */
const accent: fc.Arbitrary<Mutation> = fc
  .tuple(fc.integer({ min: 0, max: 999 }), fc.constantFrom('é', '\\u00e9', '\\u00c3\\u00a9', '漢', '🙂'))
  .map(([place, character]) => (bytes) => {
    const letters = [...bytes.matchAll(/[a-z]/g)];
    const at = letters[Math.floor((place / 1000) * letters.length)]?.index ?? 0;
    return bytes.slice(0, at) + Buffer.from(character).toString('latin1') + bytes.slice(at);
  });

describe('the figures of a file', () => {
  it('are those of the whole import', async () => {
    for (const bytes of [...sources.map((path) => readFileSync(path)), ...madeUp]) await compareWithImport(bytes);
  });

  it('are those of the whole import for damaged files, too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...short), fc.array(mutation, { maxLength: 3 }), async (text, mutations) => {
        await compareWithImport(mutated(text, mutations));
      }),
      { numRuns: 300 },
    );
  });

  it('are those of the whole import wherever a letter is not of ASCII', async () => {
    const mutations = fc.tuple(fc.array(accent, { minLength: 1, maxLength: 4 }), fc.array(mutation, { maxLength: 1 }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...short), mutations, async (text, [accents, others]) => {
        await compareWithImport(mutated(text, [...accents, ...others]));
      }),
      { numRuns: 80 },
    );
  });
});

describe('a file that grew', () => {
  it('has the figures of the whole file, and is mostly read on from where it ended', async () => {
    let readOn = 0;
    let tried = 0;
    for (const bytes of madeUp) {
      for (const share of [0.3, 0.6, 0.9]) {
        const cut = turnAfter(bytes, share);
        if (cut === undefined) continue;
        tried += 1;
        if ((await compareGrown(bytes, [cut])) === 1) readOn += 1;
      }
    }
    expect(tried).toBeGreaterThan(15);
    expect(readOn / tried).toBeGreaterThan(0.9);
  });

  it('may grow many times', async () => {
    for (const bytes of madeUp) {
      const cuts = [0.2, 0.4, 0.6, 0.8].flatMap((share) => turnAfter(bytes, share) ?? []);
      await compareGrown(bytes, [...new Set(cuts)]);
    }
  });

  it('has the figures of the whole file wherever it was cut, and whatever was added', async () => {
    const share = fc.integer({ min: 0, max: 1000 }).map((number) => number / 1000);
    const change: fc.Arbitrary<readonly Mutation[]> = fc.array(mutation, { maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...short), share, change, async (text, at, mutations) => {
        const whole = mutated(text, mutations);
        const cut = whole.indexOf(0x0a, Math.floor(at * whole.length)) + 1;
        if (cut > 0 && cut < whole.length) await compareGrown(whole, [cut]);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['claude-code', 'codex'])('reads copies of what it has again: %s', async (format) => {
    for (const path of filesIn(join(FIXTURES, format), '.input.jsonl')) {
      const bytes = readFileSync(path);
      const twice = new Uint8Array([...bytes, ...bytes]);
      await compareGrown(twice, [bytes.length]);
    }
  });

  it.skipIf(recordings === undefined)('has the figures of the whole file where it was recorded', async () => {
    let readOn = 0;
    for (const path of filesIn(recordings ?? '', '.jsonl')) {
      const bytes = readFileSync(path);
      for (const share of [0.5, 0.95]) {
        const cut = turnAfter(bytes, share) ?? bytes.indexOf(0x0a, Math.floor(bytes.length * share)) + 1;
        if (cut > 0 && cut < bytes.length) readOn += await compareGrown(bytes, [cut]);
      }
    }
    expect(readOn).toBeGreaterThan(10);
  });
});

async function compareWithImport(bytes: Uint8Array): Promise<void> {
  const figures = await fileFigures('a.jsonl', bytes);
  expect(await fileFigures('a.jsonl', bytes, lineDecoding(Buffer.from(bytes)))).toEqual(figures);
  const stream = () => new Blob([Uint8Array.from(bytes)]).stream();
  const imported = await importFile({ name: 'a.jsonl', size: bytes.length, stream });
  expect(figures.ok).toBe(imported.ok);
  if (!figures.ok || !imported.ok) return;
  expect(figures.value.sessions).toEqual(imported.value.transcripts.map(figuresOf));
  for (const [place, transcript] of imported.value.transcripts.entries()) {
    const main = figures.value.sessions[place]?.main;
    if (main === undefined) throw new Error('A session has no figures');
    const { peakTokens: peak, window, calls, compactions, recordedAtMs = null } = summaryOf(transcript);
    expect({ bill: recordedBillOf(main), peak: peakTokens(main), window: windowTokens(main) }).toEqual({
      bill: recordedBill({ transcript }),
      peak,
      window,
    });
    expect([main.tally.calls, main.compactions, main.firstMs]).toEqual([calls, compactions, recordedAtMs]);
  }
}

/** Cut at these places, read piece by piece. Returns how many pieces were read on from where the last ended. */
async function compareGrown(bytes: Uint8Array, cuts: readonly number[]): Promise<number> {
  let known: FileFigures | undefined;
  let readOn = 0;
  for (const cut of [...cuts, bytes.length]) {
    const now = bytes.subarray(0, cut);
    const whole = await fileFigures('a.jsonl', now);
    const end = known?.end ?? null;
    if (known !== undefined && end !== null) {
      const read = ({ from, to }: { readonly from: number; readonly to: number }) => bytes.subarray(from, to);
      const grown = grownFileFigures({
        name: 'a.jsonl',
        known: { ...known, end },
        added: now.subarray(end.bytes),
        read,
      });
      if (grown !== undefined) {
        readOn += 1;
        expect(whole.ok).toBe(true);
        if (whole.ok) expect(grown.sessions).toEqual(whole.value.sessions);
        known = grown;
        continue;
      }
    }
    known = whole.ok ? whole.value : undefined;
  }
  return readOn;
}

/** Where a turn starts after this share of a file. */
function turnAfter(bytes: Uint8Array, share: number): number | undefined {
  const text = Buffer.from(bytes);
  const start = Math.floor(bytes.length * share);
  const turn = [/\n[^\n]*"type": ?"task_started"/, /\n[^\n]*"type": ?"user","message": ?\{"role":"user","content":"/]
    .map((pattern) => pattern.exec(text.subarray(start).toString('latin1'))?.index)
    .find((index) => index !== undefined);
  return turn === undefined ? undefined : start + turn + 1;
}

function bytesOf(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

function filesIn(folder: string, ending: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending) && entry.name !== 'README.md')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
