import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fullPath, workspacePath } from './workspace-path';

function pathOf(given: string): string | undefined {
  const path = workspacePath(given);
  return path.ok ? path.value : undefined;
}

it('accepts absolute paths and paths relative to the root', () => {
  expect(pathOf('/workspace/src/a.awk')).toBe('src/a.awk');
  expect(pathOf('src/a.awk')).toBe('src/a.awk');
  expect(pathOf('./src//b/../a.awk')).toBe('src/a.awk');
  expect(pathOf('/workspace/../workspace/a')).toBe('a');
  expect(pathOf('/workspace')).toBe('');
  expect(pathOf('.')).toBe('');
  expect(pathOf('./~/key')).toBe('~/key');
  expect(pathOf('a/~')).toBe('a/~');
  expect(pathOf('a/..b/c..')).toBe('a/..b/c..');
});

it('keeps paths of other mounts absolute', () => {
  expect(pathOf('~')).toBe('/home/agent');
  expect(pathOf('~/.config/a')).toBe('/home/agent/.config/a');
  expect(pathOf('/home/agent/a')).toBe('/home/agent/a');
  expect(pathOf('~/../agent/a')).toBe('/home/agent/a');
  expect(pathOf('~/../../workspace/a')).toBe('a');
  expect(pathOf('../etc//app/./a')).toBe('/etc/app/a');
  expect(pathOf('/etc')).toBe('/etc');
});

it.each([
  '/usr/passwd',
  '../usr/passwd',
  'src/../../usr/passwd',
  '/workspace/../usr/passwd',
  '/workspaces/a',
  '/etcetera',
  '/home',
  '/home/other/a',
  '~/..',
  '~/../other/a',
  '/',
  '..',
  '//usr/passwd',
])('rejects a path outside the mounts: %s', (given) => {
  expect(workspacePath(given)).toEqual({
    ok: false,
    error: `the path "${given}" is outside /workspace, /home/agent and /etc`,
  });
});

it('reports other problems with a path', () => {
  expect(workspacePath('')).toEqual({ ok: false, error: 'the path is empty' });
  expect(workspacePath('a\nb')).toMatchObject({
    ok: false,
    error: expect.stringContaining('"a\\nb" contains invalid characters'),
  });
  expect(workspacePath('\ud800')).toMatchObject({
    ok: false,
    error: expect.stringContaining('contains invalid characters'),
  });
  expect(workspacePath('a'.repeat(501))).toMatchObject({ ok: false, error: expect.stringContaining('is too long') });
});

const step = fc.constantFrom(
  '..',
  '.',
  '',
  'workspace',
  'home',
  'agent',
  'etc',
  '~',
  '%2e%2e',
  '..\\',
  '__proto__',
  'a b',
  '\0',
  '…',
);
const crafted = fc
  .tuple(fc.constantFrom('', '/', '//', '/workspace/', './'), fc.array(step, { maxLength: 12 }))
  .map(([start, steps]) => start + steps.join('/'));

it('always returns a path in a mount, and maps it to itself', () => {
  fc.assert(
    fc.property(fc.oneof(crafted, fc.string({ unit: 'binary' })), (given) => {
      const path = pathOf(given);
      if (path === undefined) return;
      expect(path.split('/')).not.toContain('..');
      expect(path).not.toMatch(/\/$|\/\/|\p{Cc}/u);
      expect(path).toMatch(/^(?!\/)|^\/home\/agent(\/|$)|^\/etc(\/|$)/);
      expect(pathOf(fullPath(path))).toBe(path);
    }),
    { numRuns: 2_000 },
  );
});
