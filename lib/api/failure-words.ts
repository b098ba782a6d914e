import { assertNever } from '../base/assert-never';
import type { Failure } from '../base/failure';
import type { ApiFailureKind } from './api-failure';

export interface Circumstances {
  /** Begins a sentence: `Asking claude-opus-5`. */
  readonly tried: string;
  /** In the API's own words, or empty. */
  readonly said: string;
  /** The page has a key; else it was to be the server's. */
  readonly hasKey: boolean;
}

/** What was tried, what went wrong, what can be done. */
export function failureWords(kind: ApiFailureKind, { tried, said, hasKey }: Circumstances): Failure {
  const failed = (why: string) => `${tried} failed: ${why}.${said === '' ? '' : ` The answer was: "${said}"`}`;
  switch (kind) {
    case 'no-key':
      return {
        what: `${tried} failed: there is no key.`,
        advice: 'Enter a key of your own, or start the server with ANTHROPIC_API_KEY in its environment.',
      };
    case 'key':
      return {
        what: failed(`the ${hasKey ? 'key' : "server's key"} is not taken for this`),
        advice: hasKey
          ? 'Check the key, what it may do, and the credit of its account.'
          : 'Enter a key of your own, or check ANTHROPIC_API_KEY of the server.',
      };
    case 'too-long':
      return {
        what: failed('there are more tokens than the model takes'),
        advice: 'Take a model with a larger window, or an earlier point of the session.',
      };
    case 'too-large':
      return {
        what: failed('the request has more bytes than the API takes'),
        advice: 'Take an earlier point of the session.',
      };
    case 'request':
      return {
        what: failed('the request is refused as it is'),
        advice: 'Try another model. If all refuse it, the session holds something that cannot be sent.',
      };
    case 'rate-limit':
      return {
        what: failed('the limit of requests or tokens in a time is reached'),
        advice: 'Wait and ask again, or ask fewer at once.',
      };
    case 'overloaded':
      return { what: failed('the API is overloaded'), advice: 'Wait and ask again, or take another model.' };
    case 'server':
      return {
        what: failed('the API had a fault of its own'),
        advice: 'Ask again. If it stays, look at the status page of the provider.',
      };
    case 'connection':
      return {
        what: failed('no answer came'),
        advice: 'Check that the server of this page still runs and reaches the API, then ask again.',
      };
    case 'broken-off':
      return {
        what: failed('the answer broke off in the middle'),
        advice: 'What came until then is kept. Ask again for a whole answer.',
      };
    case 'aborted':
      return { what: `${tried} was stopped.`, advice: 'What came until then is kept.' };
    default:
      return assertNever(kind);
  }
}
