import { expect, test } from 'vitest';
import { keptText } from './kept-text';

test('stores a text under its key', () => {
  const content = new Map<string, string>();
  const open = () => ({
    getItem: (key: string) => content.get(key) ?? null,
    setItem: (key: string, value: string) => void content.set(key, value),
  });
  const theme = keptText('theme', open);
  expect(theme.read()).toBeUndefined();
  theme.write('dark');
  expect(theme.read()).toBe('dark');
  expect(keptText('other', open).read()).toBeUndefined();
});

test('does nothing if the browser stores nothing', () => {
  const off = keptText('theme', () => {
    throw new DOMException('off', 'SecurityError');
  });
  off.write('dark');
  expect(off.read()).toBeUndefined();
});
