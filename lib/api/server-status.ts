import { parseJson } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import { parseBy } from '../base/schema';
import { type ProxyStatus, proxyStatusSchema } from '../proxy/status-schema';
import type { ApiFailure } from './api-failure';
import { failureFrom } from './failure-from';

/** What the server of the page says of itself before anything is sent. `origin` is the page's own. */
export async function serverStatus(
  origin: string,
  ask: typeof fetch = fetch,
): Promise<Result<ProxyStatus, ApiFailure>> {
  const status = await answered(`${origin}/api/proxy-status`, ask);
  return status === undefined
    ? fail(failureFrom(undefined, { tried: 'Checking whether the server has a key', key: undefined }))
    : ok(status);
}

async function answered(address: string, ask: typeof fetch): Promise<ProxyStatus | undefined> {
  const text = await ask(address, { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : undefined),
    () => undefined,
  );
  const json = parseJson(text ?? '');
  const status = json.ok ? parseBy(proxyStatusSchema, json.value) : json;
  return status.ok ? status.value : undefined;
}
