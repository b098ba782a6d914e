import { assertNever } from '../../../lib/base/assert-never';
import { fail, ok, type Result } from '../../../lib/base/result';
import { type FileRow, rowsHeader } from '../../../lib/rows/file/rows-file';
import { asRecorded, namedPolicy } from '../../../lib/rows/row-policy';
import type { RowRequest } from '../../../lib/rows/rows-of';
import { sessionJobs } from '../../rows/session-jobs';
import { compactorOptions } from '../compactor-options';
import { sayFailed, withoutFiles } from '../failed-file';
import { isOfSystem } from '../files-on-disk';
import { couldNotWrite, type Output, openOutput } from '../output';
import { parseWords, wrongWords } from '../parse-words';
import { complain } from '../terminal';
import { policiesOptions, readOutsidePolicy, readRowPolicies } from './replayed-policies';
import { rowsCsv } from './rows-csv';
import { type Place, placeOptions, readPlace, rowsOfJobs } from './rows-of-paths';
import { RowsText } from './rows-text';

interface Options {
  readonly paths: readonly string[];
  readonly request: RowRequest;
  readonly place: Place;
  readonly form: 'json' | 'csv' | 'text';
  readonly out: string | undefined;
}

/**
 * `highwater replay PATHS… --policy A --policy B`: what sessions would have come to under each policy, and what they came
 * to. Returns the exit code.
 */
export async function replay(words: readonly string[]): Promise<number> {
  const options = readOptions(words);
  if (!options.ok) return wrongWords('replay', options.error);
  const { paths, request, place, form, out } = options.value;
  const jobs = await sessionJobs(paths);
  if (jobs.length === 0) {
    for (const path of paths) sayFailed(withoutFiles(path), form === 'json');
    return 1;
  }
  let output: Output;
  try {
    output = await openOutput(out, form === 'json');
  } catch {
    complain(`${couldNotWrite(out ?? '')}\n`);
    return 1;
  }
  const printed = rowsPrinted(form, request);
  const computed = await rowsOfJobs(jobs, request, place);
  if (!computed.ok) {
    await output.end();
    complain(`${computed.error.what} ${computed.error.advice}\n`);
    return 1;
  }
  let hasFailures = false;
  try {
    await output.write(printed.head());
    for (const rows of sessionsIn(computed.value.rows(), request.policies.length)) {
      hasFailures = sayFailures(rows) || hasFailures;
      await output.write(printed.session(rows));
    }
    await output.write(printed.end());
    await output.end();
  } catch (error) {
    if (out === undefined || !isOfSystem(error)) throw error;
    complain(`${couldNotWrite(out)}\n`);
    return 1;
  } finally {
    computed.value.close();
  }
  return hasFailures ? 1 : 0;
}

/** A session has a row for every policy, one after another. */
function* sessionsIn(rows: Iterable<FileRow>, policies: number): Generator<readonly FileRow[]> {
  let session: FileRow[] = [];
  for (const row of rows) {
    session.push(row);
    if (session.length < policies) continue;
    yield session;
    session = [];
  }
}

function readOptions(words: readonly string[]): Result<Options> {
  const parsed = parseWords(words, {
    ...policiesOptions,
    ...placeOptions,
    ...compactorOptions,
    losses: { type: 'boolean', default: false },
    errors: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    csv: { type: 'boolean', default: false },
    out: { type: 'string' },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals: paths } = parsed.value;
  if (paths.length === 0) return fail('specify at least one file or folder');
  if (values.json && values.csv) return fail('specify --json or --csv, not both');
  const policies = readRowPolicies(values.policy, values);
  if (!policies.ok) return policies;
  const place = readPlace(values, paths);
  if (!place.ok) return place;
  const outside = readOutsidePolicy(values, place.value, policies.value[0]);
  if (!outside.ok) return outside;
  return ok({
    paths,
    place: place.value,
    request: {
      policies: [asRecorded, ...policies.value, ...(outside.value === undefined ? [] : [outside.value])],
      counts: { losses: values.losses, error: values.errors },
    },
    form: values.json ? 'json' : values.csv ? 'csv' : 'text',
    out: values.out,
  });
}

interface PrintedRows {
  head(): string;
  session(rows: readonly FileRow[]): string;
  end(): string;
}

function rowsPrinted(form: Options['form'], { policies, counts }: RowRequest): PrintedRows {
  switch (form) {
    case 'json':
      return {
        head: () => rowLine(rowsHeader({ counts, policies: policies.map(namedPolicy) })),
        session: (rows) => rows.map(rowLine).join(''),
        end: () => '',
      };
    case 'csv':
      return { ...rowsCsv(counts), end: () => '' };
    case 'text': {
      const names = policies.map(({ name }) => name);
      const text = new RowsText(names, counts);
      return { head: () => '', session: (rows) => text.session(rows), end: () => text.sums() };
    }
    default:
      return assertNever(form);
  }
}

function rowLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Each once: a file that cannot be read has a row for every policy. */
export function sayFailures(rows: readonly Pick<FileRow, 'failure'>[]): boolean {
  const said = new Set(
    rows.flatMap(({ failure }) => (failure === null ? [] : [`${failure.what} ${failure.advice}\n`])),
  );
  for (const line of said) complain(line);
  return said.size > 0;
}
