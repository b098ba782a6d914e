import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import { arbitraryTranscript } from '../../transcript/arbitrary-transcript.test-support';
import type { Transcript } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { cacheReadPrices, carriedParts } from './carried-parts';
import { type Contents, contentsAt } from './contents';
import { recordedTimeline } from './recorded-timeline';

/** Both calls of the first reply weigh the same: 100 of its 200 tokens each. */
const session = transcriptFromText(`
  user 100 tokens
  call #1 Read src/a.ts
  call #2 Grep src/b.ts
  usage 20000 output 200
  result #1 3000 tokens
  result #2 1000 tokens
  call #3 Read src/b.ts
  usage 25000 output 100
  result #3 2400 tokens
  assistant "a"
  usage 27500 output 10
  boundary full auto
  summary 400 tokens
  assistant "b"
  usage 9000
`);

function contents(transcript: Transcript, call: number): Contents {
  return contentsAt(transcript, recordedTimeline(transcript), call);
}

function row(rows: Contents['byTool'], name: string | undefined) {
  const found = rows.find((each) => each.name === name);
  if (found === undefined) throw new Error(`No row ${name}`);
  return found;
}

describe('what fills the context', () => {
  const third = contents(session, 2);

  it('is a part’s tokens times the calls that carried it, by tool', () => {
    // Read: its call 100 × 2 and 100 × 1, its results 3,600 × 2 and 2,400 × 1.
    expect(row(third.byTool, 'Read')).toMatchObject({ tokens: 6_200, carried: 9_900, results: 2 });
    // Grep: its call 100 × 2, its result 1,200 × 2.
    expect(row(third.byTool, 'Grep')).toMatchObject({ tokens: 1_300, carried: 2_600, results: 1 });
    expect(third.carried).toBe(20_000 + 25_000 + 27_500);
    expect(row(third.byTool, undefined)).toMatchObject({ tokens: 27_500 - 7_500, carried: 72_500 - 12_500 });
  });

  it('counts what came in once, however long it stays', () => {
    expect(row(third.byTool, 'Read').added).toBeCloseTo(6_200, 3);
    expect(row(contents(session, 3).byTool, 'Read').added).toBeCloseTo(6_200, 3);
  });

  it('grows from the first call after the latest full compaction', () => {
    expect(third.since).toBe(0);
    expect(row(third.byTool, 'Read').growth).toBe(6_200);
    const after = contents(session, 3);
    expect(after.since).toBe(3);
    expect(after.tokens).toBe(9_000);
    expect(row(after.byTool, 'Read')).toMatchObject({ tokens: 0, growth: 0, carried: 9_900 });
    expect(after.carried).toBe(72_500 + 9_000);
  });

  it('counts calls and results under the files that the calls name', () => {
    expect(third.byFile.map(({ name }) => name)).toEqual(['src/a.ts', 'src/b.ts', undefined]);
    expect(row(third.byFile, 'src/a.ts').carried).toBe(100 * 2 + 3_600 * 2);
    expect(row(third.byFile, 'src/b.ts').carried).toBe(100 + 2_400);
  });

  it('takes a path inside the working directory for the same file', () => {
    const twice = transcriptFromText(
      `
      call #1 Read /w/src/a.ts
      result #1 300 tokens
      call #2 Read ./src/a.ts
      result #2 300 tokens
      assistant "a"
    `,
      { workingDirectory: '/w' },
    );
    expect(contents(twice, 2).byFile.map(({ name }) => name)).toEqual(['src/a.ts', undefined]);
  });

  it('divides a call of several files evenly', () => {
    const both = transcriptFromText(`
      user 100 tokens
      call #1 Read {"paths":["a.ts","b.ts"]}
      usage 1000 output 100
      result #1 900 tokens
      assistant "a"
      usage 2100
    `);
    const { byFile } = contents(both, 1);
    expect(byFile.map(({ name, tokens, carried }) => [name, tokens, carried])).toEqual([
      ['a.ts', 550, 550],
      ['b.ts', 550, 550],
      [undefined, 1_000, 2_000],
    ]);
  });

  it('costs what its calls pay for reading it from the cache', () => {
    // $0.30 per million tokens.
    const priced = contents(withModels(Array(4).fill('claude-sonnet-4-5')), 3);
    expect(row(priced.byTool, 'Grep').dollars).toBeCloseTo((2_600 * 0.3) / 1e6, 12);
    expect(priced.dollars).toBeCloseTo((81_500 * 0.3) / 1e6, 12);
    for (const rows of [priced.byKind, priced.byTool, priced.byFile]) {
      expect(sum(rows.map(({ dollars }) => dollars))).toBeCloseTo(priced.dollars, 12);
    }
    expect(priced.callsWithoutPrice).toBe(0);
  });

  it('takes each call at the price of its own model, and counts calls without one', () => {
    const mixed = contents(withModels(['claude-sonnet-4-5', 'claude-haiku-4-5', 'no-such-model']), 2);
    expect(mixed.dollars).toBeCloseTo((20_000 * 0.3 + 25_000 * 0.1) / 1e6, 12);
    expect(mixed.callsWithoutPrice).toBe(1);
  });

  it('leads to the largest part, and to the one that was carried most', () => {
    expect(third.largest[0]).toEqual({ messageIndex: 2, partIndex: 0, tokens: 3_600 });
    expect(third.mostCarried[0]).toEqual({ messageIndex: 2, partIndex: 0, tokens: 7_200 });
    expect(row(third.byTool, 'Grep').largest).toEqual({ messageIndex: 2, partIndex: 1, tokens: 1_200 });
    expect(row(contents(session, 3).byTool, 'Grep').largest).toBeUndefined();
  });

  it('[M2] counts what is left of a cleared result', () => {
    const cleared = transcriptFromText(`
      user 100 tokens
      call #1 Read src/a.ts
      usage 20000 output 100
      result #1 3000 tokens
      assistant "a"
      usage 23100 output 10
      boundary micro #1
      user 10 tokens
      assistant "b"
      usage 20200
    `);
    const { byTool } = contents(cleared, 2);
    expect(row(byTool, 'Read').tokens).toBeLessThan(200);
    expect(row(byTool, 'Read').carried).toBe(3_100 + row(byTool, 'Read').tokens);
  });
});

