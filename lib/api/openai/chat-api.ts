import { asArray, asNumber, asObject, asText, type Json, type JsonObject, parseJson } from '../../base/json';
import { optional } from '../../base/optional';
import { ChatRefusal } from './chat-refusal';
import { KnownChanges } from './rejected-parameters';

export interface ChatApiOptions {
  /** The proxy: the page's own origin and `/api/openai`. */
  readonly baseUrl: string;
  /** The page's key. Without one the server's is used, if the API needs any. */
  readonly key?: string | undefined;
  readonly fetch?: typeof fetch;
  /** Shared by all who ask. */
  readonly known?: KnownChanges | undefined;
}

/** Chat Completions at our proxy, and the key that must not appear in any message. */
export interface ChatApi {
  readonly key: string | undefined;
  readonly known: KnownChanges;
  /** Throws a `ChatRefusal` for any other response than a success. */
  ask(path: string, body: JsonObject | undefined, signal: AbortSignal | undefined): Promise<Response>;
}

export function createChatApi({
  baseUrl,
  key: given,
  fetch: send = fetch,
  known = new KnownChanges(),
}: ChatApiOptions): ChatApi {
  const key = given?.trim() || undefined;
  return {
    key,
    known,
    ask: async (path, body, signal) => {
      const response = await send(baseUrl + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        cache: 'no-store',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...optional('signal', signal),
      });
      if (!response.ok) throw await refusalOf(response);
      return response;
    },
  };
}

async function refusalOf(response: Response): Promise<ChatRefusal> {
  const { status, headers } = response;
  const read = parseJson(await response.text());
  return refusalIn(read.ok ? asObject(read.value) : undefined, { status, headers });
}

/**
 * An error in the shape of our proxy, which gives everything of the API a request id and its own errors none, or in that
 * of the API, as in the middle of a stream.
 */
export function refusalIn(
  body: JsonObject | undefined,
  { status, headers }: { readonly status?: number; readonly headers?: Headers } = {},
): ChatRefusal {
  const error = asObject(body?.error);
  const code = asText(error?.code) ?? asNumber(error?.code)?.toString() ?? asText(error?.type);
  return new ChatRefusal({
    message: asText(error?.message) ?? asText(body?.error) ?? '',
    isOfApi: body?.request_id !== null,
    ...optional('status', status),
    ...optional('type', asText(error?.type)),
    ...optional('code', code),
    ...optional('param', asText(error?.param)),
    ...optional('headers', headers),
  });
}

/** In the middle of a stream. Gemini puts its errors in a list. */
export function errorIn(chunk: Json): JsonObject | undefined {
  const body = asObject(asArray(chunk)?.[0] ?? chunk);
  return body?.error === undefined || body.error === null ? undefined : body;
}
