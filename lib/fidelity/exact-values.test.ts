import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactValues } from './exact-values';

const found = (text: string) => exactValues(text).map(({ type, value }) => `${type} ${value}`);

describe('[K1] finds', () => {
  it.each([
    ['Look at src/lib/a.ts:12 and ./b.', ['path src/lib/a.ts:12', 'path ./b']],
    ['in C:\\work\\main.rs or ~/notes', ['path C:\\work\\main.rs', 'path ~/notes']],
    ['see package.json, .env.local', ['path package.json', 'path .env.local']],
    ['call parseRecord() or MAX_RETRIES', ['identifier parseRecord()', 'identifier MAX_RETRIES']],
    ['ticket ABC-123 and #42', ['identifier ABC-123', 'identifier #42']],
    ['it takes 250ms, not 30 seconds', ['number 250ms', 'number 30 seconds']],
    ['80% of $1,200 and 4 GB', ['number 80%', 'number $1,200', 'number 4 GB']],
    ['from v2.1.0 to react@19.3.1', ['number v2.1.0', 'number react@19.3.1']],
    ['listens on port 8080, not :9090', ['number 8080', 'number :9090']],
    ['at 3f2a9bc and DEADBEEF01', ['hash 3f2a9bc', 'hash DEADBEEF01']],
    [
      'open https://a.example/b?c=1 or localhost:3000.',
      ['url https://a.example/b?c=1', 'url localhost:3000', 'number 3000'],
    ],
    ['ECONNREFUSED, TS2322, a TypeError', ['error-code ECONNREFUSED', 'error-code TS2322', 'error-code TypeError']],
    ['it exited with code 137, HTTP 503', ['error-code 137', 'error-code 503']],
    ['set TIMEOUT=30 and debug=true', ['setting TIMEOUT=30', 'setting debug=true']],
    ['say "try it again later"', ['quoted try it again later']],
    ['run `npm test -- a` now', ['command npm test -- a']],
    ['$ make all\nok', ['command make all']],
    ['端口8080在 src/服务/主.ts', ['number 8080', 'path src/']],
    ['等待30秒', ['number 30秒']],
  ])('%s', (text, values) => expect(found(text)).toEqual(values));
});

it.each(['and/or 24/7', 'We went there in 2024, all 12 of us', 'Isn’t it “so”?', 'defaced', 'e.g. this; i.e. that'])(
  'finds nothing exact in “%s”',
  (text) => expect(found(text)).toEqual([]),
);

it('gives the place of each value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      for (const { value, start, end } of exactValues(`a.ts 5ms ${text}`)) {
        expect(`a.ts 5ms ${text}`.slice(start, end)).toBe(value);
      }
    }),
  );
});

it.each(['a', '"', '`', '"a', '(', '/', 'a/', '0', ': ', '$ ', 'port ', '\\', '-', '@', '{"a":1},', '\n', '中'])(
  'takes a time that grows with the length only: %j again and again',
  (piece) => {
    const text = piece.repeat(Math.ceil(400_000 / piece.length));
    const start = performance.now();
    exactValues(text);
    expect(performance.now() - start).toBeLessThan(5_000);
  },
);
