import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../set-up/test/temporary-folder';
import type { CommandName } from './commands';
import { command, highwaterIn } from './run-highwater.test-support';
import { saveInput } from './standard-input';

const small = readFileSync(join(import.meta.dirname, '../../public/samples/rules-and-images.jsonl'), 'utf8');

/** Each with what it needs besides, `FILE` for the session. */
const readers: readonly (readonly [CommandName, readonly string[]])[] = [
  ['inspect', ['FILE']],
  ['validate', ['FILE']],
  ['system', ['FILE']],
  ['score', ['FILE', '--at', '1', '--summary', 'summary.txt']],
  ['simulate', ['FILE', '--policy', 'codex']],
  ['sweep', ['FILE', '--param', 'policy.windowTokens', '--from', '1000', '--to', '2000', '--steps', '2']],
  ['replay', ['FILE', '--policy', 'codex', '--threads', '0']],
  ['check', ['FILE', '--policy', 'pi', '--baseline', 'codex', '--fail-if', 'cost > +900%', '--threads', '0']],
  ['cost', ['FILE', '--since', '2000-01-01', '--no-index']],
];

function run(folder: string, words: readonly string[], input?: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words, '--json'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: join(folder, 'tmp') },
    ...(input === undefined ? {} : { input }),
  });
  return { status, stdout, stderr };
}

it.each(readers)(
  '%s reads a dash as standard input, to the same result, and leaves nothing behind',
  async (name, words) => {
    const folder = temporaryFolder({ 'a.jsonl': small, 'summary.txt': 'Done', 'tmp/.keep': '' });
    const of = (file: string) => words.map((word) => (word === 'FILE' ? file : word));
    const piped = run(folder, [name, ...of('-')], small);
    expect({ ...piped, stdout: '' }).toEqual({ status: 0, stdout: '', stderr: '' });
    const { stdout } = await highwaterIn(folder, name, ...of('a.jsonl'), '--json');
    expect(piped.stdout.replaceAll('standard input', 'a.jsonl')).toBe(stdout);
    expect(spawnSync('ls', ['tmp'], { cwd: folder, encoding: 'utf8' }).stdout).not.toContain('highwater-input');
  },
);

it('a summary may come from standard input, but not together with the session', () => {
  const folder = temporaryFolder({ 'a.jsonl': small, 'tmp/.keep': '' });
  expect(run(folder, ['score', 'a.jsonl', '--at', '1', '--summary', '-'], 'Done')).toMatchObject({ status: 0 });
  const both = run(folder, ['score', '-', '--at', '1', '--summary', '-'], 'Done');
  expect(both).toMatchObject({ status: 2, stderr: expect.stringContaining('can be one file only') });
});

it('says what it waits for on a terminal', async () => {
  const terminal = Object.assign(Readable.from([small]), { isTTY: true });
  let said = '';
  const output = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  try {
    const path = await saveInput(terminal);
    expect(said).toBe(
      'Reading a session from standard input. Paste it, and end it with Ctrl-D on a line of its own.\n',
    );
    expect(existsSync(path) && readFileSync(path, 'utf8')).toBe(small);
  } finally {
    output.mockRestore();
  }
});
