import { expect, it } from 'vitest';
import { bash } from './bash';
import { TestToolContext } from './run-tool.test-support';
import { lateRun, runShell } from './shell';
import { ToolContext } from './tool-context';
import { Workspace } from './workspace';

it('runs a command in the workspace, and reports its changes', async () => {
  const desk = new TestToolContext({ 'a.txt': 'ä 1\n', 'old/b.txt': 'b\n', 'run.sh': '#!/bin/sh\necho "ran $1"\n' });
  const { results, files } = await desk.all([
    { name: 'Bash', input: { command: './run.sh it; cat a.txt | tr 1 2 > new/c.txt; rm -r old; sed -i s/1/3/ a.txt' } },
  ]);
  expect(results[0]).toMatchObject({ text: 'ran it', isError: false });
  expect(files).toEqual([
    { path: 'a.txt', text: 'ä 3\n' },
    { path: 'new/c.txt', text: 'ä 2\n' },
    { path: 'old/b.txt', text: null },
  ]);
});

it('shows errors after the output, then the exit code', async () => {
  const desk = new TestToolContext();
  expect(await desk.refuses('Bash', { command: 'echo out; echo err >&2; exit 3' })).toBe('out\nerr\n[exit code 3]');
  expect(await desk.refuses('Bash', { command: 'false' })).toBe('[exit code 1]');
  expect(await desk.says('Bash', { command: 'true' })).toBe('(no output)');
  expect(await desk.refuses('Bash', { command: 'if then' })).toMatch(/syntax error.*\n\[exit code 2\]$/s);
});

it('keeps only files between commands', async () => {
  const desk = new TestToolContext({ 'a/b': 'x' });
  await desk.says('Bash', { command: 'cd a; export V=1; f() { echo f; }; echo t > /tmp/t; mkdir empty' });
  expect(await desk.says('Bash', { command: 'pwd; echo "[$V]"; ls; ls /tmp' })).toBe('/workspace\n[]\na');
  expect(await desk.refuses('Bash', { command: 'f' })).toMatch(/command not found/);
});

it('lets a file replace a folder, and the other way round', async () => {
  const desk = new TestToolContext({ 'a/b': 'x', c: 'y' });
  await desk.says('Bash', { command: 'rm -r a; echo file > a; rm c; mkdir c; echo in > c/d' });
  expect(desk.desk.workspace.files()).toEqual({ a: 'file\n', 'c/d': 'in\n' });
});

it('reports what the workspace cannot store', async () => {
  const desk = new TestToolContext({ a: 'x\n', big: 'as it was' });
  expect(
    await desk.says('Bash', {
      command: 'echo //79 | base64 -d > bytes; ln -s a link; touch "two\nlines"; printf "%01000001d" 1 > big',
    }),
  ).toBe(
    [
      '[/workspace/bytes was not saved: it is not text.]',
      '["/workspace/link" was not saved: it is a symbolic link.]',
      '[A file was not saved: the path "/workspace/two\\nlines" contains invalid characters.]',
      "[/workspace/big would be larger than 1,000,000 bytes. The command's version was not saved.]",
    ].join('\n'),
  );
  expect(desk.desk.workspace.files()).toEqual({ a: 'x\n', big: 'as it was' });
});

it('gives the same output for the same files, whatever the time', async () => {
  const command = 'date; date +%s; touch new; ls -l; stat -c %y new; find . -newer a';
  const says = () => new TestToolContext({ a: 'x', 'b/c': 'y' }).says('Bash', { command });
  const first = await says();
  expect(first).toMatch(/^Thu Jan {2}1 00:00:00 UTC 2026\n1767225600\n/);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(await says()).toBe(first);
});

it('ends a command that takes too long, and discards its changes', async () => {
  const run = await runShell(
    'echo b > a; echo out; while true; do sleep 0.01; done',
    { a: 'a' },
    {
      timeLimitMs: 200,
      clock: { nowMs: 0, modifiedMs: {} },
    },
  );
  expect(run).toMatchObject({
    stdout: '',
    stderr: 'The command timed out after 0.2 seconds.\n',
    exitCode: 124,
    changes: [],
  });
});

it('reports that a command was terminated', async () => {
  const desk = new ToolContext(Workspace.of({}), undefined, undefined, { run: async () => lateRun(10_000) });
  expect(await bash.run({ command: 'sleep 99' }, desk, new AbortController().signal)).toEqual({
    text: 'The command timed out after 10 seconds.\n[exit code 124]',
    isError: true,
  });
});
