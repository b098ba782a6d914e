import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json';
import { arbitraryTranscript } from '../transcript/arbitrary-transcript.test-support';
import type { Transcript } from '../transcript/transcript';
import { writeTranscripts } from '../transcript/write-transcript';
import { highwater } from './highwater';
import { expectSound } from './sound-transcript.test-support';

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

  it('makes a damaged file consistent, and says what was wrong', () => {
    const message = (id: string, callId?: string) => ({
      type: 'message',
      ...{ id, role: callId === undefined ? 'user' : 'assistant', kind: callId === undefined ? 'prompt' : 'reply' },
      ...{ parts: [{ kind: 'text', text: id }], line: 1, ...(callId === undefined ? {} : { callId }) },
    });
    const { transcripts, warnings } = read([
      { type: 'transcript', format: 'claude-code', systemInFile: 'none' },
      // The prompt before it is missing, and the line after it is there twice.
      message('r1', 'c1'),
      message('u2'),
      message('u2'),
      message('r2', 'c9'),
      { type: 'call', id: 'c1', at: 1 },
      { type: 'boundary', kind: 'full', at: 2, trigger: 'auto', summaryMessageId: 'u1', keptMessageIds: ['u1', 'u2'] },
    ]);
    transcripts.forEach(expectSound);
    const [{ messages, calls, boundaries } = small] = transcripts;
    expect(messages.map(({ id, callId }) => [id, callId])).toEqual([
      ['r1', 'c1'],
      ['u2', undefined],
      ['r2', undefined],
    ]);
    expect(calls).toEqual([{ id: 'c1', at: 0 }]);
    expect(boundaries).toEqual([{ kind: 'full', at: 2, trigger: 'auto', line: 0, keptMessageIds: ['u2'] }]);
    expect(warnings).toEqual([
      'repaired 0 1 messages have the id of an earlier one',
      'repaired 0 1 calls stood elsewhere than their reply',
      'repaired 0 1 boundaries name messages that are not in the file',
      'repaired 0 1 replies belong to no call, or to that of another',
    ]);
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
