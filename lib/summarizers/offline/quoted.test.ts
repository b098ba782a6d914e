import { expect, it } from 'vitest';
import { oneLine, quoted } from './quoted';

it('marks every line, whatever its line end', () => {
  expect(quoted('# a\r\n\n## b\u2028## c', 100)).toBe('> # a\n>\n> ## b\n> ## c');
});

it('truncates a long text in the middle and says how much is missing', () => {
  const text = `begin ${'x y '.repeat(500)}end`;
  const cut = quoted(text, 100);
  expect(cut).toMatch(/^> begin .*\n> \[… 1,909 characters omitted …\]\n> .* end$/);
});

it('does not split surrogate pairs', () => {
  for (const limit of [9, 10, 11, 12]) expect(quoted('😀'.repeat(40), limit).isWellFormed()).toBe(true);
  expect(oneLine('😀'.repeat(40), 10).isWellFormed()).toBe(true);
});

it('omits encoded data', () => {
  const data = Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 73 + 11) % 256)).toString('base64');
  const lines = data.replace(/.{76}/g, '$&\n');
  expect(quoted(`see data:image/png;base64,${data} there`, 4_000)).toBe('> see [422 characters of data] there');
  expect(quoted(`key\n${lines}\nend`, 4_000)).toMatch(/^> key\n> \[\d+ characters of data\]\n.*> end$/s);
  expect(oneLine(`"${data}"`, 4_000)).toBe('"[400 characters of data]"');
});

it('keeps long paths, rules and words', () => {
  const path = `/${'some-folder/another_folder/'.repeat(8)}file.ts`;
  expect(oneLine(path, 1_000)).toBe(path);
  expect(oneLine('-'.repeat(150), 1_000)).toBe('-'.repeat(150));
});

it('puts everything on one line', () => expect(oneLine(' a\n\t b\u2029c ', 100)).toBe('a b c'));
