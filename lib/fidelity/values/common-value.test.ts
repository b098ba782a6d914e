import { expect, it } from 'vitest';
import { isAgentWord, isCommonValue } from './common-value';

it.each([
  ['command', 'git status'],
  ['command', 'git log --oneline -5'],
  ['command', 'git diff HEAD'],
  ['command', 'npm test'],
  ['command', 'npx tsc --noEmit'],
  ['command', 'ls -la'],
  ['command', 'go test ./...'],
  ['identifier', 'in_progress'],
  ['identifier', 'tool_use_id'],
  ['identifier', 'console.log()'],
  ['identifier', 'useEffect'],
  ['path', 'package.json'],
  ['path', './README.md'],
  ['error-code', 'ENOENT'],
] as const)('[K2] a %s such as “%s” is common', (type, value) => {
  expect(isCommonValue(type, value)).toBe(true);
});

it.each([
  ['command', 'git checkout fix/lease-renewal'],
  ['command', 'git show 3f2a91c'],
  ['command', 'npm test -- lease.test.ts'],
  ['command', 'ls src/lease'],
  ['command', 'curl -s localhost:4961/health'],
  ['identifier', 'renewLease'],
  ['identifier', 'MAX_RENEWALS'],
  ['path', 'src/lease/index.ts'],
  ['number', '30s'],
  ['error-code', 'E_LEASE_LOST'],
] as const)('[K2] a %s such as “%s” is not', (type, value) => {
  expect(isCommonValue(type, value)).toBe(false);
});

it('[K2] states and argument names are no detail of a task, whoever wrote them', () => {
  expect(isAgentWord('completed')).toBe(true);
  expect(isAgentWord('package.json')).toBe(false);
});
