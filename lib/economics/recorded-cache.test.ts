import { describe, expect, it } from 'vitest';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { cacheEvidence, predictCache } from './recorded-cache';

/** Every call: what is predicted and, where it differs, what was recorded. */
function predictions(text: string): string[] {
  return predictCache(transcriptFromText(text)).map(({ predicted, recorded }) => {
    const said = `${predicted.why} ${predicted.read} + ${predicted.written}`;
    const was = `${recorded.read} + ${recorded.written}`;
    return said.endsWith(` ${was}`) ? said : `${said}, was ${was}`;
  });
}

function turn(usage: string): string {
  return `user "Next"\nassistant "Done"\nusage ${usage} output 10`;
}

const start = `
  clock 2026-01-01T10:00:00Z
  ${turn('30000 read 20000 written 10000')}
  ${turn('31000 read 30000 written 1000')}
`;

describe('the predicted cache', () => {
  it('[E1] reads what the previous call sent, once the first call has revealed the system part', () => {
    expect(predictions(start)).toEqual(['first 0 + 30000, was 20000 + 10000', 'hit 30000 + 1000']);
  });

  it('[E1] reads the system part after a compaction', () => {
    const text = `${start}\nboundary full auto 31000\nsummary 400 tokens\n${turn('24000 read 20000 written 4000')}`;
    expect(predictions(text).at(-1)).toBe('changed 20000 + 4000');
  });

  it('[E1] reads the system part after results deep in the conversation were cleared', () => {
    const text = `
      user "Go"
      call #1 read a.ts
      usage 30000 read 20000 written 10000 output 10
      result #1 9000 tokens
      call #2 read b.ts
      usage 40000 read 30000 written 10000 output 10
      result #2 5000 tokens
      call #3 read c.ts
      usage 45000 read 40000 written 5000 output 10
      result #3 5000 tokens
      boundary micro #1
      assistant "Done"
      usage 41000 read 30000 written 11000 output 10`;
    // The entry of the first call ends before the cleared result and is near enough.
    expect(predictions(text).at(-1)).toBe('changed 30000 + 11000');
  });

  it('[E1] predicts no read after a pause longer than the lifetime of entries', () => {
    const text = `${start}\nwait 6 min\n${turn('32000 read 0 written 32000')}`;
    expect(predictions(text).at(-1)).toBe('expired 0 + 32000');
  });

  it('[E1] predicts a read of the system part after a pause once other sessions have kept it alive', () => {
    const pause = (usage: string) => `wait 6 min\n${turn(usage)}`;
    const text = `${start}\n${pause('32000 read 20000 written 12000')}\n${pause('33000 read 20000 written 13000')}`;
    expect(predictions(text).slice(2)).toEqual(['expired 0 + 32000, was 20000 + 12000', 'expired 20000 + 13000']);
  });

  it('[E1] falls back to the system part if one response and its results have more than 20 blocks', () => {
    const calls = Array.from({ length: 11 }, (_, index) => `call #${index} read a.ts`);
    const results = Array.from({ length: 11 }, (_, index) => `result #${index} 100 tokens`);
    const answer = turn('34000 read 20000 written 14000').split('\n').slice(1).join('\n');
    const text = `${start}\nuser "Read"\n${calls.join('\n')}\nusage 32000 read 31000 written 1000 output 10\n`;
    expect(predictions(`${text}${results.join('\n')}\n${answer}`).at(-1)).toBe('too-far 20000 + 14000');
  });

  it('[E1] finds an older entry again after a rewind', () => {
    const text = `${start}\nrewind 2\n${turn('31500 read 30000 written 1500')}`;
    expect(predictions(text).at(-1)).toBe('changed 30000 + 1500');
  });

  it('[E1] does not mistake an older entry for the system part', () => {
    const older = `${turn('60000 read 31000 written 29000')}\n${turn('61000 read 30000 written 31000')}\n${turn('62000 read 61000 written 1000')}`;
    const text = `${start}\n${older}\nboundary full auto 62000\nsummary 400 tokens\n${turn('24000 read 20000 written 4000')}`;
    expect(predictions(text).at(-1)).toBe('changed 20000 + 4000');
  });

  it('[E1] reads no more than what was written if a breakpoint was before the end', () => {
    const text = `${turn('30000 read 20000 written 8000')}\n${turn('31000 read 28000 written 3000')}`;
    expect(predictions(text).at(-1)).toBe('hit 28000 + 3000');
  });

  it('[E1] predicts nothing for a recording that never wrote to the cache', () => {
    expect(predictCache(transcriptFromText(turn('30000 read 20000')))).toEqual([]);
    expect(predictCache(transcriptFromText('user "Go"\nassistant "Done"'))).toEqual([]);
  });
});

describe('[E2] a usage that only has output tokens', () => {
  const usages = (...lines: readonly string[]) =>
    cacheEvidence(
      transcriptFromText(lines.flatMap((line) => ['user "a"', 'assistant "b"', `usage ${line}`]).join('\n')),
    ).calls.map(({ usage }) => usage?.output);

  it('is billed among others that have both', () => {
    expect(usages('5000 output 10', '0 output 45', '6000 output 20')).toEqual([10, 45, 20]);
  });

  it('gives no bill if most are like it: input was not free', () => {
    expect(usages('5000 output 10', '0 output 45', '0 output 20')).toEqual([10, undefined, undefined]);
  });
});
