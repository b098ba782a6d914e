import { parseJson } from '../../../base/json';
import { fail, ok, type Result } from '../../../base/result';
import { parseBy } from '../../../base/schema';
import { policies as presets } from '../../../policies/index';
import { isRowsFile, RowsReading } from '../../../rows/file/rows-file';
import { namedPolicy } from '../../../rows/row-policy';
import { type RowCounts, type SessionRow, sessionRowSchema } from '../../../rows/session-row';
import { sessionsOf } from '../../../rows/totals/replayed-session';
import type { ComparedSession, ComparedSessions } from '../../../series/rows/compared-sessions';
import { withSummaryRequests } from '../../../series/rows/recorded-cost';
import { whatIfView } from '../../simulate/simulated-session';
import type { CompareColumn } from '../compare-link';

/** Rows that the command line, or this page, wrote: `highwater replay … --json`. */
export interface RowsInFile {
  readonly name: string;
  readonly rows: readonly SessionRow[];
  /** What was asked for; undefined without a header. */
  readonly counts: RowCounts | undefined;
}

/** With its header, or rows alone. */
export function rowsInFile(name: string, text: string): Result<RowsInFile> {
  const lines = text.split('\n');
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const read = isRowsFile(first) ? filedRows(lines) : bareRows(lines);
  if (!read.ok) return read;
  return read.value.rows.length === 0 ? fail('it has no rows') : ok({ name, ...read.value });
}

type ReadRows = Result<Pick<RowsInFile, 'rows' | 'counts'>>;

function filedRows(lines: readonly string[]): ReadRows {
  const reading = new RowsReading();
  const rows: SessionRow[] = [];
  for (const line of lines) {
    const added = reading.add(line);
    if (!added.ok) return added;
    if (added.value !== undefined) rows.push(added.value);
  }
  const header = reading.finish();
  return header.ok ? ok({ rows, counts: header.value.counts }) : header;
}

function bareRows(lines: readonly string[]): ReadRows {
  const rows: SessionRow[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const value = parseJson(line);
    const row = value.ok ? parseBy(sessionRowSchema, value.value) : fail('it is not JSON');
    if (!row.ok) return fail(`line ${index + 1}: ${row.error}`);
    rows.push(row.value);
  }
  return ok({ rows, counts: undefined });
}

/** Policies and sessions in the order of their first rows. */
export function comparedInFile({ rows }: RowsInFile, baseline: number): ComparedSessions {
  const policies = filePolicies(rows);
  const sessions = new Map<string, { title: string; under: ComparedSession['under'][number][] }>();
  for (const [index, { hash, name }] of policies.entries()) {
    const own = rows.filter(({ policy }) => policy.hash === hash && policy.name === name).map(withSummaryRequests);
    for (const replayed of sessionsOf(own)) {
      const [{ session }] = replayed.rows;
      const known = sessions.get(replayed.id) ?? { title: session.title, under: policies.map(() => undefined) };
      known.under[index] = replayed;
      sessions.set(replayed.id, known);
    }
  }
  return {
    names: policies.map(({ shownName }) => shownName),
    sessions: [...sessions].map(([id, session]) => ({ id, ...session })),
    baseline,
  };
}

/** Different names, so that tables can use them. */
export function filePolicies(rows: readonly SessionRow[]) {
  const found = new Map(rows.map(({ policy }) => [JSON.stringify([policy.hash, policy.name]), policy]));
  const taken = new Set<string>();
  return [...found.values()].map((policy) => {
    let shownName = policy.name;
    for (let number = 2; taken.has(shownName); number++) shownName = `${policy.name} (${number})`;
    taken.add(shownName);
    return { ...policy, shownName };
  });
}

/** The what-if of a policy in a file, if it is a preset unchanged: its settings are not in the file, only their hash. */
export function columnOfRow({ id, hash }: SessionRow['policy']): CompareColumn | undefined {
  const policy = presets.find((preset) => preset.id === id);
  if (policy === undefined) return undefined;
  for (const type of ['recorded', 'assumed', 'offline'] as const) {
    const replies = { type };
    if (namedPolicy({ name: policy.title, policy, replies }).hash === hash) {
      return { view: { ...whatIfView(policy), replies } };
    }
  }
  return undefined;
}
