import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyMask } from './key-mask';

const key = 'sk-test-sk-tail';

function through(pieces: readonly Uint8Array[]): string {
  const mask = new KeyMask(key);
  return Buffer.concat([...pieces.map((piece) => mask.next(piece)), mask.rest()]).toString();
}

it('removes the key from a stream, however it is split', () => {
  const words = fc.constantFrom(key, 'sk-test-', 'sk-', 'ä日😀', '\n\n', 'plain');
  fc.assert(
    fc.property(fc.array(words), fc.array(fc.nat(40)), (all, cuts) => {
      const text = all.join('');
      const bytes = Buffer.from(text);
      const pieces: Uint8Array[] = [];
      let from = 0;
      for (const size of [...cuts, bytes.length]) {
        pieces.push(bytes.subarray(from, from + size));
        from += size;
      }
      expect(through(pieces)).toBe(text.replaceAll(key, '[key]'));
    }),
  );
});

it('holds back only a possible beginning of the key', () => {
  const mask = new KeyMask(key);
  const event = Buffer.from('data: {"text":"sk-test"}\n\n');
  expect(mask.next(event)).toBe(event);
  expect(Buffer.from(mask.next(Buffer.from('see sk-te'))).toString()).toBe('see ');
  expect(Buffer.from(mask.next(Buffer.from('a'))).toString()).toBe('sk-tea');
  expect(mask.rest()).toHaveLength(0);
});

describe('a key in another form', () => {
  const secret = 'sk-stand/in+KEY_0123456789-abcdef';
  const forms: Readonly<Record<string, string>> = {
    'escaped by JSON': `{"said":"${secret.replaceAll('/', '\\/')}"}`,
    'as code points': `{"said":"${Array.from(secret, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('')}"}`,
    'in an address': `?key=${encodeURIComponent(secret)}`,
    'in hexadecimal': Buffer.from(secret).toString('hex'),
    ...Object.fromEntries(
      ['', 'a', 'ab', 'abc'].flatMap((before) =>
        (['base64', 'base64url'] as const).map((encoding) => [
          `in ${encoding} after "${before}"`,
          Buffer.from(`${before}${secret} and more`).toString(encoding),
        ]),
      ),
    ),
  };

  it.each(Object.entries(forms))('is masked: %s', (_, text) => {
    const masked = new KeyMask(secret).inText(text);
    expect(masked).toContain('[key]');
    expect(Buffer.from(masked.replace('[key]', ''), 'base64').toString()).not.toContain(secret.slice(4, 20));
    expect(masked.length).toBeLessThan(text.length - 20);
  });

  it('is masked wherever a stream is cut', () => {
    const text = `data: ${Buffer.from(`x${secret}`).toString('base64')} ${secret}\n\n`;
    const whole = new KeyMask(secret).inText(text);
    for (let cut = 1; cut < text.length; cut++) {
      const mask = new KeyMask(secret);
      const parts = [text.slice(0, cut), text.slice(cut)].map((part) => mask.next(Buffer.from(part)));
      expect(Buffer.concat([...parts, mask.rest()]).toString()).toBe(whole);
    }
  });
});
