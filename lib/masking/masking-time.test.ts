import { describe, expect, test } from 'vitest';
import { hostileTexts } from './hostile-texts.test-support';
import { maskText } from './mask-text';

/** What grows with the square of this takes minutes, and the limit of a test is one. `npm run bench` compares times. */
const SIZE = 400_000;

describe('hostile input', () => {
  test.each(Object.entries(hostileTexts(SIZE)))('%s: is masked completely', (_, text) => {
    const { text: masked, found } = maskText(text);
    expect(masked.match(/\[secret: /g)?.length ?? 0).toBeGreaterThanOrEqual(found.length);
    expect(maskText(masked).text).toBe(masked);
  });
});
