import { expect, it } from 'vitest';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { indexOf } from '../scores/cut-from-text.test-support';
import { ValueIndex } from './value-index';

const text = [
  'user "see a.ts"',
  'thinking 3 tokens',
  'assistant "a.ts, then b.ts"',
  'call #1 read b.ts',
  'result #1 "x"',
];
const { messages } = transcriptFromText(text.join('\n'));

it('[K1] has every place of a value, by message and part', () => {
  const index = indexOf(messages);
  const places = (value: string) => index.value(value)?.rows.map((row) => index.placeOf(row));
  expect(places('a.ts')).toEqual([
    { message: 0, part: 0 },
    { message: 1, part: 1 },
  ]);
  expect(places('b.ts')).toEqual([
    { message: 1, part: 1 },
    { message: 1, part: 2 },
  ]);
  expect(places('c.ts')).toBeUndefined();
});

it('[K1] has the values of each part, including a part that is new to it', () => {
  const index = indexOf(messages);
  expect(index.valuesAt({ message: 1, part: 1 }).map(({ value }) => value)).toEqual(['a.ts', 'b.ts']);
  expect(index.valuesAt({ message: 2, part: 0 })).toEqual([]);
  expect(index.valuesIn({ kind: 'text', text: 'b.ts c.ts' }).map(({ value, rows }) => [value, rows.length])).toEqual([
    ['b.ts', 2],
    ['c.ts', 0],
  ]);
  // What was looked at once must not stay for ever.
  expect(index.value('c.ts')).toBeUndefined();
});

it('[K2] has one value for all names of a file, with the rows of each', () => {
  const index = indexOf(
    transcriptFromText('user "see ./src/a.ts:12"\ncall #1 read src/a.ts\nresult #1 "/w/src/a.ts and b/a.ts"').messages,
  );
  const value = index.value('src/a.ts');
  expect(value).toMatchObject({ value: '/w/src/a.ts', rows: [0, 1, 2] });
  for (const name of ['./src/a.ts', './src/a.ts:12', '/w/src/a.ts']) expect(index.value(name)).toBe(value);
  expect(index.value('b/a.ts')).toMatchObject({ value: 'b/a.ts', rows: [2] });
  expect(index.valuesAt({ message: 2, part: 0 })).toHaveLength(2);
});

it('[K2] has a command without the filters of its output, as a command wherever it is', () => {
  const text = ['user "run `make soak`"', 'call #1 bash "cd x && make soak 2>&1 | tail -5"', 'result #1 "x"'];
  const index = indexOf(transcriptFromText(text.join('\n')).messages);
  expect(index.value('make soak')).toMatchObject({ type: 'command', rows: [0, 1] });
  expect(index.value('make soak 2>&1 | tail -5')).toBeUndefined();
  expect([0, 1, 2].map((row) => index.isCommandAt(row))).toEqual([false, true, false]);
});

it('yields while it reads a long session', () => {
  const long = transcriptFromText(Array.from({ length: 40 }, () => 'user 5000 tokens').join('\n')).messages;
  const work = ValueIndex.of(long);
  let pauses = 0;
  while (!work.next().done) pauses += 1;
  expect(pauses).toBe(8);
});
