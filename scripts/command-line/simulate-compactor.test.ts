import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../set-up/project.mjs';
import { highwaterHere } from './run-highwater.test-support';

const sample = join(projectFolder, 'public/samples/long-bug-hunt.jsonl');
const script = join(projectFolder, 'scripts/compactor/misbehaving.test-support.mjs');
const command = (mode: string) => `"${process.execPath}" "${script}" ${mode}`;

it('[Z1] simulate takes a compactor, and reports what asking it took', async () => {
  const { status, stdout } = await highwaterHere('simulate', sample, '--compactor', command('good'), '--json');
  expect(status).toBe(0);
  const { compactions, compactor, failures } = JSON.parse(stdout);
  expect(failures).toEqual([]);
  expect(compactions.length).toBeGreaterThan(1);
  expect(compactions[0]).toMatchObject({ layer: 'own', trigger: 'auto' });
  expect(compactor).toMatchObject({ when: 'threshold', asked: compactions.length, starts: 1, faults: [] });
  expect(compactor.slowest.ms).toBeLessThanOrEqual(compactor.totalMs);
});

it('[Z3] simulate says why a compactor gave no answer', async () => {
  const { status, stdout } = await highwaterHere('simulate', sample, '--compactor', command('dies-by-error'));
  expect(status).toBe(0);
  expect(stdout).toMatch(/before call \d+: own failed: the compactor gave no answer: .*the compactor has a bug/);
  expect(stdout).toMatch(/compactor ".*": asked 3 times, .* started 3 times/);
  expect(stdout).toMatch(/not asked from call \d+ on/);
});

it.each([
  [['--compactor', ' '], '--compactor takes a command'],
  [['--compactor', 'x', '--compactor-when', 'never'], '--compactor-when takes threshold or always, not "never"'],
  [['--compactor', 'x', '--compactor-timeout', 'soon'], '--compactor-timeout takes seconds, not "soon"'],
  [['--compactor-when', 'always'], '--compactor-when requires --compactor'],
])('refuses %j', async (words, why) => {
  const { status, stderr } = await highwaterHere('simulate', sample, ...words);
  expect([status, stderr.includes(why)]).toEqual([2, true]);
});
