import { expect, test } from 'vitest';
import { temporaryFolder, writeFile } from '../test/temporary-folder';
import { isBuildFresh, sourcesHash, stampBuild } from './production-build.mjs';

function builtProject(): string {
  const folder = temporaryFolder({
    'app/page.tsx': 'page',
    'lib/base/result.ts': 'result',
    'lib/base/result.test.ts': 'test',
    'package-lock.json': '{}',
    '.next/BUILD_ID': 'build-1',
  });
  stampBuild(folder, sourcesHash(folder));
  return folder;
}

test('a build is fresh until a source file changes', () => {
  const folder = builtProject();
  expect(isBuildFresh(folder)).toBe(true);
  writeFile(folder, 'lib/base/result.ts', 'changed');
  expect(isBuildFresh(folder)).toBe(false);
});

test.each([
  ['a new file', 'components/ui/button.tsx'],
  ['the lockfile', 'package-lock.json'],
  ['a file to be served', 'public/icon.svg'],
])('%s makes it stale', (_what, name) => {
  const folder = builtProject();
  writeFile(folder, name, 'new');
  expect(isBuildFresh(folder)).toBe(false);
});

test('a changed test leaves it fresh', () => {
  const folder = builtProject();
  writeFile(folder, 'lib/base/result.test.ts', 'changed');
  expect(isBuildFresh(folder)).toBe(true);
});

test('text that moves from one file to the next makes it stale', () => {
  const folder = temporaryFolder({ 'app/a.ts': 'one', 'app/b.ts': 'two', '.next/BUILD_ID': 'build-1' });
  stampBuild(folder, sourcesHash(folder));
  writeFile(folder, 'app/a.ts', 'onetwo');
  writeFile(folder, 'app/b.ts', '');
  expect(isBuildFresh(folder)).toBe(false);
});

test('a manual build over ours does not count as ours', () => {
  const folder = builtProject();
  writeFile(folder, '.next/BUILD_ID', 'build-2');
  expect(isBuildFresh(folder)).toBe(false);
});

test('without a build nothing is fresh', () => {
  expect(isBuildFresh(temporaryFolder({ 'app/page.tsx': 'page' }))).toBe(false);
});
