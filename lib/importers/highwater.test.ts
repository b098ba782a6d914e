import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json';
import { arbitraryTranscript } from '../transcript/arbitrary-transcript.test-support';
import type { Transcript } from '../transcript/transcript';
import { writeTranscripts } from '../transcript/write-transcript';
import { highwater } from './highwater';

function read(records: readonly Json[]): { transcripts: readonly Transcript[]; warnings: string[] } {
  const warnings: string[] = [];
  const reading = highwater.start({
    fileName: 'a',
    warn: (kind, line, what) => warnings.push(`${kind} ${line} ${what}`),
  });
  records.forEach((record, index) => {
    reading.add(record, index + 1);
  });
  return { transcripts: reading.finish(), warnings };
}

function written(...transcripts: Transcript[]): Json[] {
  return JSON.parse([...writeTranscripts(transcripts)].join('')) as Json[];
}

const small: Transcript = {
  format: 'claude-code',
  models: [],
  system: [],
  tools: [],
  systemInFile: 'none',
  messages: [],
  calls: [],
  boundaries: [],
  events: [],
  children: [],
  warnings: [],
};

describe('our own file format', () => {
  it('round-trips every transcript exactly, including children', () => {
    fc.assert(
      fc.property(arbitraryTranscript, arbitraryTranscript, arbitraryTranscript, (parent, child, other) => {
        const family = { ...parent, children: [{ ...child, agentId: 'a1', children: [other] }, other] };
        const { transcripts, warnings } = read(written(family, other));
        expect(transcripts).toEqual([family, other]);
        expect(warnings).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('is a JSON document with one record per line', () => {
    const lines = [...writeTranscripts([small])].join('').trimEnd().split('\n');
    expect(lines[0]).toBe('[');
    expect(lines.at(-1)).toBe(']');
    expect(lines.slice(1, -1).map((line) => JSON.parse(line.replace(/,$/, '')).type)).toEqual([
      'highwater',
      'transcript',
    ]);
  });

  it('rejects a file of a newer version with a message', () => {
    const { transcripts, warnings } = read([
      { type: 'highwater', version: 99 },
      { type: 'transcript', depth: 0 },
    ]);
    expect(transcripts).toEqual([]);
    expect(warnings[0]).toMatch(/format version 99.*update Highwater/);
  });

  it('skips records that are not ours, reports them, and keeps the rest', () => {
    const [head, transcript, ...rest] = written(small);
    const { transcripts, warnings } = read([head ?? null, transcript ?? null, 7, { type: 'message' }, ...rest]);
    expect(transcripts).toEqual([small]);
    expect(warnings).toHaveLength(2);
  });

  it('drops calls and boundaries that point past the messages', () => {
    const broken = { ...small, calls: [{ id: 'c' as never, at: 5 }], boundaries: [] };
    const { transcripts, warnings } = read(written(broken));
    expect(transcripts).toEqual([small]);
    expect(warnings.join()).toContain('1 calls have an invalid position');
  });
});