function withModels(models: readonly string[]): Transcript {
  return {
    ...session,
    calls: session.calls.map((call, index) => ({ ...call, ...(models[index] && { model: models[index] }) })),
  };
}

describe('laws of what fills the context', () => {
  const anyRecording = fc.oneof(arbitraryRecording, arbitraryTranscript).filter(({ calls }) => calls.length > 0);

  it('[T5] every table adds up to the recorded usage, of the call and of all calls', () => {
    fc.assert(
      fc.property(anyRecording, fc.nat(), (transcript, seed) => {
        const recorded = recordedTimeline(transcript);
        const call = seed % transcript.calls.length;
        const found = contentsAt(transcript, recorded, call);
        const used = recorded.timeline.used.subarray(0, call + 1);
        for (const rows of [found.byKind, found.byTool, found.byFile]) {
          expect(sum(rows.map(({ carried }) => carried))).toBe(sum(used));
          expect(sum(rows.map(({ tokens }) => tokens))).toBe(used[call]);
          for (const { tokens, carried } of rows) expect(Math.min(tokens, carried)).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('[T5] a part carries what the calls show of it, but for their rounding', () => {
    fc.assert(
      fc.property(anyRecording, (transcript) => {
        const recorded = recordedTimeline(transcript);
        const { weights, timeline } = recorded;
        const shown = new Float64Array(weights.weight.length);
        const calls = new Float64Array(weights.weight.length);
        for (const call of transcript.calls.keys()) {
          for (const { index, partTokens } of recorded.contextAtCall(call).messages) {
            partTokens.forEach((tokens, place) => {
              const part = (weights.parts.start[index] ?? 0) + place;
              shown[part] = (shown[part] ?? 0) + tokens;
              calls[part] = (calls[part] ?? 0) + 1;
            });
          }
        }
        const prices = cacheReadPrices(transcript, timeline.used);
        const { carried } = carriedParts(transcript, recorded, prices, transcript.calls.length - 1);
        carried.forEach((tokens, part) => {
          // A result with text and images is rounded twice.
          expect(Math.abs(tokens - (shown[part] ?? 0))).toBeLessThanOrEqual(2 * (calls[part] ?? 0) + 1e-3);
        });
      }),
      { numRuns: 200 },
    );
  });
});

function sum(values: ArrayLike<number>): number {
  return Array.from(values).reduce((total, value) => total + value, 0);
}
