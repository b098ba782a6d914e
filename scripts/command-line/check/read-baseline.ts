import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fail, ok, type Result } from '../../../lib/base/result';
import { isRowsFile, type RowsHeader, RowsReading } from '../../../lib/rows/file/rows-file';
import { FoldedRows, KnownFiles } from '../../../lib/rows/gate/folded-rows';
import { asRecorded, type RowPolicy } from '../../../lib/rows/row-policy';
import { RECORDED_POLICY } from '../../../lib/rows/session-row';
import { fromWhereTheUserIs } from '../file-source';
import { type PolicyValues, readRowPolicy } from '../replay/replayed-policies';

/** What a policy is compared with: another policy, or rows that were computed before. */
export type Baseline =
  | { readonly type: 'policy'; readonly policy: RowPolicy }
  | {
      readonly type: 'rows';
      readonly name: string;
      readonly header: RowsHeader['rows'];
      readonly known: KnownFiles;
      readonly rows: FoldedRows;
    };

/** A preset, a policy file, what `replay --json` has printed, or what was recorded. */
export async function readBaseline(
  given: string,
  policyName: string | undefined,
  values: PolicyValues,
): Promise<Result<Baseline>> {
  const read = await rowsIn(fromWhereTheUserIs(given), policyName);
  if (read === undefined) {
    if (policyName !== undefined)
      return fail(`--baseline-policy chooses among the rows of a file, and "${given}" is not one`);
    if (given === RECORDED_POLICY) return ok({ type: 'policy', policy: asRecorded });
    const policy = readRowPolicy(given, { ...values, set: [] });
    return policy.ok ? ok({ type: 'policy', policy: policy.value }) : fail(`--baseline: ${policy.error}`);
  }
  if (!read.ok)
    return fail(
      `could not use the baseline "${given}": ${read.error}; make it again with highwater replay PATHS… --policy … --json --out ${given}`,
    );
  const { chosen, ...file } = read.value;
  return chosen.ok
    ? ok({ type: 'rows', name: `${chosen.value.name} in ${given}`, ...file })
    : fail(`the baseline "${given}" ${chosen.error}`);
}

function chosenPolicy(
  { policies }: RowsHeader['rows'],
  name: string | undefined,
): Result<RowsHeader['rows']['policies'][number]> {
  const names = policies.map((policy) => policy.name).join(', ');
  if (name !== undefined) {
    const found = policies.find((policy) => policy.name === name || policy.id === name);
    return found === undefined ? fail(`has no rows of "${name}"; it has: ${names}`) : ok(found);
  }
  const [first, ...others] = policies.filter(({ id }) => id !== RECORDED_POLICY);
  if (others.length > 0) return fail(`has rows of several policies; choose with --baseline-policy: ${names}`);
  return first === undefined ? fail('has no rows of a policy') : ok(first);
}

interface ReadRows extends Omit<Extract<Baseline, { readonly type: 'rows' }>, 'type' | 'name'> {
  readonly chosen: ReturnType<typeof chosenPolicy>;
}

/** Undefined if it is something else, such as a policy. Only the numbers of one policy are kept: there may be any number of rows. */
async function rowsIn(path: string, policyName: string | undefined): Promise<Result<ReadRows> | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const reading = new RowsReading();
  const known = new KnownFiles();
  const rows = new FoldedRows(known);
  let chosen: ReadRows['chosen'] | undefined;
  let isFirst = true;
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      if (isFirst && !isRowsFile(line)) return undefined;
      isFirst = false;
      const added = reading.add(line);
      if (!added.ok) return added;
      chosen ??= reading.header && chosenPolicy(reading.header, policyName);
      const row = added.value;
      if (row === undefined || chosen?.ok !== true || row.policy.hash !== chosen.value.hash) continue;
      known.name(row.session.hash, row.file);
      rows.add(row);
    }
  } catch {
    return fail('the file could not be read');
  }
  if (chosen === undefined) return undefined;
  const header = reading.finish();
  return header.ok ? ok({ header: header.value, known, rows, chosen }) : header;
}
