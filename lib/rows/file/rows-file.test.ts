import { describe, expect, it } from 'vitest';
import { ok } from '../../base/result';
import { gateRow, unreadable } from '../gate/gate-rows.test-support';
import { ENGINE_VERSION } from '../session-row';
import { type FileRow, isRowsFile, RowsReading, rowsHeader } from './rows-file';

const policies = [{ id: 'main', name: 'main', hash: 'main' }];
const header = rowsHeader({ counts: { losses: true, error: false }, policies });
const rows = [gateRow(), gateRow({ hash: 'b', failure: unreadable })].map((row) => ({ file: 'a.jsonl', ...row }));

function read(...lines: readonly unknown[]) {
  const reading = new RowsReading();
  const found: FileRow[] = [];
  for (const line of lines) {
    const added = reading.add(typeof line === 'string' ? line : JSON.stringify(line));
    if (!added.ok) return added;
    if (added.value !== undefined) found.push(added.value);
  }
  const header = reading.finish();
  return header.ok ? ok({ header: header.value, rows: found }) : header;
}

describe('a file of rows', () => {
  it('reads back as it was written', () => {
    expect(read(header, ...rows, '')).toEqual({ ok: true, value: { header: header.rows, rows } });
  });

  it('is known by its first line', () => {
    expect(isRowsFile(JSON.stringify(header))).toBe(true);
    expect(isRowsFile('{"version":1,"id":"mine"}')).toBe(false);
  });

  it.each<readonly [string, readonly unknown[]]>([
    ['it is empty', []],
    ['line 1 is not JSON', ['{"highwater":']],
    ['it does not begin with the header of `highwater replay --json`', [rows[0]]],
    ['its format is of another version', [{ ...header, highwater: 2 }]],
    ['its format is of another version', [{ ...header, rows: { ...header.rows, version: 99 } }]],
    [
      `its rows are of engine 0, and this is engine ${ENGINE_VERSION}`,
      [{ ...header, rows: { ...header.rows, engine: 0 } }],
    ],
    ['line 2 is not JSON', [header, '{"file":']],
    ['line 2 is of another engine than its header', [header, { ...rows[0], engine: ENGINE_VERSION + 1 }]],
    [
      'line 3: in "session": "calls" must be a number from 0',
      [header, rows[0], { ...rows[0], session: { ...rows[0]?.session, calls: -1 } }],
    ],
  ])('is refused: %s', (error, lines) => {
    expect(read(...lines)).toEqual({ ok: false, error });
  });
});
