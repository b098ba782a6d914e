import { asBoolean, asObject, parseJson } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import type { ApiFailure } from './api-failure';
import { failureFrom } from './failure-from';

const UPSTREAMS = ['default', 'other', 'unusable'] as const;

/** The server's status, before anything is sent. */
export interface ServerStatus {
  readonly hasKey: boolean;
  readonly upstream: (typeof UPSTREAMS)[number];
}

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
  const parsed = parseJson(text ?? '');
  const given = parsed.ok ? asObject(parsed.value) : undefined;
  const hasKey = asBoolean(given?.hasKey);
  const upstream = UPSTREAMS.find((known) => known === given?.upstream);
  return hasKey === undefined || upstream === undefined ? undefined : { hasKey, upstream };
}
