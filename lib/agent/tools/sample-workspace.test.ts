import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { userRules } from '../../fidelity/rules/user-rules';
import { sampleFiles } from '../scripted/scripted-run.test-support';
import { TestToolContext } from './run-tool.test-support';
import { sampleWorkspace } from './sample-workspace';

const FOLDER = join(import.meta.dirname, '../../../public/workspace');

it('lists every file of the folder', async () => {
  const sample = await sampleWorkspace(async (path) => readFileSync(join(FOLDER, path), 'utf8'));
  expect(sample).toEqual(sampleFiles());
});

it('reports an invalid list', async () => {
  await expect(sampleWorkspace(async () => '<html>')).rejects.toThrow('index.json lists no files');
});

it('fills a context, and has rules that can be lost', () => {
  const files = sampleFiles();
  expect(files['docs/manual.md']?.length).toBeGreaterThan(12_000);
  expect(files['data/household.txt']?.length).toBeGreaterThan(25_000);
  const rules = userRules(files['AGENTS.md'] ?? '').map(({ text }) => text);
  expect(rules).toContain('Never change anything under `tests/expected`.');
  expect(rules.length).toBeGreaterThanOrEqual(8);
});

it('fails its tests until the sign of an amount also applies to its cents', async () => {
  const desk = new TestToolContext(sampleFiles());
  const before = await desk.refuses('Bash', { command: 'sh run-tests.sh' });
  expect(before).toMatch(/\n10 passed, 4 failed\n\[exit code 1\]$/);
  expect(before.match(/^FAILED .*$/gm)).toEqual([
    'FAILED  amounts/spent-with-cents',
    'FAILED  amounts/less-than-one',
    'FAILED  amounts/parentheses',
    'FAILED  reports/month-with-refund',
  ]);
  await desk.says('Read', { file_path: 'src/amount.awk' });
  const edits = [
    ['parts, count, units, cents)', 'parts, count, sign, units, cents)'],
    ['  gsub(/,/, "", text)\n', '  sign = text ~ /^-/ ? -1 : 1\n  gsub(/[-+,]/, "", text)\n'],
    ['return units * 100 + cents', 'return sign * (units * 100 + cents)'],
  ];
  for (const [old_string = '', new_string = ''] of edits) {
    await desk.says('Edit', { file_path: 'src/amount.awk', old_string, new_string });
  }
  expect(await desk.says('Bash', { command: 'sh run-tests.sh' })).toMatch(/\n14 passed, 0 failed$/);
  const manual = sampleFiles()['docs/manual.md'];
  expect(manual).toContain(await desk.says('Bash', { command: 'sh tally balance data/club.txt' }));
});

it('has three more places where the program contradicts the manual', async () => {
  const desk = new TestToolContext(sampleFiles());
  const says = (command: string) => desk.says('Bash', { command });
  // [2.3] The quotes of the title are lost, [3.2] the 31st of April is taken for a day, [6.4] a limit of nothing.
  expect(await says('sh tally register data/household.txt leisure:books | grep Atlas')).toContain(
    'The Atlas of Rivers',
  );
  expect(await says('sh tally check data/household.txt')).toMatch(
    /^line \d+: "food shop" is not an account\n\d+ entries/,
  );
  expect(await says("echo 'hall 0' > none; sh tally budget data/club.txt none")).not.toContain('100%');
});
