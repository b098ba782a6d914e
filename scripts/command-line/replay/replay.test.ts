import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseBy } from '../../../lib/base/schema';
import { fileRowSchema, rowsHeaderSchema } from '../../../lib/rows/file/rows-file';
import { temporaryFolder } from '../../set-up/test/temporary-folder';
import { highwater, highwaterIn, highwaterHere as run } from '../run-highwater.test-support';

const samples = join(import.meta.dirname, '../../../public/samples');
const refactoring = join(samples, 'refactoring.jsonl');
const small = join(samples, 'rules-and-images.jsonl');

function parsed<Value>(
  given: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: string },
) {
  if (!given.ok) throw new Error(given.error);
  return given.value;
}

function rowsIn(stdout: string) {
  const [head, ...lines] = stdout
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  return {
    header: parsed(parseBy(rowsHeaderSchema, head)).rows,
    rows: lines.map((line) => parsed(parseBy(fileRowSchema, line))),
  };
}

describe('highwater replay', () => {
  it('prints a header, and a row for every session and policy, the recording first', () => {
    const words = ['replay', small, refactoring, '--policy', 'codex', '--policy', 'pi', '--json'];
    const { status, stdout, stderr } = highwater(words, '.');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { header, rows } = rowsIn(stdout);
    expect(header).toMatchObject({ counts: { losses: false, error: false } });
    expect(header.policies.map(({ name }) => name)).toEqual(['Recorded', 'codex', 'pi']);
    const found = rows.map(({ file, policy }) => `${file} ${policy.name}`);
    expect(found).toHaveLength(6);
    expect(new Set(found)).toEqual(
      new Set([refactoring, small].flatMap((file) => ['Recorded', 'codex', 'pi'].map((name) => `${file} ${name}`))),
    );
    expect(rows.map(({ policy }) => policy)).toEqual([...header.policies, ...header.policies]);
    expect(rows.every(({ figures }) => figures?.neededLater === null)).toBe(true);
  });

  it('counts losses and errors on request', async () => {
    const words = ['--policy', 'codex', '--json', '--losses', '--errors'];
    const { header, rows } = rowsIn((await run('replay', refactoring, ...words)).stdout);
    expect(header.counts).toEqual({ losses: true, error: true });
    expect(rows.map(({ figures }) => figures?.neededLater)).toEqual([13, 11]);
    expect(rows[0]?.session.error).toMatchObject({ recordedCompactions: 1, exactCompactions: 1 });
  });

  it('has rows with the reason for a file that cannot be read, and exits with 1', async () => {
    const folder = temporaryFolder({ 'notes.txt': 'No transcript', 'a.jsonl': readFileSync(small, 'utf8') });
    const { status, stdout, stderr } = await highwaterIn(folder, 'replay', '.', '--policy', 'none', '--json');
    expect(status).toBe(1);
    const { rows } = rowsIn(stdout);
    expect(rows.map(({ file, figures }) => [file, figures !== null])).toEqual([
      ['a.jsonl', true],
      ['a.jsonl', true],
      ['notes.txt', false],
      ['notes.txt', false],
    ]);
    expect(rows.at(-1)?.failure?.what).toContain('the file contains no JSON');
    expect(stderr.match(/Could not import/g)).toHaveLength(1);
  });

  it('prints a table for each session, and sums of the sessions that went through to the end under all', async () => {
    const words = ['--policy', 'codex', '--policy', 'playground', '--set', 'policy.maxOutputTokens=1000'];
    const { stdout } = await run('replay', refactoring, small, ...words);
    expect(stdout).toContain(`${small}, 64 calls\n`);
    expect(stdout).toMatch(/^ {2}codex with policy.maxOutputTokens=1000 +\$\d/m);
    expect(stdout).toMatch(/dead from call \d+$/m);
    expect(stdout).toMatch(/^All 0 sessions, without 2 that failed or ended early under one of them$/m);
    const all = (await run('replay', refactoring, small, '--policy', 'codex')).stdout;
    const sums = all.slice(all.indexOf('All 2 sessions\n'));
    expect(sums).toMatch(/^ {2}Recorded +\$9\.61 /m);
  });

  it('prints CSV with a column for each field', async () => {
    const { stdout } = await run('replay', small, '--policy', 'codex', '--csv', '--losses');
    const [head = '', first = '', , end] = stdout.split('\r\n');
    expect(end).toBe('');
    const columns = head.split(',');
    expect(columns).toContain('neededLater');
    expect(columns).not.toContain('costOff');
    // The title of the sample has no comma.
    expect(first.split(',')[columns.indexOf('calls')]).toBe('64');
  });

  it('writes into a file with --out', async () => {
    const folder = temporaryFolder({});
    const words = ['replay', small, '--json', '--policy', 'codex', '--out', 'rows.jsonl'] as const;
    const { status, stdout } = await highwaterIn(folder, ...words);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(rowsIn(readFileSync(join(folder, 'rows.jsonl'), 'utf8')).rows).toHaveLength(2);
    const { status: failed, stderr } = await highwaterIn(folder, 'replay', small, '--out', 'no/such/rows.csv');
    expect({ failed, stderr }).toEqual({
      failed: 1,
      stderr:
        'Could not write "no/such/rows.csv". Check that its folder exists, that you may write there, and that there is space.\n',
    });
  });

  it.each([
    [[], 'specify at least one file or folder'],
    [['a', '--json', '--csv'], 'specify --json or --csv, not both'],
    [['a', '--policy', 'novelty'], 'unknown policy "novelty"; expected one of'],
    [['a', '--policy', 'codex', '--policy', 'codex'], '"codex" is named twice'],
    [['a', '--polcy', 'codex'], "Unknown option '--polcy'"],
  ])('exits with 2 and says why for %j', async (words, says) => {
    const { status, stdout, stderr } = await run('replay', ...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.startsWith(`highwater replay: ${says}`)).toBe(true);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('reports an empty folder, and exits with 1', async () => {
    expect(await highwaterIn(temporaryFolder({}), 'replay', '.')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Could not read ".": no files found. Specify a file of a session, or a folder with some.\n',
    });
  });
});
