import { parseJson } from '../../base/json';
import { fail, ok, type Result } from '../../base/result';
import { count, exactly, listOf, object, type Parsed, parseBy, text } from '../../base/schema';
import { ENGINE_VERSION, ROW_VERSION, rowCountsSchema, rowPolicySchema, sessionRowSchema } from '../session-row';
import { OUTPUT_VERSION } from './output-version';

/** The first line. */
export const rowsHeaderSchema = object({
  highwater: exactly(OUTPUT_VERSION),
  rows: object({
    version: exactly(ROW_VERSION),
    /** Rows of another engine are never compared with those of this one. */
    engine: count,
    counts: rowCountsSchema,
    /** In the order of the rows of each session. */
    policies: listOf(rowPolicySchema),
  }),
});

/** Every other line. A row itself says nothing of where its session is: that differs between machines. */
export const fileRowSchema = object({ file: text, ...sessionRowSchema.entries });

export type RowsHeader = Parsed<typeof rowsHeaderSchema>;
export type FileRow = Parsed<typeof fileRowSchema>;

export function rowsHeader(given: Pick<RowsHeader['rows'], 'counts' | 'policies'>): RowsHeader {
  return { highwater: OUTPUT_VERSION, rows: { version: ROW_VERSION, engine: ENGINE_VERSION, ...given } };
}

/** Only looks for the header: a policy file is JSON, too. */
export function isRowsFile(firstLine: string): boolean {
  return /^\s*\{\s*"highwater"\s*:\s*\d+\s*,\s*"rows"\s*:/.test(firstLine);
}

/** Line by line, because a file may be of many sessions. */
export class RowsReading {
  private read: RowsHeader['rows'] | undefined;
  private lines = 0;

  /** Undefined before the first line was added. */
  get header(): RowsHeader['rows'] | undefined {
    return this.read;
  }

  /** The row of a line, if it is one. */
  add(line: string): Result<FileRow | undefined> {
    this.lines++;
    if (line.trim() === '') return ok(undefined);
    const value = parseJson(line);
    if (!value.ok) return fail(`line ${this.lines} is not JSON`);
    if (this.read === undefined) {
      const header = readHeader(value.value);
      if (!header.ok) return header;
      this.read = header.value;
      return ok(undefined);
    }
    const row = parseBy(fileRowSchema, value.value);
    if (!row.ok) return fail(`line ${this.lines}: ${row.error}`);
    if (row.value.engine !== this.read.engine) return fail(`line ${this.lines} is of another engine than its header`);
    return ok(row.value);
  }

  finish(): Result<RowsHeader['rows']> {
    return this.read === undefined ? fail('it is empty') : ok(this.read);
  }
}

function readHeader(value: unknown): Result<RowsHeader['rows']> {
  const versions = parseBy(object({ highwater: count, rows: object({ version: count, engine: count }) }), value);
  if (!versions.ok) return fail('it does not begin with the header of `highwater replay --json`');
  const { highwater, rows } = versions.value;
  if (highwater !== OUTPUT_VERSION || rows.version !== ROW_VERSION) return fail(`its format is of another version`);
  if (rows.engine !== ENGINE_VERSION)
    return fail(`its rows are of engine ${rows.engine}, and this is engine ${ENGINE_VERSION}`);
  const header = parseBy(rowsHeaderSchema, value);
  return header.ok ? ok(header.value.rows) : header;
}
