import { expect, it } from 'vitest';
import type { Json } from '../../base/json';
import { TestToolContext } from './run-tool.test-support';
import { MAX_FILE_BYTES } from './workspace';

const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join('');

it('reads with line numbers, from an offset, and says how to continue', async () => {
  const desk = new TestToolContext({ 'a.txt': lines(5_000) });
  expect(await desk.says('Read', { file_path: '/workspace/a.txt', offset: 3, limit: 2 })).toBe(
    '     3\tline 3\n     4\tline 4\n[lines 3 to 4 of 5000; continue with offset 5]',
  );
  expect(await desk.says('Read', { file_path: 'a.txt' })).toMatch(
    / {2}2000\tline 2000\n\[lines 1 to 2000 of 5000; continue with offset 2001\]$/,
  );
  expect(await desk.says('Read', { file_path: 'a.txt', offset: 4_999 })).toBe('  4999\tline 4999\n  5000\tline 5000');
});

it('truncates very long lines', async () => {
  const desk = new TestToolContext({ a: `${'😀'.repeat(30_000)}\nb` });
  const text = await desk.says('Read', { file_path: 'a' });
  expect(text).toMatch(/😀 \[truncated: 60,000 characters\]\n {5}2\tb$/u);
  expect(text.isWellFormed()).toBe(true);
});

it('limits the total of many long lines', async () => {
  const desk = new TestToolContext({ a: `${'x'.repeat(1_900)}\n`.repeat(500) });
  const text = await desk.says('Read', { file_path: 'a' });
  expect(text.length).toBeLessThan(201_000);
  expect(text.slice(-80)).toMatch(/\[truncated: the first 200,000 of 953,999 characters\]$/);
});

it('reports what cannot be read', async () => {
  const desk = new TestToolContext({ 'src/a': 'x\ny', empty: '', nul: 'a\0b' });
  expect(await desk.refuses('Read', { file_path: 'src' })).toBe(
    '/workspace/src is a folder. Use Glob to list its files.',
  );
  expect(await desk.refuses('Read', { file_path: '/workspace' })).toMatch(/^\/workspace is a folder/);
  expect(await desk.refuses('Read', { file_path: 'none' })).toBe('File not found: /workspace/none.');
  expect(await desk.refuses('Read', { file_path: 'nul' })).toBe('This is not a text file.');
  expect(await desk.refuses('Read', { file_path: 'src/a', offset: 3 })).toBe('The file has only 2 lines.');
  expect(await desk.says('Read', { file_path: 'empty' })).toBe('(The file is empty.)');
});

it('reads stored results', async () => {
  const path = 'tool-results/run-1/call%002e.txt';
  const desk = new TestToolContext({}, { [path]: lines(3) });
  expect(await desk.says('Read', { file_path: path, offset: 2, limit: 1 })).toMatch(/^ {5}2\tline 2\n/);
  expect(await desk.says('Read', { file_path: `/workspace/${path}` })).toMatch(/^ {5}1\tline 1\n/);
  expect(await desk.says('Grep', { pattern: '3$', path })).toBe(`${path}:3:line 3`);
});

it('writes new files, and overwrites only files that were read', async () => {
  const desk = new TestToolContext({ a: 'old' });
  expect(await desk.says('Write', { file_path: 'x/y/z.txt', content: 'new' })).toBe('Created /workspace/x/y/z.txt.');
  expect(await desk.refuses('Write', { file_path: 'a', content: 'new' })).toBe(
    '/workspace/a was not changed: read it first.',
  );
  await desk.says('Read', { file_path: 'a' });
  expect(await desk.says('Write', { file_path: 'a', content: 'new' })).toBe('Overwrote /workspace/a.');
  expect(await desk.says('Write', { file_path: 'a', content: 'newer' })).toBe('Overwrote /workspace/a.');
  await desk.says('Bash', { command: 'echo other > a' });
  expect(await desk.refuses('Write', { file_path: 'a', content: 'newest' })).toBe(
    '/workspace/a was not changed: it has changed since you read it. Read it again.',
  );
  expect(desk.desk.workspace.read('a')).toBe('other\n');
});

it('replaces text that occurs once, or everywhere', async () => {
  const desk = new TestToolContext({ a: 'one two two $& three' });
  const edit = (old_string: string, new_string: string, more = {}) => ({
    file_path: 'a',
    old_string,
    new_string,
    ...more,
  });
  expect(await desk.refuses('Edit', edit('one', '1'))).toBe('/workspace/a was not changed: read it first.');
  await desk.says('Read', { file_path: 'a' });
  expect(await desk.says('Edit', edit('one', '$1 $& $$'))).toBe('Changed /workspace/a.');
  expect(await desk.refuses('Edit', edit('two', '2'))).toMatch(/occurs 2 times/);
  expect(await desk.refuses('Edit', edit('four', '4'))).toBe(
    '/workspace/a was not changed: "old_string" was not found.',
  );
  expect(await desk.refuses('Edit', edit('', '4'))).toMatch(/"old_string" is empty/);
  expect(await desk.refuses('Edit', edit('two', 'two'))).toMatch(/is the same/);
  expect(await desk.says('Edit', edit('two', '2', { replace_all: true }))).toBe('Changed /workspace/a in 2 places.');
  expect(desk.desk.workspace.read('a')).toBe('$1 $& $$ 2 2 $& three');
});

