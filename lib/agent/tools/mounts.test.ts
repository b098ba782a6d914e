import { expect, it } from 'vitest';
import { emptyToolState } from '../journal/entry';
import { TestToolContext, TIME_MS } from './run-tool.test-support';
import { ToolContext } from './tool-context';
import { Workspace } from './workspace';

const DAY_MS = 86_400_000;
const files = {
  'a.txt': 'work\n',
  '/home/agent/notes/a.md': 'home sum\n',
  '/home/agent/b.md': 'home\n',
  '/etc/app/rules.md': 'etc sum\n',
};

it('reads, edits and creates files below ~', async () => {
  const desk = new TestToolContext(files);
  expect(await desk.says('Read', { file_path: '~/b.md' })).toBe('     1\thome');
  expect(await desk.says('Read', { file_path: '/home/agent/notes/a.md' })).toBe('     1\thome sum');
  expect(await desk.says('Edit', { file_path: '~/b.md', old_string: 'home', new_string: 'my' })).toBe(
    'Changed /home/agent/b.md.',
  );
  expect(await desk.says('Write', { file_path: '~/new.md', content: 'x' })).toBe('Created /home/agent/new.md.');
  expect(await desk.refuses('Write', { file_path: '~/new.md/y', content: 'x' })).toBe(
    '/home/agent/new.md/y cannot be in /home/agent/new.md, which is a file.',
  );
  expect(await desk.refuses('Read', { file_path: '~' })).toBe('/home/agent is a folder. Use Glob to list its files.');
  const edits = [{ old_string: 'my', new_string: 'our' }];
  expect(await desk.says('MultiEdit', { file_path: '/home/agent/b.md', edits })).toBe('Changed /home/agent/b.md.');
  expect(desk.desk.workspace.files()).toEqual({ ...files, '/home/agent/b.md': 'our\n', '/home/agent/new.md': 'x' });
});

it('reads /etc, and says that it is read-only', async () => {
  const desk = new TestToolContext(files);
  const path = '/etc/app/rules.md';
  const why = `${path} cannot be changed: /etc is read-only.`;
  expect(await desk.refuses('Edit', { file_path: path, old_string: 'etc', new_string: 'x' })).toBe(why);
  expect(await desk.says('Read', { file_path: path })).toBe('     1\tetc sum');
  expect(await desk.refuses('Edit', { file_path: path, old_string: 'etc', new_string: 'x' })).toBe(why);
  expect(await desk.refuses('Write', { file_path: path, content: 'x' })).toBe(why);
  const edits = [{ old_string: 'etc', new_string: 'x' }];
  expect(await desk.refuses('MultiEdit', { file_path: path, edits })).toBe(why);
  expect(await desk.refuses('Write', { file_path: '/etc/new', content: 'x' })).toBe(
    '/etc/new cannot be changed: /etc is read-only.',
  );
  expect(desk.desk.workspace.files()).toEqual(files);
});

it('searches the mounts by path, and only the workspace without one', async () => {
  const desk = new TestToolContext(files);
  expect(await desk.says('Glob', { pattern: '**/*' })).toBe('/workspace/a.txt');
  expect(await desk.says('Glob', { pattern: '**/*.md', path: '~' })).toBe('/home/agent/b.md\n/home/agent/notes/a.md');
  expect(await desk.says('Glob', { pattern: 'notes/*.md', path: '~' })).toBe('/home/agent/notes/a.md');
  expect(await desk.says('Glob', { pattern: '~/notes/*.md' })).toBe('/home/agent/notes/a.md');
  expect(await desk.says('Glob', { pattern: '~/**/*.md' })).toBe('/home/agent/b.md\n/home/agent/notes/a.md');
  expect(await desk.says('Glob', { pattern: '/etc/app/*', path: '/etc/app' })).toBe('/etc/app/rules.md');
  expect(await desk.refuses('Glob', { pattern: '*', path: '~/none' })).toBe('There is no folder /home/agent/none.');
  expect(await desk.says('Grep', { pattern: 'sum', path: '/etc' })).toBe('/etc/app/rules.md:1:etc sum');
  expect(await desk.says('Grep', { pattern: 'sum', path: '~/notes/a.md' })).toBe('/home/agent/notes/a.md:1:home sum');
  expect(await desk.says('Grep', { pattern: 'sum' })).toBe('No matches found.');
});

it('gives the shell a home that is kept, and an /etc that is read-only', async () => {
  const desk = new TestToolContext(files);
  const command = 'echo $HOME; cd ~ && pwd; echo more >> ~/b.md; rm notes/a.md; cat /etc/app/rules.md; cat a.txt';
  expect(await desk.refuses('Bash', { command })).toMatch(/^\/home\/agent\n\/home\/agent\netc sum\n.*No such file/);
  expect(desk.desk.workspace.files()).toEqual({
    'a.txt': 'work\n',
    '/home/agent/b.md': 'home\nmore\n',
    '/etc/app/rules.md': 'etc sum\n',
  });
});

