import type { JsonObject } from '../../lib/base/json';

/** Available error statuses, with the API's type and text for each. */
export const ERRORS = {
  400: ['invalid_request_error', 'Your credit balance is too low to access the Claude API.'],
  401: ['authentication_error', 'invalid x-api-key'],
  403: ['permission_error', 'Your API key does not have permission to use the specified resource.'],
  404: ['not_found_error', 'The requested resource could not be found.'],
  413: ['request_too_large', 'Request exceeds the maximum size'],
  429: ['rate_limit_error', 'This request would exceed the rate limit for your organization.'],
  500: ['api_error', 'Internal server error'],
  529: ['overloaded_error', 'Overloaded'],
} as const;

/** What the stand-in does with one request. Times are in milliseconds; deltas are counted from the first of the answer. */
export type Behaviour =
  | {
      readonly type: 'answer';
      readonly text?: string;
      /** Calls this tool instead of answering with text. */
      readonly callsTool?: string;
      /** For that tool. */
      readonly input?: JsonObject;
      /** Of Chat Completions alone: calls these tools at once, with arguments as written, damaged or not. */
      readonly calls?: readonly { readonly name: string; readonly arguments: string }[];
      /** Of Chat Completions alone: thinks aloud before. */
      readonly reasoning?: string;
      readonly stopReason?: 'end_turn' | 'max_tokens' | 'refusal';
      /** Of the Messages API, streamed: instead of the true figures, whatever they are. */
      readonly usage?: JsonObject;
      readonly delayMs?: number;
      readonly deltaMs?: number;
    }
  | {
      readonly type: 'error';
      readonly status: keyof typeof ERRORS;
      readonly retryAfterSeconds?: number;
      readonly message?: string;
      /** Of Chat Completions alone. */
      readonly code?: string;
    }
  /** 400 with the API's text, whatever the request's length. */
  | { readonly type: 'too-long'; readonly overTokens: number }
  /** An error event after status 200. */
  | { readonly type: 'error-event'; readonly afterDeltas: number }
  /** The connection breaks; `insideEvent`: within an event. */
  | { readonly type: 'drop'; readonly afterDeltas: number; readonly insideEvent?: boolean }
  | { readonly type: 'stall'; readonly afterDeltas: number }
  /** Nothing is sent, not even headers. */
  | { readonly type: 'hang' }
  /** Like the response of a gateway in front of the API; compressed, if its headers say so. */
  | {
      readonly type: 'raw';
      readonly status: number;
      readonly contentType: string;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** It says that it is compressed, and is not. */
      readonly isDamaged?: true;
    };

const ACCIDENTS: readonly Behaviour[] = [
  { type: 'error', status: 429, retryAfterSeconds: 2 },
  { type: 'error', status: 529 },
  { type: 'error', status: 500 },
  { type: 'error-event', afterDeltas: 3 },
  { type: 'drop', afterDeltas: 3 },
];

/** The same seed gives the same accidents in the same order. `share` of the requests have one. */
export function accidents(seed: number, share: number): () => Behaviour | undefined {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
  return () => (random() < share ? ACCIDENTS[Math.floor(random() * ACCIDENTS.length)] : undefined);
}
