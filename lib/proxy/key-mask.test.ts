import fc from 'fast-check';
import { expect, it } from 'vitest';
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
