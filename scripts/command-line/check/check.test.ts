import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writePolicy } from '../../../lib/policies/parse-policy';
import { claudeCode21 } from '../../../lib/policies/presets/claude-code-2-1';
import { ENGINE_VERSION } from '../../../lib/rows/session-row';
import { temporaryFolder } from '../../set-up/test/temporary-folder';
import { highwater, highwaterIn, highwaterHere as run } from '../run-highwater.test-support';

const samples = join(import.meta.dirname, '../../../public/samples');
const refactoring = join(samples, 'refactoring.jsonl');
const small = join(samples, 'rules-and-images.jsonl');
const both = [refactoring, small];

/** The same policy under another name, and one that compacts far too early. */
const same = writePolicy({ ...claudeCode21, id: 'ours', title: 'Ours' });
const worse = writePolicy({ ...claudeCode21, id: 'ours', title: 'Ours', windowTokens: 100_000 });
const against = (policy: string, ...more: string[]) => [
  ...both,
  '--policy',
  policy,
  '--baseline',
  'claude-code-2.1',
  '--fail-if',
  'lostNeededLater > +2%',
  '--fail-if',
  'cost > +5%',
  ...more,
];

describe('highwater check', () => {
  it('passes for an equal policy, and fails for a planted regression, with exit codes 0 and 1', async () => {
    const folder = temporaryFolder({ 'same.json': same, 'worse.json': worse });
    const equal = await highwaterIn(folder, 'check', ...against('same.json'));
    expect(equal).toMatchObject({ status: 0, stderr: '' });
    expect(equal.stdout).toMatch(/^check passed: 4 gates; same.json against claude-code-2.1\n/);
    const files = ['--junit', 'junit.xml', '--markdown', 'check.md', '--json'];
    const failed = highwater(['check', ...against('worse.json', ...files)], folder);
    expect(failed.status).toBe(1);
    const { check, gates } = JSON.parse(failed.stdout);
    expect(check).toBe('failed');
    expect(gates[0]).toMatchObject({ condition: 'lostNeededLater > +2%', verdict: 'failed', sessions: 2 });
    expect(readFileSync(join(folder, 'check.md'), 'utf8')).toMatch(/^### Compaction check failed: \d of 4 gates\n/);
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toMatch(/<failure message="Used-later misses: /);
  });

  it('fails for a policy under which sessions die, however little they then cost', async () => {
    const words = [...both, '--policy', 'none', '--baseline', 'claude-code-2.1', '--fail-if', 'cost > +5%', '--json'];
    const { status, stdout } = await run('check', ...words);
    expect(status).toBe(1);
    expect(JSON.parse(stdout).gates).toMatchObject([
      { condition: 'cost > +5%', verdict: 'passed', sessions: 1, leftOut: 1 },
      { condition: 'dead > +0', verdict: 'failed', value: 1 },
      { condition: 'failures > +0', verdict: 'passed' },
    ]);
  });

  it('compares with rows that were computed before, to the same result', async () => {
    const folder = temporaryFolder({ 'worse.json': worse });
    await highwaterIn(
      folder,
      'replay',
      ...both,
      '--policy',
      'claude-code-2.1',
      '--losses',
      '--json',
      '--out',
      'main.jsonl',
    );
    const json = async (baseline: string) => {
      const words = [
        ...both,
        '--policy',
        'worse.json',
        '--baseline',
        baseline,
        '--fail-if',
        'neededLater > +2%',
        '--json',
      ];
      return JSON.parse((await highwaterIn(folder, 'check', ...words)).stdout);
    };
    const { baseline, ...stored } = await json('main.jsonl');
    const { baseline: name, ...computed } = await json('claude-code-2.1');
    expect(stored).toEqual(computed);
    expect([baseline, name]).toEqual(['claude-code-2.1 in main.jsonl', 'claude-code-2.1']);
  });

  it('compares with the recording itself', async () => {
    const words = [refactoring, '--policy', 'codex', '--baseline', 'recorded', '--fail-if', 'cost > +50%', '--json'];
    const { status, stdout } = await run('check', ...words);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).gates[0].baseline).toBeCloseTo(8.385, 3);
  });

  it('refuses stored rows that it cannot compare with, and says what to do', async () => {
    const folder = temporaryFolder({});
    const rows = join(folder, 'main.jsonl');
    await highwaterIn(folder, 'replay', small, '--policy', 'codex', '--policy', 'pi', '--json', '--out', 'main.jsonl');
    const refusal = async (condition: string, ...more: string[]) => {
      const words = [small, '--policy', 'codex', '--baseline', 'main.jsonl', '--fail-if', condition, ...more];
      const { status, stdout, stderr } = await highwaterIn(folder, 'check', ...words);
      expect([status, stdout, stderr.trimEnd().split('\n').length]).toEqual([2, '', 1]);
      return stderr;
    };
    expect(await refusal('cost > +5%')).toBe(
      'highwater check: the baseline "main.jsonl" has rows of several policies; choose with --baseline-policy: Recorded, codex, pi\n',
    );
    expect(await refusal('cost > +5%', '--baseline-policy', 'goose')).toContain('has no rows of "goose"');
    expect(await refusal('neededLater > +5%', '--baseline-policy', 'pi')).toContain(
      'does not count losses; make it again',
    );
    const other = await highwaterIn(
      folder,
      ...(['check', refactoring, '--policy', 'codex', '--baseline', 'main.jsonl', '--baseline-policy', 'pi'] as const),
      '--fail-if',
      'cost > +5%',
    );
    expect(other).toMatchObject({ status: 2, stdout: '' });
    expect(other.stderr).toContain('none of their sessions is in the baseline');
    writeFileSync(
      rows,
      readFileSync(rows, 'utf8').replace(`"engine":${ENGINE_VERSION}`, `"engine":${ENGINE_VERSION + 1}`),
    );
    expect(await refusal('cost > +5%')).toContain(
      `its rows are of engine ${ENGINE_VERSION + 1}, and this is engine ${ENGINE_VERSION}; make it again with highwater replay`,
    );
  });

  it('is an error, not a pass, if nothing can be compared', async () => {
    const folder = temporaryFolder({ 'notes.txt': 'No transcript' });
    const { status, stderr } = await highwaterIn(folder, 'check', '.', ...against('codex').slice(2));
    expect(status).toBe(2);
    expect(stderr).toContain('Could not import "notes.txt"');
    const dead = ['--policy', 'playground', '--baseline', 'playground', '--fail-if', 'cost > +5%'];
    expect(await run('check', small, ...dead)).toMatchObject({ status: 2 });
  });

  it.each([
    [['--fail-if', 'costs > +5%'], '--fail-if: unknown measure "costs" in "costs > +5%"; expected one of: cost, '],
    [['--fail-if', 'cost +5%'], '--fail-if: "cost +5%" is not a condition; expected MEASURE > LIMIT, such as'],
    [['--fail-if', 'cost > 5%'], '--fail-if: "cost > 5%": a limit in % is against the baseline'],
    [[], "specify when it fails, such as --fail-if 'cost > +5%'"],
    [['--fail-if', 'cost > 5', '--baseline', 'novelty'], '--baseline: unknown policy "novelty"'],
    [['--fail-if', 'cost > 5', '--policy', 'novelty'], 'unknown policy "novelty"'],
    [['--fail-if', 'cost > 5', '--baseline-policy', 'pi'], '--baseline-policy chooses among the rows of a file'],
  ])('exits with 2 and one line for %j', async (words, says) => {
    const { status, stdout, stderr } = await run('check', small, '--policy', 'codex', '--baseline', 'pi', ...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.startsWith(`highwater check: ${says}`)).toBe(true);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('asks for a policy, a baseline and files', async () => {
    const problem = async (...words: string[]) => (await run('check', ...words)).stderr;
    expect(await problem()).toContain('specify at least one file or folder');
    expect(await problem(small)).toContain('specify the policy to check: --policy');
    expect(await problem(small, '--policy', 'codex')).toContain('specify what to compare it with: --baseline');
  });
});
