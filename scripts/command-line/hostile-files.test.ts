import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, openSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../set-up/test/temporary-folder';
import { type CommandName, commands } from './commands';
import { command, highwaterIn } from './run-highwater.test-support';

const small = readFileSync(join(import.meta.dirname, '../../public/samples/rules-and-images.jsonl'), 'utf8');
const NOBODY = 65_534;

/** Reads what is named last; each with what it needs besides. */
const readers: readonly { readonly name: CommandName; readonly words: readonly string[] }[] = [
  { name: 'inspect', words: [] },
  { name: 'validate', words: [] },
  { name: 'system', words: [] },
  { name: 'score', words: ['--at', '1', '--summary', 'summary.txt'] },
  { name: 'simulate', words: ['--policy', 'codex'] },
  { name: 'sweep', words: ['--param', 'policy.windowTokens', '--from', '1000', '--to', '2000', '--steps', '2'] },
  { name: 'replay', words: ['--policy', 'codex', '--threads', '0'] },
  { name: 'check', words: ['--policy', 'pi', '--baseline', 'codex', '--fail-if', 'cost > +900%', '--threads', '0'] },
  { name: 'cost', words: ['--since', '2000-01-01', '--no-index', '--quick'] },
  { name: 'memory', words: [] },
];

describe('a pipe without a writer', () => {
  const withPipe = () => {
    const folder = temporaryFolder({ 'summary.txt': 'Done', 'a.jsonl': small });
    spawnSync('mkfifo', ['pipe.jsonl'], { cwd: folder });
    return folder;
  };

  it.skipIf(process.platform === 'win32').each(readers)(
    'is refused by $name instead of read forever',
    async ({ name, words }) => {
      const { status, stderr } = await highwaterIn(withPipe(), name, ...words, 'pipe.jsonl');
      expect(stderr).toMatch(/pipe\.jsonl.*it is a pipe/);
      expect(status).not.toBe(0);
    },
  );

  it.skipIf(process.platform === 'win32')('is refused as a summary, like a device without an end', async () => {
    const folder = withPipe();
    const ofSummary = (path: string) => highwaterIn(folder, 'score', '--at', '1', '--summary', path, 'a.jsonl');
    expect((await ofSummary('pipe.jsonl')).stderr).toContain('it is a pipe');
    expect(await ofSummary('/dev/zero')).toMatchObject({ status: 2, stderr: expect.stringContaining('a device') });
    expect((await highwaterIn(folder, 'inspect', '/dev/zero')).stderr).toContain('it is a device');
  });
});

it('a folder of links that lead back to it is read once', async () => {
  const folder = temporaryFolder({ 'sessions/a.jsonl': small });
  symlinkSync('..', join(folder, 'sessions/again'));
  symlinkSync('self.jsonl', join(folder, 'sessions/self.jsonl'));
  const { status, stdout } = await highwaterIn(folder, 'inspect', 'sessions', '--json');
  expect(status).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  const itself = await highwaterIn(folder, 'inspect', 'sessions/self.jsonl');
  expect(itself).toMatchObject({ status: 1, stderr: expect.stringContaining('leads back to itself') });
});

describe('a folder that may not be listed', () => {
  /** For root every folder is open, so it becomes nobody meanwhile. */
  const run = async (name: CommandName, ...words: readonly string[]) => {
    const files = { 'summary.txt': 'Done', 'sessions/a.jsonl': small, 'sessions/closed/b.jsonl': small };
    const folder = temporaryFolder(files);
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'sessions/closed'), 0);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(NOBODY);
    try {
      return await highwaterIn(folder, name, ...words);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  };

  it.skipIf(process.platform === 'win32')('is said, and the rest is read', async () => {
    const inspected = await run('inspect', 'sessions', '--json');
    const lines = inspected.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      expect.objectContaining({ file: 'sessions/a.jsonl', format: 'claude-code' }),
      expect.objectContaining({ file: 'sessions/closed', error: expect.objectContaining({}) }),
    ]);
    expect(inspected.status).toBe(1);
    expect(inspected.stderr).toMatch(/^Could not import "sessions\/closed": .*you have no permission.*\n$/);
  });

  it
    .skipIf(process.platform === 'win32')
    .each(readers.filter(({ name }) => name === 'replay' || name === 'cost' || name === 'validate'))(
    'is said by $name',
    async ({ name, words }) => {
      const { status, stdout, stderr } = await run(name, ...words, 'sessions', '--json');
      expect(stderr).toMatch(/^Could not .*closed.*you have no permission.*\n$/);
      expect(status).toBe(1);
      expect(stdout).toContain('sessions/closed');
    },
  );
});

it('validate exits with 1 for what it cannot read, and its JSON has the reason', async () => {
  const { status, stdout, stderr } = await highwaterIn(temporaryFolder({}), 'validate', 'nope', '--json');
  expect(status).toBe(1);
  expect(stderr).toContain('file not found');
  expect(JSON.parse(stdout)).toMatchObject({ unread: [{ file: 'nope', what: expect.stringContaining('not found') }] });
});

