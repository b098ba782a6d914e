import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { categories } from '../../lib/tokens/category';
import { colorFromHex, contrast, difference, type LinearColor, seenWith, visions } from './color';

const css = readFileSync(new URL('../../app/tokens.css', import.meta.url), 'utf8');
const boundaries = ['full', 'micro', 'prune', 'rewind'];
const events = ['stored', 'snip', 'collapse', 'memory'];
const backgrounds = ['canvas', 'surface'];

function token(theme: 'light' | 'dark', name: string): LinearColor {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(css);
  const hex = theme === 'light' ? found?.[1] : found?.[2];
  if (hex === undefined) throw new Error(`app/tokens.css has no colour --${name}`);
  return colorFromHex(hex);
}

function leastContrast(theme: 'light' | 'dark', names: readonly string[], on: readonly string[]): number {
  return Math.min(...names.flatMap((name) => on.map((behind) => contrast(token(theme, name), token(theme, behind)))));
}

function leastDifference(a: LinearColor, b: LinearColor): number {
  return Math.min(...visions.map((vision) => difference(seenWith(vision, a), seenWith(vision, b))));
}

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  test('text has a contrast of 4.5 : 1 on every background', () => {
    const texts = ['text', 'text-muted', 'accent', 'danger', 'warning'];
    expect(leastContrast(theme, texts, [...backgrounds, 'hover'])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token(theme, 'on-accent'), token(theme, 'accent'))).toBeGreaterThanOrEqual(4.5);
  });

  test('marks and the edges of controls have a contrast of 3 : 1', () => {
    const marks = [
      'edge',
      ...categories.map((category) => `category-${category}`),
      ...boundaries.map((kind) => `boundary-${kind}`),
      ...events.map((kind) => `event-${kind}`),
    ];
    expect(leastContrast(theme, marks, backgrounds)).toBeGreaterThanOrEqual(3);
  });

  test('adjacent categories in the stack differ for every kind of colour vision', () => {
    const colors = categories.map((category) => token(theme, `category-${category}`));
    const steps = colors.slice(1).map((color, index) => leastDifference(color, colors[index] ?? color));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(15);
  });

  test('no two categories, no two kinds of boundary and no two kinds of event look alike', () => {
    const marked = ['boundary-full', 'boundary-micro', ...events.map((name) => `event-${name}`)];
    const boundaryNames = boundaries.map((name) => `boundary-${name}`);
    for (const names of [categories.map((name) => `category-${name}`), boundaryNames, marked]) {
      const pairs = names.flatMap((a, index) => names.slice(index + 1).map((b) => [a, b] as const));
      const alike = pairs.filter(([a, b]) => leastDifference(token(theme, a), token(theme, b)) < 6);
      expect(alike).toEqual([]);
    }
  });
});
