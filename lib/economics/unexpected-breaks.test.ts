import { expect, it } from 'vitest';
import type { Transcript } from '../transcript/transcript';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { cacheBreaks, unexpectedBreaks } from './unexpected-breaks';

/** Calls of which each has read so much, with lines between them; a call sends 100 tokens more than it reads and writes. */
function recorded(...items: (readonly [read: number, written: number] | string)[]): Transcript {
  const lines = items.map((item) => {
    if (typeof item === 'string') return item;
    const [read, written] = item;
    return `user "Next"\nassistant "Done"\nusage ${read + written + 100} read ${read} written ${written} output 10`;
  });
  return transcriptFromText(['clock 2026-01-01T10:00:00Z', ...lines].join('\n'));
}

it('[E4] finds a call that read less than 95 % and at least 2,000 tokens less than the one before', () => {
  const transcript = recorded([20_000, 20_000], [40_000, 1_000], [20_000, 22_000], [42_000, 1_000]);
  expect(unexpectedBreaks(transcript)).toEqual([
    { call: 2, before: 1, readBefore: 40_000, read: 20_000, idleMs: 0, cause: 'unexpected' },
  ]);
});

it('[E4] passes over what is small in tokens or in share', () => {
  expect(cacheBreaks(recorded([20_000, 1_000], [19_000, 1_000]))).toEqual([]);
  expect(cacheBreaks(recorded([20_000, 1_000], [18_001, 5_000]))).toEqual([]);
  expect(cacheBreaks(recorded([20_000, 1_000], [18_000, 5_000]))).toHaveLength(1);
  expect(cacheBreaks(recorded([60_000, 1_000], [57_000, 5_000]))).toEqual([]);
  expect(cacheBreaks(recorded([60_000, 1_000], [56_999, 5_000]))).toHaveLength(1);
});

it('[E4] names the newest earlier call that was read in whole', () => {
  const transcript = recorded([0, 10_000], [10_000, 10_000], [20_000, 10_000], [20_000, 30_000]);
  expect(cacheBreaks(transcript)).toEqual([]);
  const deep = recorded([0, 10_000], [10_000, 10_000], [20_000, 10_000], [30_000, 1_000], [20_000, 20_000]);
  expect(unexpectedBreaks(deep)).toMatchObject([{ call: 4, readUpTo: 1 }]);
});

it.each([
  ['compaction', 'boundary full auto 41000'],
  ['clearing', 'boundary micro'],
  ['rewind', 'rewind 1'],
  ['expired', 'wait 6 min'],
])('[E4] is explained by %s', (cause, line) => {
  const transcript = recorded([20_000, 20_000], [40_000, 1_000], line, [20_000, 22_000]);
  expect(cacheBreaks(transcript)).toMatchObject([{ call: 2, cause }]);
  expect(unexpectedBreaks(transcript)).toEqual([]);
});

it('[E4] is not explained by an idle time shorter than what was written lives', () => {
  const transcript = recorded([20_000, 20_000], [40_000, 1_000], 'wait 6 min', [20_000, 22_000]);
  const forAnHour = transcript.calls.map((call) =>
    call.usage === undefined
      ? call
      : { ...call, usage: { ...call.usage, cacheWrite1h: call.usage.cacheWrite5m, cacheWrite5m: 0 } },
  );
  expect(unexpectedBreaks({ ...transcript, calls: forAnHour })).toMatchObject([{ idleMs: 360_000 }]);
});

it('[E4] is explained by another model, and by a context that shrank without a boundary', () => {
  const transcript = recorded([20_000, 20_000], [40_000, 1_000], [20_000, 22_000]);
  const models = ['a', 'a', 'b'].map((model) => ({ model }));
  const calls = transcript.calls.map((call, index) => ({ ...call, ...models[index] }));
  expect(cacheBreaks({ ...transcript, calls })).toMatchObject([{ cause: 'model' }]);
  expect(cacheBreaks(recorded([20_000, 20_000], [40_000, 1_000], [20_000, 10_000]))).toMatchObject([
    { cause: 'context-shrank' },
  ]);
});

it('[E4] finds nothing where there is no usage', () => {
  expect(cacheBreaks(transcriptFromText('user "Go"\nassistant "Done"'))).toEqual([]);
});
