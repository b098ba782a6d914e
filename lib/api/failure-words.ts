import { assertNever } from '../base/assert-never';
import type { Failure } from '../base/failure';
import type { Provider } from '../transcript/validate-request';
import type { ApiFailureKind } from './api-failure';

export interface SessionConditions {
  /** Starts a sentence: `Asking claude-opus-5`. */
  readonly tried: string;
  /** The API's own text, or empty. */
  readonly said: string;
  /** Whether the page has a key; otherwise the server's is used. */
  readonly hasKey: boolean;
  readonly provider: Provider;
}

/** What is set on the server. */
const VARIABLES: Readonly<Record<Provider, { readonly key: string; readonly address: string }>> = {
  anthropic: { key: 'ANTHROPIC_API_KEY', address: 'ANTHROPIC_BASE_URL' },
  openai: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL' },
};

/** What was tried, what happened, and what to do. */
export function failureWords(kind: ApiFailureKind, { tried, said, hasKey, provider }: SessionConditions): Failure {
  const variables = VARIABLES[provider];
  const failed = (why: string) => `${tried} failed: ${why}.${said === '' ? '' : ` The answer was: "${said}"`}`;
  switch (kind) {
    case 'no-key':
      return {
        what: `${tried} failed: no API key is set.`,
        advice: `Enter a key, or start the server with ${variables.key} set.`,
      };
    case 'key':
      return {
        what: failed(`the ${hasKey ? 'key' : "server's key"} was not accepted`),
        advice: hasKey ? 'Check the key and its permissions.' : `Enter a key, or check ${variables.key} on the server.`,
      };
    case 'credit':
      return {
        what: failed('the account has too little credit'),
        advice: hasKey
          ? 'Add credit to the account of this key, or use another key.'
          : `Add credit to the account of ${variables.key} on the server, or enter a key.`,
      };
    case 'too-long':
      return {
        what: failed('the request exceeds the model’s token limit'),
        advice: 'Choose a model with a larger window, or an earlier point in the session.',
      };
    case 'too-large':
      return {
        what: failed('the request exceeds the API’s size limit'),
        advice: 'Choose an earlier point in the session.',
      };
    case 'no-model':
      return {
        what: failed('the server does not have this model'),
        advice: `Choose a model from the list. If none works, check ${variables.address} on the server.`,
      };
    case 'request':
      return {
        what: failed('the request was rejected as invalid'),
        advice: 'Try another model. If all reject it, the session contains something that cannot be sent.',
      };
    case 'rate-limit':
      return {
        what: failed('the rate limit was reached'),
        advice: 'Wait and try again, or send fewer requests at once.',
      };
    case 'overloaded':
      return { what: failed('the API is overloaded'), advice: 'Wait and try again, or choose another model.' };
    case 'server':
      return {
        what: failed('the API returned an internal error'),
        advice: 'Try again. If it persists, check the provider’s status page.',
      };
    case 'unreachable':
      return {
        what: failed('Highwater’s server could not reach the API'),
        advice: `Check that the API is running and that ${variables.address} on the server has its address, then try again.`,
      };
    case 'connection':
      return {
        what: failed('there was no response'),
        advice: 'Check that the Highwater server is running and can reach the API, then try again.',
      };
    case 'broken-off':
      return {
        what: failed('the answer was interrupted'),
        advice: 'The partial answer is kept. Try again for a complete one.',
      };
    case 'damaged':
      return {
        what: `${tried} failed: the answer is damaged (${said}).`,
        advice: `What had come before is kept. Try again, or check ${variables.address} on the server.`,
      };
    case 'aborted':
      return { what: `${tried} was stopped.`, advice: 'The partial answer is kept.' };
    default:
      return assertNever(kind);
  }
}
