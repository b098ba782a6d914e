import { expect, test } from 'vitest';
import { importedSession } from '../simulate/empty-values.test-support';
import { broughtBy } from './brought-sessions';
import type { ImportRun, KeptSession } from './imports';

const session = (id: string): KeptSession => ({ session: importedSession({ id }), kept: { type: 'stored' } });

function done(...sessions: readonly KeptSession[]): ImportRun {
  const result = { type: 'imported', sessions: [], report: { bytes: 2, records: 1 } } as const;
  const files = [{ outcome: { path: 'a.jsonl', result }, sessions }];
  return { id: 1, files: [], maskSecrets: true, state: { type: 'done', files } };
}

const running: ImportRun = { ...done(), state: { type: 'running', bytesRead: new Map() } };
const failed: ImportRun = { ...done(), state: { type: 'failed', what: 'No.', advice: 'Try again.' } };

test('reports nothing while an import runs, fails or has no session', () => {
  expect(broughtBy([], 'one')).toEqual({ type: 'nothing' });
  expect(broughtBy([running, failed, done()], 'one')).toEqual({ type: 'nothing' });
});

test('finds the wanted session by its hash, wherever it is among the others', () => {
  expect(broughtBy([done(session('two')), done(session('three'), session('one'))], 'one')).toEqual({ type: 'wanted' });
});

test('reports other sessions by their titles', () => {
  expect(broughtBy([running, done(session('two'))], 'one')).toEqual({
    type: 'others',
    sessions: [{ id: 'two', title: 'Session two' }],
  });
});
