import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fail, ok, type Result } from '../../../lib/base/result';
import { isRowsFile, type RowsFile, RowsReading } from '../../../lib/rows/file/rows-file';
import { asRecorded, type RowPolicy } from '../../../lib/rows/row-policy';
import { RECORDED_POLICY } from '../../../lib/rows/session-row';
import { fromWhereTheUserIs } from '../file-source';
import { type PolicyValues, readRowPolicy } from '../replay/replayed-policies';

/** What a policy is compared with: another policy, or rows that were computed before. */
export type Baseline =
  | { readonly type: 'policy'; readonly policy: RowPolicy }
  | { readonly type: 'rows'; readonly name: string; readonly file: RowsFile; readonly policyHash: string };

/** A preset, a policy file, what `replay --json` has printed, or what was recorded. */
export async function readBaseline(
  given: string,
  policyName: string | undefined,
  values: PolicyValues,
): Promise<Result<Baseline>> {
  const rows = await rowsIn(fromWhereTheUserIs(given));
  if (rows === undefined) {
    if (policyName !== undefined)
      return fail(`--baseline-policy chooses among the rows of a file, and "${given}" is not one`);
    if (given === RECORDED_POLICY) return ok({ type: 'policy', policy: asRecorded });
    const policy = readRowPolicy(given, { ...values, set: [] });
    return policy.ok ? ok({ type: 'policy', policy: policy.value }) : fail(`--baseline: ${policy.error}`);
  }
  if (!rows.ok)
    return fail(
      `could not use the baseline "${given}": ${rows.error}; make it again with highwater replay PATHS… --policy … --json --out ${given}`,
    );
  const chosen = chosenPolicy(rows.value, policyName);
  return chosen.ok
    ? ok({ type: 'rows', name: `${chosen.value.name} in ${given}`, file: rows.value, policyHash: chosen.value.hash })
    : fail(`the baseline "${given}" ${chosen.error}`);
}

function chosenPolicy({ header: { policies } }: RowsFile, name: string | undefined) {
  const names = policies.map((policy) => policy.name).join(', ');
  if (name !== undefined) {
    const found = policies.find((policy) => policy.name === name || policy.id === name);
    return found === undefined ? fail(`has no rows of "${name}"; it has: ${names}`) : ok(found);
  }
  const [first, ...others] = policies.filter(({ id }) => id !== RECORDED_POLICY);
  if (others.length > 0) return fail(`has rows of several policies; choose with --baseline-policy: ${names}`);
  return first === undefined ? fail('has no rows of a policy') : ok(first);
}

/** Undefined if it is something else, such as a policy. */
async function rowsIn(path: string): Promise<Result<RowsFile> | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const reading = new RowsReading();
  let isFirst = true;
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      if (isFirst && !isRowsFile(line)) return undefined;
      isFirst = false;
      const added = reading.add(line);
      if (!added.ok) return added;
    }
  } catch {
    return fail('the file could not be read');
  }
  return isFirst ? undefined : reading.finish();
}
