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

const MAX_KEPT = 100;

export class SeenRequests {
  private readonly kept: SeenRequest[] = [];

  add(request: IncomingMessage): SeenRequest {
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      key: keyOf(request),
      bodyBytes: 0,
      eventsSent: 0,
    };
    this.kept.push(seen);
    if (this.kept.length > MAX_KEPT) this.kept.shift();
    return seen;
  }

  /** For one key, or all of them. */
  of(key?: string): readonly SeenRequest[] {
    return this.kept.filter((seen) => key === undefined || seen.key === key);
  }
}

/** With both headers, the API uses this one. */
function keyOf({ headers }: IncomingMessage): string {
  const plain = headers['x-api-key'];
  return typeof plain === 'string' ? plain : (/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
}
