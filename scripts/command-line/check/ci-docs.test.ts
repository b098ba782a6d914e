import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fieldsOfAny, listOf, object, parseBy, text } from '../../../lib/base/schema';
import { writePolicy } from '../../../lib/policies/parse-policy';
import { claudeCode21 } from '../../../lib/policies/presets/claude-code-2-1';
import { measureIds } from '../../../lib/rows/totals/measures';
import { temporaryFolder } from '../../set-up/test/temporary-folder';
import { command } from '../run-highwater.test-support';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/ci.md'), 'utf8');
const workflowSchema = object({ jobs: object({ check: object({ steps: listOf(fieldsOfAny) }) }) });

/** The commands of each workflow of the page. */
const workflows = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml = '']) => {
  const workflow = parseBy(workflowSchema, parse(yaml));
  if (!workflow.ok) throw new Error(workflow.error);
  return workflow.value.jobs.check.steps.flatMap(({ run }) => {
    const words = parseBy(text, run);
    return words.ok ? [words.value] : [];
  });
});

const policy = (id: string, windowTokens: number) => writePolicy({ ...claudeCode21, id, title: id, windowTokens });
const sample = readFileSync(join(root, 'public/samples/refactoring.jsonl'), 'utf8');

/** A checkout of a pull request, with this clone's command line as `npx highwater`, and a `gh` that shows what it would do. */
function checkout(ours: string) {
  const folder = temporaryFolder({
    'repository/compaction.json': policy('main', 200_000),
    'repository/sessions/one.jsonl': sample,
    'bin/npx': `#!/bin/sh\nshift\nexec "${process.execPath}" "${command}" "$@"\n`,
    'bin/gh': '#!/bin/sh\necho "gh $*"\n',
    'ours.json': ours,
  });
  for (const name of ['npx', 'gh']) chmodSync(join(folder, 'bin', name), 0o755);
  const repository = join(folder, 'repository');
  const run = (words: string) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', words], {
      cwd: repository,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, BASE: 'main', PULL_REQUEST: '7' },
    });
    return { status, stdout, stderr };
  };
  const set = run(
    [
      'git init -q -b main && git remote add origin .',
      'git -c user.name=a -c user.email=a@b add . && git -c user.name=a -c user.email=a@b commit -qm main',
      'cp ../ours.json compaction.json',
    ].join('\n'),
  );
  expect(set).toMatchObject({ status: 0, stderr: '' });
  return { run, repository };
}

describe('docs/ci.md', () => {
  it('has a workflow whose commands run, and whose check fails where it should', () => {
    const [install, baseline = '', check = '', comment = '', ...others] = workflows[0] ?? [];
    expect([install, ...others]).toEqual(['npm ci']);
    const equal = checkout(policy('ours', 200_000));
    expect(equal.run(baseline)).toMatchObject({ status: 0 });
    expect(equal.run(check)).toMatchObject({ status: 0, stderr: '' });
    const worse = checkout(policy('ours', 100_000));
    expect(worse.run(baseline)).toMatchObject({ status: 0 });
    expect(worse.run(check).status).toBe(1);
    expect(worse.run(comment)).toEqual({
      status: 0,
      stdout: 'gh pr comment 7 --body-file check.md --edit-last --create-if-none\n',
      stderr: '',
    });
    for (const name of ['junit.xml', 'check.md']) expect(existsSync(join(worse.repository, name))).toBe(true);
  });

  it('has a workflow with a stored baseline whose commands run', () => {
    const [make = '', check = '', ...others] = workflows[1] ?? [];
    expect(others).toEqual([]);
    const { run, repository } = checkout(policy('ours', 200_000));
    expect(run(make)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(existsSync(join(repository, 'baseline.jsonl'))).toBe(true);
    expect(run(check)).toMatchObject({ status: 0, stderr: '' });
  });

  it('names every measure', () => {
    const named = [...page.matchAll(/^\| ((?:`\w+` ?)+)\|/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
    expect(named).toEqual([...measureIds]);
  });
});
