import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { asRecorded } from '../../lib/rows/row-policy';
import { failedRow } from '../../lib/rows/rows-of';
import { temporaryFolder } from '../set-up/test/temporary-folder';
import type { FileRow } from './row-job';
import { RunFile } from './run-file';

const keys = ['a', 'b', 'c'];

function rowsOf(title: string): readonly FileRow[] {
  const row = failedRow('hash', title, asRecorded, { losses: false, error: false }, { what: 'w', advice: 'a' });
  return [{ file: title, ...row }];
}

const titles = (file: RunFile) => [...file.rows()].map(({ session }) => session.title);
const newPath = () => join(temporaryFolder({}), 'runs', 'rows.jsonl');

it('gives the rows in the order of the jobs, each once', () => {
  const file = RunFile.open(newPath(), keys);
  expect(file.add(2, rowsOf('third'))).toBe(true);
  expect(file.add(0, rowsOf('first'))).toBe(true);
  expect(file.add(2, rowsOf('again'))).toBe(false);
  expect(titles(file)).toEqual(['first', 'third']);
  expect(file.jobsDone).toBe(2);
  file.close({ isKept: false });
});

it('has what an earlier run knew, without the line that it did not finish and what nobody can read', () => {
  const path = newPath();
  const before = RunFile.open(path, keys);
  before.add(1, rowsOf('second'));
  before.close({ isKept: true });
  const [whole = ''] = readFileSync(path, 'utf8').split('\n');
  appendFileSync(path, `{"job":"a","rows":[{"no":"row"}]}\n${whole.replace('"b"', '"c"').slice(0, -9)}`);
  const after = RunFile.open(path, keys);
  expect(titles(after)).toEqual(['second']);
  after.add(0, rowsOf('first'));
  after.add(2, rowsOf('third'));
  expect(titles(after)).toEqual(['first', 'second', 'third']);
  after.close({ isKept: false });
  expect(existsSync(path)).toBe(false);
});

it('belongs to one process at a time, until that has ended', () => {
  const path = newPath();
  RunFile.open(path, keys).close({ isKept: true });
  writeFileSync(`${path}.lock`, String(process.ppid));
  const second = RunFile.open(path, keys);
  expect(second.path).not.toBe(path);
  second.close({ isKept: true });
  expect(existsSync(second.path)).toBe(false);
  // No system gives so high an id.
  writeFileSync(`${path}.lock`, '99999999');
  const third = RunFile.open(path, keys);
  expect(third.path).toBe(path);
  third.close({ isKept: false });
  expect(existsSync(`${path}.lock`)).toBe(false);
});

it('knows which jobs were under way when the process ended, but not if it was only stopped', () => {
  const path = newPath();
  const begun = RunFile.open(path, keys);
  begun.begin(0);
  begun.begin(1);
  begun.add(1, rowsOf('second'));
  const after = RunFile.open(path, keys);
  expect(keys.map((_, place) => after.timesEnded(place))).toEqual([1, 0, 0]);
  after.begin(0);
  const again = RunFile.open(path, keys);
  expect(again.timesEnded(0)).toBe(2);
  again.begin(2);
  again.close({ isKept: true });
  const stopped = RunFile.open(path, keys);
  expect(keys.map((_, place) => stopped.timesEnded(place))).toEqual([0, 0, 0]);
  expect(titles(stopped)).toEqual(['second']);
  stopped.close({ isKept: false });
});
