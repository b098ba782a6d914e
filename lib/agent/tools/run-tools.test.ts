import { expect, it } from 'vitest';
import { TestToolContext } from './run-tool.test-support';
import { tools } from './tools';

const read = (path: string) => ({ name: 'Read', input: { file_path: path } });
const write = (path: string, text: string) => ({ name: 'Write', input: { file_path: path, content: text } });
const bash = (command: string) => ({ name: 'Bash', input: { command } });

function counter(): () => number {
  let count = 0;
  return () => count++;
}

it('answers every call in order', async () => {
  const desk = new TestToolContext({ a: 'A', b: 'B' });
  const { results } = await desk.all([bash('cat a'), read('b'), read('none'), { name: 'Fly', input: {} }, read('a')]);
  expect(results.map(({ callId, isError, text }) => [callId, isError, text])).toEqual([
    ['call-1', false, 'A'],
    ['call-2', false, '     1\tB'],
    ['call-3', true, 'File not found: /workspace/none.'],
    ['call-4', true, `Unknown tool "Fly". Available tools: ${tools.map(({ name }) => name).join(', ')}.`],
    ['call-5', false, '     1\tA'],
  ]);
});

it('runs up to ten read-only calls in parallel', async () => {
  const { results } = await new TestToolContext({ a: 'A' }).all(Array(12).fill(read('a')), undefined, counter());
  // By a clock that counts how often it is asked: ten begin before the first ends, then two.
  expect(results.map(({ tookMs }) => tookMs)).toEqual([...Array(10).fill(10), 2, 2]);
});

it('runs a writing call alone, after the calls before it and before those after it', async () => {
  const desk = new TestToolContext({ a: 'old' });
  const { results, files } = await desk.all(
    [read('a'), write('a', 'new'), read('a'), bash('cat a; echo more >> a'), read('a')],
    undefined,
    counter(),
  );
  expect(results.map(({ text }) => text)).toEqual([
    '     1\told',
    'Overwrote /workspace/a.',
    '     1\tnew',
    'new',
    '     1\tnewmore',
  ]);
  expect(results.every(({ tookMs }) => tookMs === 1)).toBe(true);
  expect(files).toEqual([{ path: 'a', text: 'newmore\n' }]);
});

it('keeps finished results when stopped, and marks the others as stopped', async () => {
  const desk = new TestToolContext();
  const stop = new AbortController();
  const count = counter();
  const { results, files } = await desk.all(
    [write('a', 'A'), bash('echo B > b; while true; do echo x > c; done'), write('d', 'D')],
    stop.signal,
    () => {
      // Asked when the first call begins, when it ends, and when the command begins.
      const asked = count();
      if (asked === 2) setTimeout(() => stop.abort(), 100);
      return asked;
    },
  );
  expect(results.map(({ text, isError }) => [isError, text])).toEqual([
    [false, 'Created /workspace/a.'],
    [true, 'Stopped by the user.'],
    [true, 'Stopped by the user.'],
  ]);
  expect(files).toEqual([{ path: 'a', text: 'A' }]);
  // The command that was stopped has an end of its own: what it wrote must not come after the results.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(desk.desk.workspace.list()).toEqual(['a']);
});

it('returns the state of the tools', async () => {
  const desk = new TestToolContext({ a: 'A' });
  const { desk: state } = await desk.all([
    read('a'),
    { name: 'TodoWrite', input: { todos: [{ content: 'Look', status: 'in_progress' }] } },
  ]);
  expect(Object.keys(state.seen)).toEqual(['a']);
  expect(state.todos).toEqual([{ text: 'Look', state: 'doing' }]);
});
