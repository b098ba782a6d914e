import { expect, it } from 'vitest';
import { claimsFile, isAddedByProgram } from './path-claims';
import { SourcePaths } from './source-paths';

const paths = new SourcePaths([
  '/home/x/repo/src/lease/table.ts',
  'packages/core/src/index.ts:12',
  './frontend/messages/zh/a.json',
  'PLAN_PHASE7.md',
  'C:\\w\\lib\\clock.ts',
  'notes.md',
]);

it.each([
  'src/lease/table.ts',
  './src/lease/table.ts:40',
  '/home/x/repo/src/lease/table.ts',
  '/repo/src/lease/table.ts',
  '/workspace/repo/src/lease/table.ts',
  '~/repo/src/lease/table.ts',
  'repo/src/lease',
  'src/lease/',
  '/repo/packages/core/src/index.ts',
  './frontend/messages/',
  'PHASE7.md',
  'lib/clock.ts',
  'C:/w/lib/clock.ts',
  '/home/x/repo/notes.md',
])('[K3] %s occurred, under this or another root', (path) => {
  expect(paths.has(path)).toBe(true);
});

it.each([
  'src/lease/tables.ts',
  'lib/lease/table.ts',
  '/home/x/repo/lib/lease/table.ts',
  '/home/x/src/lease/table.ts',
  'src/lea/',
  'packages/core/src/main.ts',
  'SE7.md',
  '/home/x/other/notes.md',
])('[K3] %s did not', (path) => {
  expect(paths.has(path)).toBe(false);
});

it.each(['src/a.ts', '/w/src/', 'a.ts', '~/x/a.md', '.github/workflows/ci.yml', '/app/src/a'])(
  '[K3] %s claims that there is a file',
  (path) => {
    expect(claimsFile(path)).toBe(true);
  },
);

it.each([
  '/model',
  '/compact',
  '@acme/lease',
  'github.com/acme/lease/v5',
  'docs.example.com/a.html',
  'text/plain',
  'src/.../a.ts',
  'src/…/a.ts',
  '/w/src/{a,b}.ts',
  'path/to/a.ts',
  '-I/usr/include',
])('[K3] %s does not', (path) => {
  expect(claimsFile(path)).toBe(false);
});

it('[K3] the place of the transcript is added by the program', () => {
  const text = 'If you need details, read the full transcript at: /home/x/a.jsonl';
  expect(isAddedByProgram(text, text.indexOf('/home'))).toBe(true);
  expect(isAddedByProgram('Snippets are in the full transcript: /home/x/a.jsonl', 37)).toBe(true);
  expect(isAddedByProgram('see /home/x/a.jsonl', 4)).toBe(false);
});
