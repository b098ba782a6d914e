import fc from 'fast-check';
import { expect, it } from 'vitest';
import { classifyWord, mayFit, signsOf, wordRules } from './classify-word';

const pieces = [
  ...['a', 'Z', 'b3', '7', '12', '404', '0x1f', 'deadbeef', 'sha256', 'md5', 'ab12cd34', 'a-b', 'aB', 'a_b', '_', 'x'],
  ...[
    '.',
    '..',
    '/',
    '\\',
    ':',
    '::',
    '=',
    '-',
    '--',
    '->',
    '@',
    '#',
    '(',
    ')',
    '()',
    '"',
    ',',
    ';',
    '~',
    '$',
    '%',
    '€',
    '+',
  ],
  ...[
    '.ts',
    '.env',
    '.git',
    'v1',
    '1.2.3',
    '1.2.3.4',
    '://',
    'http',
    'localhost',
    ':80',
    ':8080',
    'ms',
    'GB',
    'µ',
    '°C',
  ],
  ...['true', 'null', 'E', 'ENOENT', 'ERR_', 'TypeError', 'TS2322', 'ORA', 'SIGTERM', 'ABC-12', '#42', 'é', '中'],
];
const words = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((all) => all.join(''));

it('never hides a matching word from a rule by its prefilter', () => {
  fc.assert(
    fc.property(words, (word) => {
      const signs = signsOf(word);
      for (const rule of wordRules) if (rule.is.test(word)) expect(mayFit(rule, signs), rule.type).toBe(true);
    }),
    { numRuns: 20_000 },
  );
});

it.each([
  ['src/a.ts', 'path'],
  ['and/or', undefined],
  ['read/write/execute', undefined],
  ['client/server/proxy', undefined],
  ['yes/no/maybe', undefined],
  ['TCP/UDP/ICMP', undefined],
  ['build/test/deploy', undefined],
  ['read-only/write-only/none', undefined],
  ['src/parser/lexer', 'path'],
  ['./a/b', 'path'],
  ['../a/b', 'path'],
  ['/a/b/c', 'path'],
  ['~/a/b', 'path'],
  ['@/lib/a', 'path'],
  ['a/b/c:12', 'path'],
  ['lib/x.ts', 'path'],
  ['a/b/c.ts', 'path'],
  ['a/b/c/', 'path'],
  ['.github/workflows/ci', 'path'],
  ['api/v1/users', 'path'],
  ['github.com/a/b', 'path'],
  ['my_app/core/rules', 'path'],
  ['docker/base/Dockerfile', 'path'],
  ['a\\b\\c', 'path'],
  ['/a', undefined],
  ['404_NOT_FOUND', 'error-code'],
  ['404___', 'error-code'],
  ['react@19.3.1', 'number'],
  ['@scope/name@1.2.3', 'number'],
  ['md5:0123456789abcdefAB', 'hash'],
  ['abcdefab-abcd-abcd-abcd-abcdefabcdef', 'hash'],
  ['defaced', undefined],
  ['Error', undefined],
  ['I', undefined],
] as const)('%s is %s', (word, type) => expect(classifyWord(word)).toBe(type));
