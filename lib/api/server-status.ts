import { parseJson } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import { flag, object, oneOf, type Parsed, parseBy } from '../base/schema';
import type { ApiFailure } from './api-failure';
import { failureFrom } from './failure-from';

const schema = object({ hasKey: flag, upstream: oneOf(['default', 'other', 'unusable']) });

/** What the server of the page says of itself before anything is sent. */
export type ServerStatus = Parsed<typeof schema>;

/** `origin` is the page's own. */
export async function serverStatus(
  origin: string,
  ask: typeof fetch = fetch,
): Promise<Result<ServerStatus, ApiFailure>> {
  const status = await answered(`${origin}/api/proxy-status`, ask);
  return status === undefined
    ? fail(failureFrom(undefined, { tried: 'Checking whether the server has a key', key: undefined }))
    : ok(status);
}

async function answered(address: string, ask: typeof fetch): Promise<ServerStatus | undefined> {
  const text = await ask(address, { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : undefined),
    () => undefined,
  );
  const json = parseJson(text ?? '');
  const status = json.ok ? parseBy(schema, json.value) : json;
  return status.ok ? status.value : undefined;
}