it.each([
  'echo x > /etc/new',
  'echo x >> /etc/app/rules.md',
  'rm /etc/app/rules.md',
  'rm -rf /etc/app',
  'rm -rf /etc',
  'mv /etc/app/rules.md a.md',
  'cp a.txt /etc/a.txt',
  'mkdir /etc/more',
  'touch /etc/app/rules.md',
  'sed -i s/etc/x/ /etc/app/rules.md',
  'cd /etc; echo x > app/../new',
  'echo x | tee /etc/new',
])('refuses in the shell: %s', async (command) => {
  const desk = new TestToolContext(files);
  // Some commands would report success.
  const text = await desk.refuses('Bash', { command });
  expect(text).toMatch(/\[\/etc\S* cannot be changed: \/etc is read-only\.\]/);
  expect(desk.desk.workspace.read('/etc/app/rules.md')).toBe('etc sum\n');
  expect(desk.desk.workspace.list().filter((path) => path.startsWith('/etc'))).toEqual(['/etc/app/rules.md']);
});

it('keeps what a script did before and after a refused write', async () => {
  const desk = new TestToolContext(files);
  const text = await desk.refuses('Bash', { command: 'cat a.txt; echo x > /etc/x; echo after; echo y > ~/y' });
  expect(text).toBe('work\nafter\n[/etc/x cannot be changed: /etc is read-only.]\n[exit code 1]');
  expect(desk.desk.workspace.read('/home/agent/y')).toBe('y\n');
});

it('shows the shell the run’s time and the modification times of files', async () => {
  const workspace = Workspace.of({ old: 'x', 'new/one': 'y' }, TIME_MS - 2 * DAY_MS);
  workspace.apply([{ path: 'new/one', text: 'z' }], TIME_MS - DAY_MS);
  const desk = new ToolContext(workspace, emptyToolState, undefined, undefined, undefined, () => TIME_MS);
  const run = async (command: string) => (await desk.run(command, { timeLimitMs: 10_000 }, NEVER)).stdout;
  expect(await run('date -u +%F; date -d yesterday +%F')).toMatch(/^2026-01-01\n/);
  const modified = async (command: string) => (await run(command)).match(/(?<=Modify: )\S+/g);
  const [twoDaysAgo, yesterday, now] = [2, 1, 0].map((days) => new Date(TIME_MS - days * DAY_MS).toISOString());
  expect(await modified('stat old new/one new')).toEqual([twoDaysAgo, yesterday, yesterday]);
  expect(await run('find . -type f -newer old')).toBe('./new/one\n');
  expect(await run('ls -t')).toBe('new\nold\n');
  expect(await run('find . -name old -mtime +1; [ new/one -nt old ] && echo newer')).toContain('newer');
  // What is moved or copied with its time keeps it within the command; what is written is from now.
  expect(await modified('mv old moved; echo x > fresh; stat moved fresh')).toEqual([twoDaysAgo, now]);
  expect(await modified('touch -d 2020-02-03 old; stat old')).toEqual(['2020-02-03T00:00:00.000Z']);
  expect(await modified('touch old; stat old')).toEqual([now]);
});

it('does not follow a link out of the files', async () => {
  const desk = new TestToolContext(files);
  const said = await desk.says('Bash', { command: 'ln -s /etc l; echo x > l/new; ln -s /tmp t; echo x > t/new' });
  expect(said).toContain('["/workspace/l" was not saved: it is a symbolic link.]');
  expect(desk.desk.workspace.files()).toEqual(files);
});

it('counts all mounts in its limits', () => {
  const workspace = Workspace.of({});
  const full = 'x'.repeat(1_000_000);
  for (let i = 0; i < 20; i++)
    expect(workspace.write(`${i % 2 === 0 ? '' : '/home/agent/'}full-${i}`, full).ok).toBe(true);
  expect(workspace.write('/etc/one-more', 'x')).toMatchObject({ ok: false });
  workspace.remove('/home/agent/full-1');
  expect(workspace.write('/etc/one-more', 'x').ok).toBe(true);
});

it('takes a modification time from the change, and forgets that of a change that was undone', () => {
  const workspace = Workspace.of({ a: '1' }, 5);
  workspace.write('a', '2', 7);
  workspace.write('b', 'new', 7);
  expect([workspace.modifiedMs('a'), workspace.modifiedMs('b')]).toEqual([7, 7]);
  workspace.write('a', '1', 8);
  expect(workspace.takeChanges()).toEqual([{ path: 'b', text: 'new' }]);
  expect(workspace.modifiedMs('a')).toBe(5);
  workspace.apply([{ path: 'b', text: 'new' }], 9);
  expect(workspace.modificationTimes()).toEqual({ a: 5, b: 9 });
});

const NEVER = new AbortController().signal;
