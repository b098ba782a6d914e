import { expect, it } from 'vitest';
import { fitSections } from './fit-sections';
import type { Item, Section } from './section';

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;
const item = (rank: number, text: string): Item => ({ rank, text: () => text });
const section = (title: string, share: number, ...items: Item[]): Section => ({
  title,
  share,
  groups: [{ items, many: 'things' }],
});
const many = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => item(index, `${name} ${index}`));

it('includes everything if it fits', () => {
  const text = fitSections(
    'Preface',
    [section('A', 0.5, item(1, 'one'), item(0, 'two')), section('B', 0.5)],
    60,
    words,
  );
  expect(text).toBe('Preface\n\n## A\none\ntwo\n\n## B\nNone recorded.');
});

it('takes the lowest ranks, keeps the order and counts what is missing', () => {
  const items = [item(5, 'five 5 5 5'), item(1, 'one 1 1 1'), item(3, 'three 3 3 3'), item(0, 'zero 0 0 0')];
  const text = fitSections('', [section('A', 1, ...items)], 18, words);
  expect(text).toBe('## A\none 1 1 1\nzero 0 0 0\n… and 2 more things');
});

it('redistributes the unused share of a section', () => {
  const text = fitSections('', [section('A', 0.9, item(0, 'only')), section('B', 0.1, ...many(30, 'b'))], 100, words);
  expect(text).toContain('b 29');
});

it('leaves every section its share', () => {
  const text = fitSections(
    '',
    [section('A', 0.5, ...many(200, 'a')), section('B', 0.5, ...many(200, 'b'))],
    100,
    words,
  );
  expect(text.match(/^a /gm)?.length).toBeGreaterThan(15);
  expect(text.match(/^b /gm)?.length).toBeGreaterThan(15);
});

it('redistributes what is too little for the next item of a section', () => {
  const large = [0, 1, 2].map((rank) => item(rank, 'a '.repeat(20).trim()));
  const small = Array.from({ length: 100 }, (_, rank) => item(rank, 'b'));
  const text = fitSections('', [section('A', 0.5, ...large), section('B', 0.5, ...small)], 108, words);
  expect(text.match(/^b$/gm)).toHaveLength(50);
});

it('shortens an item before omitting it', () => {
  const long: Item = { rank: 0, text: (limit) => 'x '.repeat(limit / 10).trim() };
  expect(words(fitSections('', [section('A', 1, long)], 60, words))).toBeGreaterThan(40);
});

it('stays within the budget with a counter that counts the whole as more than its parts', () => {
  const strange = (text: string) => words(text) + Math.floor(text.length / 10);
  for (const maxTokens of [0, 1, 5, 20, 60, 200]) {
    const text = fitSections('Preface here', [section('A', 1, ...many(100, 'a'))], maxTokens, strange);
    expect(strange(text)).toBeLessThanOrEqual(maxTokens);
  }
});
