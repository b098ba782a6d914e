import { fail, type Result } from '../../base/result';
import { MAX_CHARACTERS, readPolicyText, writePolicy } from '../../policies/parse-policy';
import type { Policy } from '../../policies/shape/policy';
import type { ExportedFile } from '../sessions/exported-file';

/** One character by `length` takes up to three bytes in a file. */
const MAX_BYTES = 3 * MAX_CHARACTERS;

/** Reads a policy from a file of the user. */
export async function readPolicyFile(file: Pick<Blob, 'size' | 'text'>): Promise<Result<Policy>> {
  // Reading a recording of hundreds of megabytes would block the page before it could be rejected.
  if (file.size > MAX_BYTES) return fail(`it has ${file.size} bytes; the limit is ${MAX_BYTES}`);
  const text = await file.text().catch(() => undefined);
  return text === undefined ? fail('the browser cannot read it') : readPolicyText(text);
}

export function policyFile(policy: Policy): ExportedFile {
  return {
    name: `${policy.id}.policy.json`,
    content: new Blob([writePolicy(policy)], { type: 'application/json' }),
  };
}
