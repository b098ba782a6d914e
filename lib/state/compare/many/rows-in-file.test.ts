import { expect, it } from 'vitest';
import { claudeCode21 } from '../../../policies/presets/claude-code-2-1';
import { rowsHeader } from '../../../rows/file/rows-file';
import { namedPolicy } from '../../../rows/row-policy';
import { madeUpRow, madeUpSessions } from '../../../series/rows/made-up-rows.test-support';
import { manyCsv, manyRowsFile } from './many-file';
import { placesOfRows } from './places-of-rows';
import { columnOfRow, comparedInFile, rowsInFile } from './rows-in-file';

const rows = [
  madeUpRow({ hash: 'a', policy: 'x' }, { cost: 1 }),
  madeUpRow({ hash: 'a', place: 1, agentId: 'sub', policy: 'x' }, { cost: 2 }),
  madeUpRow({ hash: 'a', policy: 'y' }, { cost: 5 }),
  madeUpRow({ hash: 'b', policy: 'y' }, { cost: 7 }),
];
const filed = rows.map((row) => ({ file: `${row.session.hash}.jsonl`, ...row }));
const policies = [rows[0], rows[2]].flatMap((row) => (row === undefined ? [] : [row.policy]));

function opened(text: string) {
  const read = rowsInFile('rows.jsonl', text);
  if (!read.ok) throw new Error(read.error);
  return comparedInFile(read.value, 0);
}

it('opens what it wrote: sessions with their sub-agents, in the order of the file', () => {
  const compared = opened(manyRowsFile(filed, policies));
  expect(compared.names).toEqual(['x', 'y']);
  expect(compared.sessions.map(({ id, under }) => [id, ...under.map((each) => each?.rows.length)])).toEqual([
    ['a/0', 2, 1],
    ['b/0', undefined, 1],
  ]);
});

it('opens rows without a header, too', () => {
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  expect(opened(manyRowsFile(filed, policies))).toMatchObject(opened(text));
});

it('knows what was asked for, where the file says it', () => {
  const counts = (text: string) => {
    const read = rowsInFile('rows.jsonl', text);
    return read.ok ? read.value.counts : read.error;
  };
  expect(counts(manyRowsFile(filed, policies))).toEqual({ losses: true, error: false });
  expect(counts(JSON.stringify(rows[0]))).toBeUndefined();
});

it('says what is wrong with a file', () => {
  const problem = (text: string) => {
    const read = rowsInFile('rows.jsonl', text);
    return read.ok ? undefined : read.error;
  };
  expect(problem('')).toBe('it has no rows');
  expect(problem('{"type":"user"}')).toContain('line 1: ');
  expect(problem('hello')).toContain('line 1: ');
  const header = rowsHeader({ counts: { losses: true, error: true }, policies });
  const newer = { ...header, rows: { ...header.rows, engine: header.rows.engine + 1 } };
  expect(problem(`${JSON.stringify(newer)}\n${JSON.stringify(filed[0])}`)).toContain('engine');
});

it('keeps policies of one name apart', () => {
  const other = { ...madeUpRow({ hash: 'a', policy: 'z' }), policy: { id: 'z', name: 'x', hash: 'z' } };
  expect(opened([rows[0], other].map((row) => JSON.stringify(row)).join('\n')).names).toEqual(['x', 'x (2)']);
});

it('knows the what-if of a preset by its hash, and none of changed settings', () => {
  const replies = { type: 'assumed' } as const;
  const policy = namedPolicy({ name: 'Ours', policy: claudeCode21, replies });
  expect(columnOfRow(policy)?.view).toMatchObject({ policy: claudeCode21, replies, mode: 'free' });
  const changed = namedPolicy({ name: 'Ours', policy: { ...claudeCode21, windowTokens: 90_000 }, replies });
  expect(columnOfRow(changed)).toBeUndefined();
});

it('finds sessions of this browser by their id, or by beginning and calls if that is one', () => {
  const entry = (id: string) => ({
    id,
    title: id,
    origin: 'stored' as const,
    models: [],
    peakIsEstimated: false,
    bytes: 1,
    calls: 10,
    dateMs: 5,
  });
  const known = madeUpRow({ hash: 'a' });
  const alike = madeUpRow({ hash: 'c', startedMs: 5 });
  const places = (ids: readonly string[]) =>
    [...placesOfRows([known, alike], ids.map(entry))].map(([id, { id: place }]) => [id, place]);
  expect(places(['a'])).toEqual([
    ['a/0', 'a'],
    ['c/0', 'a'],
  ]);
  expect(places(['d', 'e'])).toEqual([]);
});

it('writes a line of CSV for each session under each policy', () => {
  const compared = madeUpSessions(['Recorded', '=Other'], [[{ cost: 1.5, neededLater: null }, 'failed']]);
  const lines = manyCsv(compared).split('\r\n');
  expect(lines[0]).toMatch(/^Session,Policy,Calls,Sub-agents,Cost,/);
  expect(lines[1]).toBe('Session 0,Recorded,10,0,1.5,1,10,1000,5000,4000,100,,no,');
  expect(lines[2]).toBe("Session 0,'=Other,10,0,,,,,,,,,no,It is broken.");
});
