import { expect, test } from 'vitest';
import { lockfileProblems } from './lockfile-problems.mjs';

const entry = { version: '1.0.0', integrity: 'hash' };

test('a complete lockfile has no problems', () => {
  const packages = {
    '': { dependencies: { tool: '1.0.0' } },
    'node_modules/tool': { ...entry, optionalDependencies: { 'tool-mac': '1.0.0', nested: '1.0.0' } },
    'node_modules/tool/node_modules/nested': { ...entry, optionalDependencies: { 'tool-mac': '1.0.0' } },
    'node_modules/tool-mac': entry,
  };
  expect(lockfileProblems({ packages }, { dependencies: { tool: '1.0.0' } })).toEqual([]);
});

test('a package for another platform that the registry lacked is named', () => {
  const packages = { '': {}, 'node_modules/tool': { ...entry, optionalDependencies: { 'tool-mac': '1.0.0' } } };
  expect(lockfileProblems({ packages }, {})).toEqual(['tool-mac: optional for node_modules/tool, but has no entry']);
});

test('an entry below a neighbour does not count, since Node would not look there', () => {
  const packages = {
    '': {},
    'node_modules/tool': { ...entry, optionalDependencies: { 'tool-mac': '1.0.0' } },
    'node_modules/other/node_modules/tool-mac': entry,
  };
  expect(lockfileProblems({ packages }, {})).toHaveLength(1);
});

test('a version changed only in package.json is named', () => {
  const packages = { '': { devDependencies: { tool: '1.0.0' } }, 'node_modules/tool': entry };
  expect(lockfileProblems({ packages }, { devDependencies: { tool: '2.0.0' } })).toEqual([
    'tool: package.json says 2.0.0, the lockfile 1.0.0',
  ]);
});

test('an entry without a hash, or with a download address, is named', () => {
  const packages = {
    '': {},
    'node_modules/bare': { version: '1.0.0' },
    'node_modules/own': { ...entry, resolved: 'https://registry.example.com/own-1.0.0.tgz' },
    'node_modules/fine': entry,
  };
  expect(lockfileProblems({ packages }, {})).toEqual([
    'node_modules/bare: has no integrity hash',
    'node_modules/own: has a download URL',
  ]);
});
