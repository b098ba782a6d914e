import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyWord } from './classify-word';
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
    ['run `pytest` on the branch `next`, not on `go`', ['command pytest', 'quoted next']],
    ['$ make all\nok', ['command make all']],
    ['端口8080在 src/服务/主.ts', ['number 8080', 'path src/服务/主.ts']],
    ['见src/服务/主.ts和src/a.ts。', ['path src/服务/主.ts', 'path src/a.ts']],
    ['[this](src/a.ts) or src/b.ts(12,5)', ['path src/a.ts', 'path src/b.ts']],
    ['{"file":"src/a.ts","n":5}', ['path src/a.ts']],
    [
      '“src/a.ts”, src/b.ts… and src/c.ts→src/d.ts',
      ['path src/a.ts', 'path src/b.ts', 'path src/c.ts', 'path src/d.ts'],
    ],
    ['src/a.ts,src/b.ts;src/c.ts', ['path src/a.ts', 'path src/b.ts', 'path src/c.ts']],
    ['app/(main)/[id]/page.tsx', ['path app/(main)/[id]/page.tsx']],
    ['等待30秒', ['number 30秒']],
  ])('%s', (text, values) => expect(found(text)).toEqual(values));
});

describe('[K1] finds the values in JSON and code, but never the keys', () => {
  it.each([
    ['{"code":"E_SESSION_4711"}', ['error-code E_SESSION_4711']],
    ['{"code": "E_SESSION_4711", "retry after": 5}', ['error-code E_SESSION_4711']],
    ['{"error":{"code":"ENOENT","path":"/a/b.ts"}}', ['error-code ENOENT', 'path /a/b.ts']],
    [
      '[{"message":"try it again","sha":"3f2a9bc"},{"after":"30s"}]',
      ['quoted try it again', 'hash 3f2a9bc', 'number 30s'],
    ],
    ['{\n  "status": "not found",\n  "name": "x-y"\n}', ['quoted not found', 'quoted x-y']],
    ['     7→  "status": "not found",\n     8→  "max retries": 5', ['quoted not found']],
    ['{"exit code": exitCode, "the reason": why}', ['identifier exitCode']],
    ['{\\"code\\":\\"E_SESSION_4711\\",\\"text\\":\\"try again\\"}', ['error-code E_SESSION_4711', 'quoted try again']],
    ['{"text":"say \\"no way\\" then"}', ['quoted say \\"no way\\" then', 'quoted no way']],
    ['Error("ECONNREFUSED")', ['error-code ECONNREFUSED']],
    ["throw new Error('ECONNREFUSED');", ['error-code ECONNREFUSED']],
    ['raise ValueError("E42_LIMIT")', ['error-code ValueError', 'error-code E42_LIMIT']],
    ["throw new ApiError('RATE_LIMIT_EXCEEDED', 429)", ['error-code ApiError', 'identifier RATE_LIMIT_EXCEEDED']],
    ['return Err(ENOENT);', ['error-code ENOENT']],
    ['reject(new TimeoutError("took 30s"))', ['error-code TimeoutError', 'quoted took 30s', 'number 30s']],
    ['code=ECONNREFUSED', ['error-code ECONNREFUSED']],
    ['log("It is over")', ['quoted It is over']],
    ["print('hail\\\\n', 'a\\\\nb\\\\nc')", []],
    [
      'The button "Save draft": it saves, the label "Cancel all": it closes',
      ['quoted Save draft', 'quoted Cancel all'],
    ],
  ])('%s', (text, values) => expect(found(text)).toEqual(values));

  it('finds values in an API response that is one long line', () => {
    const text = `{"items":[${'{"id":"ab_1","n":1},'.repeat(60)}{"code":"E_SESSION_4711","path":"src/a.ts"}]}`;
    expect(new Set(found(text))).toEqual(new Set(['identifier ab_1', 'error-code E_SESSION_4711', 'path src/a.ts']));
  });
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
  'takes linear time: %j again and again',
  (piece) => {
    const text = piece.repeat(Math.ceil(400_000 / piece.length));
    for (const { value, start, end } of exactValues(text)) expect(text.slice(start, end)).toBe(value);
  },
);

it.each(
  `ms milliseconds s sec seconds min minutes h hr hours day weeks months years kB MiB GB TB bytes bits px rem em Hz kHz rpm rps req/s °C
  percent tokens lines items rows retries attempts users requests files characters 毫秒 秒 分钟 分 小时 時間 天 日 年 元 円 个 個 倍 行 次`.split(
    /\s+/,
  ),
)('[K1] finds a number before its unit: %s', (unit) => {
  expect(found(`it took 30 ${unit}.`)).toContain(`number 30 ${unit}`);
});

it.each([
  ...[
    'exit',
    'exited with',
    'exit code',
    'exit status',
    'HTTP',
    'HTTP/1.1',
    'status',
    'status code',
    'Error:',
    'errno =',
  ].map((name) => [name, 'error-code']),
  ...['port', 'PORT:', 'port number', 'port is', '端口', '端口号', 'ポート', '포트', '端口：'].map((name) => [
    name,
    'number',
  ]),
])('[K1] finds a number after its name: %s', (name, type) => {
  expect(found(`the ${name} 404 there`)).toContain(`${type} 404`);
  expect(found(`the ${name}\n\t404`)).toContain(`${type} 404`);
});

it('[K1] finds every word that is a value', () => {
  const pieces =
    'a Z aB _ x7 12 5ms . .. / \\ : :: = - -> @ # () .ts src/ 1.2.3 http:// localhost :80 true ENOENT TypeError ABC-12 $ ~ % é'.split(
      ' ',
    );
  const words = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
  fc.assert(
    fc.property(words, (word) => {
      // Marks around a word are none of it.
      if (word.length < 2 || /[.:)>]$|^[<]/.test(word)) return;
      const type = classifyWord(word);
      if (type !== undefined) expect(found(`a ${word} b`)).toContain(`${type} ${word}`);
    }),
    { numRuns: 5_000 },
  );
});
