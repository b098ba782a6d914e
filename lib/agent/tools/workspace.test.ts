import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_FILE_BYTES, MAX_FILES, Workspace } from './workspace';

it('returns the changes since the last call', () => {
  const workspace = Workspace.of({ a: '1', b: '2', c: '3' });
  workspace.write('b', 'two');
  workspace.write('d/e', 'new');
  workspace.remove('a');
  expect(workspace.takeChanges()).toEqual([
    { path: 'a', text: null },
    { path: 'b', text: 'two' },
    { path: 'd/e', text: 'new' },
  ]);
  expect(workspace.takeChanges()).toEqual([]);
});

it('does not report a file that was changed back', () => {
  const workspace = Workspace.of({ a: '1' });
  workspace.write('a', '2');
  workspace.write('a', '1');
  workspace.write('b', 'for a moment');
  workspace.remove('b');
  expect(workspace.takeChanges()).toEqual([]);
});

it('does not report changes applied from a journal', () => {
  const workspace = Workspace.of({ a: '1', b: '2' });
  workspace.apply([
    { path: 'a', text: null },
    { path: 'c', text: '3' },
  ]);
  expect(workspace.files()).toEqual({ b: '2', c: '3' });
  expect(workspace.takeChanges()).toEqual([]);
});

it('rejects a file in place of a folder, and a folder in place of a file', () => {
  const workspace = Workspace.of({ 'a/b': '1' });
  expect(workspace.write('a', 'x')).toEqual({ ok: false, error: 'is a folder.' });
  expect(workspace.write('', 'x')).toEqual({ ok: false, error: 'is a folder.' });
  expect(workspace.write('a/b/c', 'x')).toEqual({ ok: false, error: 'cannot be in /workspace/a/b, which is a file.' });
  expect(workspace.write('a/bc', 'x').ok).toBe(true);
});

it('rejects files that are too large, too many, or too large in total', () => {
  const full = 'ä'.repeat(MAX_FILE_BYTES / 2);
  const workspace = Workspace.of({});
  expect(workspace.write('a', `${full}.`)).toEqual({ ok: false, error: 'would be larger than 1,000,000 bytes.' });
  for (let i = 0; i < 20; i++) expect(workspace.write(`full-${i}`, full).ok).toBe(true);
  expect(workspace.write('one-more', 'x')).toMatchObject({ ok: false });
  expect(workspace.write('full-0', 'x').ok).toBe(true);
  expect(workspace.write('one-more', 'x').ok).toBe(true);
  workspace.remove('full-1');
  expect(workspace.write('full-0', full).ok).toBe(true);

  const crowded = Workspace.of(Object.fromEntries(Array.from({ length: MAX_FILES }, (_, i) => [`${i}`, ''])));
  expect(crowded.write('0', 'x').ok).toBe(true);
  expect(crowded.write('one-more', 'x')).toMatchObject({ ok: false });
});

it('keeps files named like properties of objects', () => {
  const workspace = Workspace.of({});
  workspace.write('__proto__', 'x');
  workspace.write('constructor', 'y');
  expect(workspace.list()).toEqual(['__proto__', 'constructor']);
  const again = Workspace.of(JSON.parse(JSON.stringify(workspace.files())));
  expect(again.read('__proto__')).toBe('x');
});

const path = fc.constantFrom('a', 'b', 'a/b', 'b/c/d', 'b/c', '__proto__');
const act = fc.oneof(
  fc.record({ type: fc.constant('write' as const), path, text: fc.string({ unit: 'binary', maxLength: 3 }) }),
  fc.record({ type: fc.constant('remove' as const), path }),
  fc.record({ type: fc.constant('ask' as const) }),
);

it('can be rebuilt from its reported changes', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const workspace = Workspace.of({ a: '1', 'b/c': '2' });
      const again = Workspace.of(workspace.files());
      for (const each of acts) {
        if (each.type === 'write') workspace.write(each.path, each.text);
        else if (each.type === 'remove') workspace.remove(each.path);
        else again.apply(workspace.takeChanges());
      }
      again.apply(workspace.takeChanges());
      expect(again.files()).toEqual(workspace.files());
      for (const text of Object.values(again.files())) expect(text.isWellFormed()).toBe(true);
    }),
  );
});