it('rejects an edit whose result would be too large', async () => {
  const desk = new TestToolContext({ a: 'x'.repeat(MAX_FILE_BYTES) });
  await desk.says('Read', { file_path: 'a' });
  const edit = { file_path: 'a', old_string: 'x', new_string: 'y'.repeat(MAX_FILE_BYTES), replace_all: true };
  expect(await desk.refuses('Edit', edit)).toBe('/workspace/a was not changed: it would be too large.');
});

it('makes several edits in order, or none of them', async () => {
  const desk = new TestToolContext({ a: 'one two two three' });
  const edits = (...list: readonly (readonly [string, string, boolean?])[]) => ({
    file_path: 'a',
    edits: list.map(([old_string, new_string, replace_all = false]) => ({ old_string, new_string, replace_all })),
  });
  expect(await desk.refuses('MultiEdit', edits(['one', '1']))).toBe('/workspace/a was not changed: read it first.');
  await desk.says('Read', { file_path: 'a' });
  expect(await desk.refuses('MultiEdit', edits(['one', '1'], ['two', '2']))).toMatch(
    /^\/workspace\/a was not changed\. Edit 2: "old_string" occurs 2 times\./,
  );
  expect(await desk.refuses('MultiEdit', edits(['one', '1'], ['one', '2']))).toBe(
    '/workspace/a was not changed. Edit 2: "old_string" was not found.',
  );
  expect(await desk.refuses('MultiEdit', edits(['one', '1'], ['', '2']))).toMatch(/Edit 2: "old_string" is empty/);
  expect(desk.desk.workspace.read('a')).toBe('one two two three');
  expect(await desk.says('MultiEdit', edits(['one', 'two'], ['two', '2', true]))).toBe(
    'Changed /workspace/a in 4 places.',
  );
  expect(desk.desk.workspace.read('a')).toBe('2 2 2 three');
  expect(await desk.says('MultiEdit', edits(['three', '3']))).toBe('Changed /workspace/a.');
});

it('rejects several edits whose result would be too large, or whose input is invalid', async () => {
  const desk = new TestToolContext({ a: 'x'.repeat(MAX_FILE_BYTES) });
  await desk.says('Read', { file_path: 'a' });
  const longer = { old_string: 'x', new_string: 'xx', replace_all: true };
  const says = (edits: Json) => desk.refuses('MultiEdit', { file_path: 'a', edits });
  expect(await says([longer])).toBe('/workspace/a was not changed. Edit 1: it would be too large.');
  expect(await says([])).toBe('MultiEdit was not run: "edits" is empty.');
  expect(await says(Array(101).fill(longer))).toBe('MultiEdit was not run: more than 100 edits.');
  expect(await says([{ old_string: 'x' }])).toBe(
    '/workspace/a was not changed. Edit 1 was not run: "new_string" is missing.',
  );
  expect(await says(['x'])).toBe('/workspace/a was not changed. Edit 1 was not run: its input is not an object.');
  expect(await desk.refuses('MultiEdit', { file_path: 'b', edits: [longer] })).toBe('File not found: /workspace/b.');
});

it('keeps the task list', async () => {
  const desk = new TestToolContext();
  const todos = [
    { content: 'Look', status: 'completed' },
    { content: 'Mend', status: 'in_progress' },
    { content: 'Test', status: 'pending' },
  ];
  expect(await desk.says('TodoWrite', { todos })).toBe('Task list updated: 1 done, 1 in progress, 1 pending.');
  expect(desk.desk.state().todos.map(({ state }) => state)).toEqual(['done', 'doing', 'open']);
  expect(await desk.refuses('TodoWrite', { todos: [...todos, { content: 'x', status: 'toString' }] })).toBe(
    'TodoWrite was not run: task 4 needs "content" (a string) and "status" (one of pending, in_progress, completed).',
  );
  expect(desk.desk.state().todos).toHaveLength(3);
});

it('reports invalid input', async () => {
  const desk = new TestToolContext({ a: 'x' });
  expect(await desk.refuses('Read', 'a')).toBe('Read was not run: its input is not an object.');
  expect(await desk.refuses('Read', { path: 'a' })).toBe('Read was not run: "file_path" is missing.');
  expect(await desk.refuses('Read', { file_path: 'a', offset: 0, limit: '5' })).toBe(
    'Read was not run: "offset" must be an integer of at least 1; "limit" must be a number.',
  );
  expect(await desk.refuses('Write', { file_path: '/usr/x', content: 7 })).toBe(
    'Write was not run: the path "/usr/x" is outside /workspace, /home/agent and /etc; "content" must be a string.',
  );
  expect(await desk.refuses('TodoWrite', { todos: {} })).toBe('TodoWrite was not run: "todos" must be a list.');
  expect(await desk.refuses('Grep', { pattern: 'x', output_mode: 'all' })).toBe(
    'Grep was not run: "output_mode" must be one of content, files_with_matches, count.',
  );
});
