import { expect, it } from 'vitest';
import { isNamedAt, namesInText, plainName, sameFiles } from './file-names';

const groups = (...paths: readonly string[]) =>
  sameFiles(paths.map((value) => ({ value }))).map((group) => group.map(({ value }) => value));

it('[K2] one file has one plain name, wherever one stands', () => {
  expect(
    ['./src/a.ts:12', 'src/a.ts:12-20', 'src\\a.ts', '~/src/a.ts', '../src/a.ts', 'src/a.ts'].map(plainName),
  ).toEqual(Array.from({ length: 6 }, () => 'src/a.ts'));
  expect(['./lib/', 'lib/...', 'lib/*', '/', './'].map(plainName)).toEqual(['lib', 'lib', 'lib', '/', './']);
});

it('[K2] names of one file are one value', () => {
  expect(groups('src/a.ts', '/w/src/a.ts', 'a.ts', './src/a.ts:9', 'src/b.ts')).toEqual([
    ['/w/src/a.ts', 'src/a.ts', './src/a.ts:9', 'a.ts'],
  ]);
});

it('[K2] a name that two files end in is a value of its own', () => {
  expect(groups('a.ts', '/w/src/a.ts', '/w/lib/a.ts', 'src/a.ts')).toEqual([['/w/src/a.ts', 'src/a.ts']]);
});

it('[K2] a text may name a file by its last two steps, in the same folder', () => {
  expect(namesInText({ value: '/w/src/a.ts' })).toEqual([{ text: '/w/src/a.ts' }, { text: 'src/a.ts', parent: 'w' }]);
  expect(namesInText({ value: 'C:\\w\\src\\a.ts' })).toContainEqual({ text: 'src\\a.ts', parent: 'w' });
  expect(namesInText({ value: 'a.ts' })).toEqual([{ text: 'a.ts' }]);
  expect(namesInText({ value: './cmd/lease' }).map(({ text }) => text)).toContain('cmd/lease/');
  const name = { text: 'src/a.ts', parent: 'w' };
  for (const text of ['src/a.ts', './src/a.ts', '/w/src/a.ts', '…/src/a.ts', '(src/a.ts']) {
    expect(isNamedAt(text, text.indexOf('src'), name)).toBe(true);
  }
  expect(isNamedAt('/v/src/a.ts', 3, name)).toBe(false);
});
