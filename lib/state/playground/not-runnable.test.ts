import { expect, it } from 'vitest';
import { notRunnable } from './not-runnable';

it('names what the shell has no program for', () => {
  expect(notRunnable(['src/a.awk', 'run-tests.sh', 'README.md', 'data/a.json'])).toEqual([]);
  expect(notRunnable(['package.json', 'src/a.ts', 'tools/b.py', 'Makefile'])).toEqual([
    'Node',
    'npm',
    'Python',
    'make',
  ]);
});
