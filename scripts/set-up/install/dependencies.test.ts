import { expect, test } from 'vitest';
import { temporaryFolder, writeFile } from '../test/temporary-folder';
import { dependenciesState, stampDependencies } from './dependencies.mjs';

const lockfile = (version: string) =>
  JSON.stringify({
    packages: {
      '': { dependencies: { one: version } },
      'node_modules/one': { version, integrity: `hash of ${version}` },
      'node_modules/for-another-platform': { version: '1.0.0', integrity: 'hash', optional: true },
    },
  });
const installed = (version: string) =>
  JSON.stringify({ packages: { 'node_modules/one': { version, integrity: `hash of ${version}` } } });

function project(lockfileVersion: string, installedVersion: string): string {
  return temporaryFolder({
    'package.json': JSON.stringify({ dependencies: { one: lockfileVersion } }),
    'package-lock.json': lockfile(lockfileVersion),
    'node_modules/.package-lock.json': installed(installedVersion),
    'node_modules/one/package.json': '{}',
  });
}

test('dependencies are missing without node_modules', () => {
  expect(dependenciesState(temporaryFolder({ 'package.json': '{}', 'package-lock.json': '{}' }))).toBe('missing');
});

test('a manual npm ci is ready, even without our stamp', () => {
  expect(dependenciesState(project('1.0.0', '1.0.0'))).toBe('ready');
});

test('dependencies are out of date if a version differs from the lockfile', () => {
  expect(dependenciesState(project('1.1.0', '1.0.0'))).toBe('out of date');
});

test('dependencies are out of date if the lockfile changed after the stamp', () => {
  const folder = project('1.0.0', '1.0.0');
  stampDependencies(folder);
  expect(dependenciesState(folder)).toBe('ready');
  writeFile(folder, 'package-lock.json', lockfile('1.1.0'));
  expect(dependenciesState(folder)).toBe('out of date');
});

test('dependencies are out of date if node_modules is from another platform', () => {
  const folder = project('1.0.0', '1.0.0');
  writeFile(folder, 'node_modules/.highwater-dependencies.json', '{ "lockfile": "", "platform": "amiga-68k" }');
  expect(dependenciesState(folder)).toBe('out of date');
});

test('dependencies are out of date if the folder of a direct one is gone', () => {
  const folder = project('1.0.0', '1.0.0');
  stampDependencies(folder);
  writeFile(folder, 'package.json', JSON.stringify({ dependencies: { one: '1.0.0', gone: '1.0.0' } }));
  expect(dependenciesState(folder)).toBe('out of date');
});
