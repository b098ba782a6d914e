import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJson, utf8Bytes, wideCharacters } from './text-size';

describe('utf8Bytes', () => {
  it('matches an encoder for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });

  it('is correct for long texts wherever a surrogate pair falls', () => {
    for (const start of ['', 'a', 'ab', 'abc']) {
      const text = start + '😀漢é'.repeat(30_000);
      expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).length);
    }
  });
});

describe('wideCharacters', () => {
  it('counts only Chinese, Japanese and Korean', () => {
    const text = 'ab é 漢字かな한국 😀 ！ “quoted”';
    expect(wideCharacters(text, utf8Bytes(text))).toBe(7);
  });
});

describe('isJson', () => {
  it.each(['{"a":1}', ' [1, 2]\n', '[]', `[${'1,'.repeat(500)}1]`])('accepts %s', (text) => {
    expect(isJson(text)).toBe(true);
  });
  it.each(['', '5', '"a"', 'null', '{a}', '[link](x)', '{"a":1} and more', '[1] [2]'])('rejects %s', (text) => {
    expect(isJson(text)).toBe(false);
  });
});