describe('JSON of a file that cannot be read', () => {
  const TAKES_MANY: readonly CommandName[] = ['inspect', 'validate', 'replay', 'check', 'cost'];

  /** Alone in its line, in the list of those that could not be read, or as the failure of a row. */
  const failedIn = (stdout: string) =>
    stdout
      .trimEnd()
      .split('\n')
      .flatMap((line): { file: string; error: unknown }[] => {
        const { file, error, unread = [], failure } = JSON.parse(line);
        if (Array.isArray(JSON.parse(line))) return [];
        return [...unread, ...(error && file ? [{ file, error }] : []), ...(failure ? [{ file, error: failure }] : [])];
      });

  it.each(readers)('has its name and the reason, from $name', async ({ name, words }) => {
    const folder = temporaryFolder({ 'summary.txt': 'Done', 'a.jsonl': small });
    const others = TAKES_MANY.includes(name) ? ['a.jsonl'] : [];
    const { status, stdout, stderr } = await highwaterIn(folder, name, ...others, 'nope.jsonl', ...words, '--json');
    const error = { what: expect.stringMatching(/nope\.jsonl.*not found/), advice: expect.stringMatching(/\S/) };
    expect(failedIn(stdout)).toContainEqual(expect.objectContaining({ file: 'nope.jsonl', error }));
    expect(stderr).toContain('nope.jsonl');
    // A gate is about what can be compared; what cannot is a measure of its own.
    expect(status).toBe(name === 'check' ? 0 : 1);
    if (others.length > 0) expect(stdout.length).toBeGreaterThan(JSON.stringify(failedIn(stdout)).length);
  });

  it.each(readers)('has the folder without files, from $name', async ({ name, words }) => {
    const folder = temporaryFolder({ 'summary.txt': 'Done' });
    mkdirSync(join(folder, 'empty'));
    const { status, stdout } = await highwaterIn(folder, name, ...words, 'empty', '--json');
    expect(status).not.toBe(0);
    if (name === 'check')
      expect(JSON.parse(stdout)).toMatchObject({ check: 'error', error: { what: expect.stringContaining('empty') } });
    else expect(failedIn(stdout)).toContainEqual(expect.objectContaining({ file: 'empty' }));
  });
});

it.each(readers)('$name says so if a folder has no files', async ({ name, words }) => {
  const folder = temporaryFolder({ 'summary.txt': 'Done' });
  mkdirSync(join(folder, 'empty'));
  const { status, stderr } = await highwaterIn(folder, name, ...words, 'empty');
  expect(stderr).not.toBe('');
  expect(status).not.toBe(0);
});

describe('a disk without space', () => {
  const withSession = () => temporaryFolder({ 'a.jsonl': small });

  it.skipIf(process.platform !== 'linux')('ends a command with a sentence, not with a stack', () => {
    const stdout = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [command, 'inspect', 'a.jsonl', '--json'], {
      cwd: withSession(),
      encoding: 'utf8',
      stdio: ['ignore', stdout, 'pipe'],
    });
    expect(stderr).toBe(
      'highwater: could not write the result (no space is left). Part of it is missing: run it again.\n',
    );
    expect(status).toBe(1);
  });

  it.skipIf(process.platform !== 'linux')('is said of the file of --out', async () => {
    const words = ['--policy', 'codex', '--threads', '0', '--json', '--out', '/dev/full'];
    const { status, stderr } = await highwaterIn(withSession(), 'replay', 'a.jsonl', ...words);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('Could not write "/dev/full"') });
  });
});

describe('escape sequences of a transcript', () => {
  const ESCAPES = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e';
  const hostile = `${[
    { type: 'summary', summary: `Title ${ESCAPES}`, leafUuid: 'a2' },
    {
      ...{ uuid: 'u1', parentUuid: null, sessionId: `s1${ESCAPES}`, type: 'user', cwd: `/home/${ESCAPES}` },
      ...{ version: `2${ESCAPES}`, message: { role: 'user', content: `Never touch ${ESCAPES} src/a.ts.` } },
    },
    ...['a1', 'a2'].map((uuid) => ({
      ...{ uuid, parentUuid: uuid === 'a1' ? 'u1' : 'a1', sessionId: `s1${ESCAPES}`, type: 'assistant' },
      message: {
        ...{ id: `m-${uuid}`, role: 'assistant', model: `claude-${ESCAPES}`, stop_reason: 'end_turn' },
        content: [{ type: 'text', text: `Done ${ESCAPES}` }],
        usage: { input_tokens: 5, cache_read_input_tokens: 900, cache_creation_input_tokens: 0, output_tokens: 10 },
      },
    })),
    { type: `odd${ESCAPES}`, uuid: 'x' },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n')}\n`;
  const name = `a${ESCAPES.replaceAll('/', '')}.jsonl`;
  const withHostile = () => temporaryFolder({ 'summary.txt': 'Done', [name]: hostile });
  const controls = /(?![\t\n])[\p{Cc}\u202a-\u202e]/u;

  it.each(readers)('do not reach the terminal from $name', async ({ name: command, words }) => {
    const { stdout, stderr } = await highwaterIn(withHostile(), command, ...words, command === 'memory' ? '.' : name);
    expect(`${stdout}${stderr}`).not.toBe('');
    expect(stdout).not.toMatch(controls);
    expect(stderr).not.toMatch(controls);
  });

  it('are in JSON as they are', async () => {
    const { stdout } = await highwaterIn(withHostile(), 'inspect', name, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ file: name, models: [`claude-${ESCAPES}`] });
  });
});

it('nothing but one module writes to the terminal', () => {
  const own = ['terminal.ts', 'output.ts', 'progress-line.ts', 'main.ts', 'replay/rows-of-paths.ts'];
  const folder = import.meta.dirname;
  const others = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|test-support)\.ts$/.test(file) && !own.includes(file))
    .filter((file) => /std(?:out|err)\.write\(|console\./.test(readFileSync(join(folder, file), 'utf8')));
  expect(others).toEqual([]);
  expect(Object.keys(commands)).toEqual(expect.arrayContaining(readers.map(({ name }) => name)));
});
