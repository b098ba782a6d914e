import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../base/json';
import { TestToolContext } from './run-tool.test-support';
import { type ShellRunner, shellHere } from './shell';
import { tools } from './tools';
import { MAX_FILE_BYTES } from './workspace';
import { fullPath, workspacePath } from './workspace-path';

const files = { 'src/a.txt': 'text\n', b: 'b\n' };

/** Whatever was asked: plain text came back, and the run has nothing but texts in its mounts. */
function expectSound({ desk }: TestToolContext, text: string) {
  expect(text.length).toBeLessThan(201_000);
  for (const path of desk.workspace.list()) {
    expect(workspacePath(fullPath(path))).toEqual({ ok: true, value: path });
    expect(desk.workspace.read(path)?.length).toBeLessThanOrEqual(MAX_FILE_BYTES);
  }
}

/** So that on a busy machine, too, it is the other limits that end a command. */
const withoutTimeLimit: ShellRunner = {
  run: (command, given, options) => shellHere.run(command, given, { ...options, timeLimitMs: Number.MAX_SAFE_INTEGER }),
};

it.each([
  ['an endless loop', 'while true; do :; done', /too many commands/],
  [
    'a loop that prints',
    'while true; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done',
    /too many commands/,
  ],
  ['a loop in awk', 'awk "BEGIN { while (1); }"', /loop exceeded/],
  ['a fork bomb', ':(){ :|:& };:', /recursion depth/],
  ['a script that runs itself', 'echo "sh ./z" > z; sh ./z', /nested execution depth/],
  ['a script that sources itself', 'echo ". ./z" > z; . ./z', /nesting depth/],
  ['a text that doubles', 'x=aaaaaaaaaa; while true; do x=$x$x; done', /length limit/],
  ['a file that doubles', 'echo aaaa > z; while true; do cat z z > y; mv y z; done', /output size exceeded/],
  ['braces that multiply', 'echo {1..9}{1..9}{1..9}{1..9}{1..9}{1..9}{1..9}', /brace expansion/],
  ['a width', 'printf "%1000000000d" 1', /width limit/],
  ['a catastrophic pattern', `[[ ${'a'.repeat(50)}! =~ ^(a+)+$ ]]`, /exit code 1/],
  ['an endless comparison', 'seq 9000 > p; seq 9000 -1 1 > q; diff p q', /cannot compare more than/],
  ['a file of the host', 'cd /; cat etc/passwd', /No such file/],
  ['a way up', 'cat ../../../../../../etc/passwd', /No such file/],
  ['the network', 'curl http://127.0.0.1/', /command not found/],
  ['the network, through the shell', 'cat < /dev/tcp/127.0.0.1/80', /No such file/],
  ['another language', 'node -e 1', /command not found/],
  ['code of the page', 'js-exec "postMessage(1)"', /command not found/],
  ['an open quote', 'echo "', /unterminated|unexpected|syntax/i],
])('ends %s with an error', async (_, command, says) => {
  const desk = new TestToolContext(files, {}, withoutTimeLimit);
  const text = await desk.refuses('Bash', { command });
  expect(text).toMatch(says);
  expect(text).not.toMatch(/^unexpected success|executionLimits/);
  expectSound(desk, text);
});

it('never treats a file name as a command', async () => {
  const names = [
    '$(touch hacked)',
    '`touch hacked`',
    '; touch hacked;',
    '-rf',
    'a && touch hacked',
    "' ; touch hacked '",
  ];
  const desk = new TestToolContext({});
  for (const name of names) await desk.says('Write', { file_path: name, content: 'x\n' });
  for (const name of names) {
    expect(await desk.says('Read', { file_path: name })).toBe('     1\tx');
    expect(await desk.says('Grep', { pattern: 'x', path: name })).toBe(`${name}:1:x`);
    await desk.result('Glob', { pattern: name });
  }
  await desk.says('Bash', { command: 'for f in *; do cat "./$f"; done' });
  expect(desk.desk.workspace.list()).toEqual([...names].sort());
});

it('returns markup and control characters as plain text', async () => {
  const markup = '<img src=x onerror="alert(1)"></pre><script>alert(1)</script>';
  const desk = new TestToolContext({ 'a.html': markup });
  expect(await desk.says('Bash', { command: 'cat a.html' })).toBe(markup);
  expect(await desk.says('Read', { file_path: 'a.html' })).toBe(`     1\t${markup}`);
  expect(await desk.says('Bash', { command: "printf '\\033[31mred'" })).toBe('\u001b[31mred');
});

it('keeps the end of truncated output', async () => {
  const text = await new TestToolContext({ a: 'x'.repeat(900_000) }).refuses('Bash', {
    command: 'cat a; cat a >&2; exit 7',
  });
  expect(text.length).toBeLessThan(201_000);
  expect(text).toMatch(/\[truncated: the first 99,000 of 900,000 characters\]\n\[exit code 7\]$/);
});

it('leaves a wiped workspace empty, but intact', async () => {
  const desk = new TestToolContext(files);
  await desk.result('Bash', { command: 'rm -rf / /workspace' });
  expect(desk.desk.workspace.list()).toEqual([]);
  expect(await desk.says('Bash', { command: 'echo again > a; cat a' })).toBe('again');
});

const step = fc.constantFrom(
  '..',
  '.',
  '',
  'workspace',
  'etc',
  'src',
  'a.txt',
  '~',
  '%2e%2e',
  '$HOME',
  '*',
  '__proto__',
  '\0',
);
const path = fc
  .tuple(fc.constantFrom('', '/', '//'), fc.array(step, { maxLength: 6 }))
  .map(([a, b]) => a + b.join('/'));
const value: fc.Arbitrary<Json> = fc.oneof(
  path,
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer({ min: -2, max: 3 }),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.dictionary(fc.constantFrom('content', 'status'), fc.string()), { maxLength: 2 }),
);
const names = [...new Set(tools.flatMap(({ input }) => Object.keys(input.properties ?? {})))];
const input: fc.Arbitrary<Json> = fc.oneof(
  { weight: 9, arbitrary: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: names.length }) },
  { weight: 1, arbitrary: value },
);

it('answers any input from a model, and stays within the workspace', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name: fc.constantFrom(...tools.map(({ name }) => name)), input }), {
        minLength: 1,
        maxLength: 4,
      }),
      async (calls) => {
        const desk = new TestToolContext(files);
        const { results } = await desk.all(calls);
        expect(results).toHaveLength(calls.length);
        for (const { text } of results) expectSound(desk, text);
      },
    ),
    { numRuns: 300 },
  );
}, 60_000);
