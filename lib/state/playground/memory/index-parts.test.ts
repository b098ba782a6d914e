import { expect, it } from 'vitest';
import type { ShownIndex } from '../../../agent/view/memory-view';
import { cutIndex, indexLimits } from '../../../memory/files/memory-index';
import { indexParts } from './index-parts';

function shownIndex(text: string): ShownIndex {
  const { cutBy, lines, bytes, text: kept } = cutIndex(text);
  const keptLines = cutBy === undefined ? lines : kept.split('\n').length - 2;
  const { lines: mostLines, bytes: mostBytes } = indexLimits;
  return { text, lines, bytes, mostLines, mostBytes, cutBy, keptLines, deadLinks: [], outside: [] };
}

const line = (at: number, length = 20) => `- [M ${at}](m-${at}.md) — ${'x'.repeat(length)}`;
const index = (lines: number, length?: number) => Array.from({ length: lines }, (_, at) => line(at, length)).join('\n');

it('[A4] draws no cut in a whole index', () => {
  expect(indexParts(shownIndex(`${index(200)}\n`))).toEqual({ kept: index(200), rest: '', cut: undefined });
});

it('[A4] cuts after 200 lines', () => {
  const { kept, rest, cut } = indexParts(shownIndex(index(203)));
  expect(kept).toBe(index(200));
  expect(rest).toBe([line(200), line(201), line(202)].join('\n'));
  expect(cut).toBe('Cut at 200 of 203 lines');
});

it('[A4] cuts after 25,000 bytes, at the end of an entry, and shows what a session gets', () => {
  const shown = shownIndex(index(190, 140));
  const { kept, rest, cut } = indexParts(shown);
  expect(`${kept}\n${rest}`).toBe(index(190, 140));
  expect(cutIndex(shown.text).text.startsWith(`${kept}\n\n[`)).toBe(true);
  expect(cut).toMatch(/^Cut at 25,000 of 3\d,\d{3} bytes$/);
});

it('[A4] cuts a single long line inside', () => {
  const { kept, rest } = indexParts(shownIndex('ä'.repeat(20_000)));
  expect([kept.length, rest.length]).toEqual([12_500, 7_500]);
});
