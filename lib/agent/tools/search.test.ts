import { expect, it } from 'vitest';
import { TestToolContext } from './run-tool.test-support';

const files = {
  'src/a.awk': 'function sum() {\n  return 1\n}\n',
  'src/b.awk': 'sum()\nSUM()\n',
  'docs/a.md': 'sum\n',
  '.hidden': 'sum\n',
  '.gitignore': 'docs\n',
  '-e': 'a -e\n',
};

it('lists files by pattern, including hidden and ignored ones', async () => {
  const desk = new TestToolContext(files);
  const glob = (pattern: string, path?: string) =>
    desk.says('Glob', path === undefined ? { pattern } : { pattern, path });
  expect(await glob('**/*.awk')).toBe('/workspace/src/a.awk\n/workspace/src/b.awk');
  expect(await glob('/workspace/src/*')).toBe('/workspace/src/a.awk\n/workspace/src/b.awk');
  expect(await glob('a.*', 'src')).toBe('/workspace/src/a.awk');
  expect(await glob('*.{md,txt}')).toBe('/workspace/docs/a.md');
  expect(await glob('.*')).toBe('/workspace/.gitignore\n/workspace/.hidden');
  expect(await glob('**/.h*')).toBe('/workspace/.hidden');
  expect(await glob('**/src/*.awk')).toBe('/workspace/src/a.awk\n/workspace/src/b.awk');
  expect(await glob('*.none')).toBe('No files match.');
  expect(await desk.refuses('Glob', { pattern: '[' })).toMatch(/^Glob failed: .*unclosed/);
  expect(await desk.refuses('Glob', { pattern: '*', path: 'none' })).toBe('There is no folder /workspace/none.');
});

it('returns lines, files and counts', async () => {
  const desk = new TestToolContext(files);
  expect(await desk.says('Grep', { pattern: 'sum\\(' })).toBe('src/a.awk:1:function sum() {\nsrc/b.awk:1:sum()');
  expect(await desk.says('Grep', { pattern: 'sum', output_mode: 'files_with_matches', glob: '*.md' })).toBe(
    'docs/a.md',
  );
  expect(await desk.says('Grep', { pattern: 'SUM', output_mode: 'count', ignore_case: true, path: 'src' })).toBe(
    'src/a.awk:1\nsrc/b.awk:2',
  );
  expect(await desk.says('Grep', { pattern: 'return', path: '/workspace/src/a.awk', context: 1 })).toBe(
    'src/a.awk-1-function sum() {\nsrc/a.awk:2:  return 1\nsrc/a.awk-3-}',
  );
  expect(await desk.says('Grep', { pattern: 'nothing of this' })).toBe('No matches found.');
  expect(await desk.refuses('Grep', { pattern: 'x', path: 'none' })).toBe('File not found: /workspace/none.');
  expect(await desk.refuses('Grep', { pattern: '(' })).toBe('Grep failed: rg: invalid regex: (');
});

it('never treats a search argument as an option or a command', async () => {
  const desk = new TestToolContext({ ...files, '$(rm -rf a)': 'sum `rm b`\n' });
  expect(await desk.says('Grep', { pattern: '-e' })).toBe('-e:1:a -e');
  expect(await desk.says('Grep', { pattern: '-e', path: '-e' })).toBe('-e:1:a -e');
  expect(await desk.says('Grep', { pattern: '`rm b`; rm -rf *', path: '$(rm -rf a)' })).toBe('No matches found.');
  expect(await desk.says('Glob', { pattern: '--pre=rm' })).toBe('No files match.');
  expect(desk.desk.workspace.takeChanges()).toEqual([]);
});

it('is not slowed down by catastrophic patterns', async () => {
  const desk = new TestToolContext({ a: `${'a'.repeat(50_000)}!\n`, [`${'a'.repeat(200)}`]: '' });
  expect(await desk.says('Grep', { pattern: '^(a+)+$' })).toBe('No matches found.');
  expect(await desk.says('Glob', { pattern: `${'*a'.repeat(20)}*b` })).toBe('No files match.');
  for (const pattern of [
    '{,'.repeat(250),
    `{${','.repeat(499)}`,
    '*'.repeat(500),
    '**/'.repeat(160),
    '{a,b}'.repeat(100),
  ]) {
    await desk.result('Glob', { pattern });
  }
  for (const pattern of ['(((a{1000}){1000}){1000})', '(a?){900}a{900}', '(x*)*'.repeat(100), '('.repeat(500)]) {
    await desk.result('Grep', { pattern });
  }
  expect(await desk.refuses('Grep', { pattern: 'a'.repeat(501), glob: '*'.repeat(501) })).toBe(
    'Grep was not run: "pattern" is longer than 500 characters; "glob" is longer than 500 characters.',
  );
});

it('limits its output', async () => {
  const desk = new TestToolContext({ a: 'x\n'.repeat(700), long: 'y'.repeat(5_000) });
  expect(await desk.says('Grep', { pattern: 'x' })).toMatch(/\na:500:x\n\[and 200 more lines: /);
  expect((await desk.says('Grep', { pattern: 'y' })).length).toBeLessThan(600);
});
