import * as v from 'valibot';
import { parseJson } from '../base/json';
import { fail, type Result } from '../base/result';
import { byCode, count, json, listOf, object, parseBy, text, variants } from '../base/schema';
import { parsePolicy } from '../policies/parse-policy';
import type { RowRequest } from './rows-of';
import { rowCountsSchema } from './session-row';

const replies = variants([
  object({ type: v.literal('assumed'), tokens: v.exactOptional(count) }),
  object({ type: v.literal('recorded') }),
  object({ type: v.literal('offline') }),
]);

const policy = v.pipe(
  // In JSON there is no undefined.
  object({ name: text, policy: v.nullable(byCode(json, parsePolicy)), replies }),
  v.transform(({ policy, ...others }) => ({ ...others, policy: policy ?? undefined })),
);

const requestSchema = object({ policies: listOf(policy), counts: rowCountsSchema });

/** For another machine, which reads it with `readRowRequest`. */
export function writeRowRequest({ policies, counts }: RowRequest): string {
  const written = policies.map(({ policy, ...others }) => ({ ...others, policy: policy ?? null }));
  return JSON.stringify({ policies: written, counts });
}

export function readRowRequest(written: string): Result<RowRequest> {
  const parsed = parseJson(written);
  return parsed.ok ? parseBy(requestSchema, parsed.value) : fail(parsed.error);
}
