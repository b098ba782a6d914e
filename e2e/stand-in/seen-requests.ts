import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '../../lib/base/json';

/** A request as the stand-in saw it, for tests to read. */
export interface SeenRequest {
  readonly method: string;
  /** Including its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly key: string;
  bodyBytes: number;
  body?: JsonObject;
  /** Why the API would reject it, whatever the answer was. */
  problem?: string;
  status?: number;
  /** For a stream. */
  eventsSent: number;
  ended?: 'whole' | 'closed-by-client' | 'broken-off';
}

/** Of one key: tests run beside each other. */
const MAX_KEPT = 100;

export class SeenRequests {
  private readonly kept = new Map<string, SeenRequest[]>();

  add(request: IncomingMessage): SeenRequest {
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      key: keyOf(request),
      bodyBytes: 0,
      eventsSent: 0,
    };
    const ofKey = this.kept.get(seen.key) ?? [];
    ofKey.push(seen);
    if (ofKey.length > MAX_KEPT) ofKey.shift();
    this.kept.set(seen.key, ofKey);
    return seen;
  }

  /** What the same key has sent to the same place. */
  *bodiesBefore(seen: SeenRequest): Generator<JsonObject> {
    for (const { path, body, problem } of this.of(seen.key)) {
      if (body !== undefined && body !== seen.body && path === seen.path && problem === undefined) yield body;
    }
  }

  /** For one key, or all of them. */
  of(key?: string): readonly SeenRequest[] {
    return key === undefined ? [...this.kept.values()].flat() : (this.kept.get(key) ?? []);
  }
}

/** With both headers, the API uses this one. */
function keyOf({ headers }: IncomingMessage): string {
  const plain = headers['x-api-key'];
  return typeof plain === 'string' ? plain : (/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
}
