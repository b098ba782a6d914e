import { describe, expect, test } from 'vitest';
import { glossary } from './glossary';
import type { GlossaryEntry } from './glossary-entry';

/** How many rules each section of the engine has. */
const RULES: Readonly<Record<string, number>> = {
  T: 9,
  W: 9,
  B: 6,
  S: 4,
  M: 6,
  C: 4,
  G: 5,
  N: 7,
  F: 10,
  X: 4,
  E: 5,
  L: 8,
  K: 8,
};

const all: readonly (readonly [string, GlossaryEntry])[] = Object.entries(glossary);

describe.each(all)('%s', (_, { title, text, rules }) => {
  test('is explained in one or two plain sentences that fit a small popover', () => {
    const sentences = text.split(/(?<=\.)\s/);
    expect(sentences.length).toBeLessThanOrEqual(2);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(text.length).toBeLessThanOrEqual(170);
    expect(title).toMatch(/^[A-Z]/);
  });

  test('names rules that the engine has', () => {
    for (const rule of rules.filter((name) => name !== 'P1')) {
      const [, section = '', number = ''] = /^([A-Z])(\d+)$/.exec(rule) ?? [];
      expect(Number(number), rule).toBeGreaterThan(0);
      expect(Number(number), rule).toBeLessThanOrEqual(RULES[section] ?? 0);
    }
  });
});

test('no two terms have the same title', () => {
  const titles = all.map(([, { title }]) => title);
  expect(new Set(titles).size).toBe(titles.length);
});
