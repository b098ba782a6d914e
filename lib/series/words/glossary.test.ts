import { describe, expect, test } from 'vitest';
import { glossary } from './glossary';
import type { GlossaryEntry } from './glossary-entry';
import texts from './rule-texts.json';

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
    for (const rule of rules) expect(texts).toHaveProperty(rule);
  });
});

test('no two terms have the same title', () => {
  const titles = all.map(([, { title }]) => title);
  expect(new Set(titles).size).toBe(titles.length);
});
