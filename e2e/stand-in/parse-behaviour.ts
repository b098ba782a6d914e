import { asArray, asBoolean, asNumber, asObject, asText, type Json } from '../../lib/base/json';
import { optional } from '../../lib/base/optional';
import { type Behaviour, ERRORS } from './behaviour';

const STOP_REASONS = ['end_turn', 'max_tokens', 'refusal'] as const;

/** Parses a behaviour that a test sends over HTTP; undefined if invalid. */
export function parseBehaviour(value: Json): Behaviour | undefined {
  const given = asObject(value);
  const afterDeltas = asNumber(given?.afterDeltas);
  switch (given?.type) {
    case 'answer':
      return {
        type: 'answer',
        ...optional('text', asText(given.text)),
        ...optional('callsTool', asText(given.callsTool)),
        ...optional('input', asObject(given.input)),
        ...optional('calls', callsOf(given.calls)),
        ...optional('reasoning', asText(given.reasoning)),
        ...optional(
          'stopReason',
          STOP_REASONS.find((reason) => reason === given.stopReason),
        ),
        ...optional('usage', asObject(given.usage)),
        ...optional('delayMs', asNumber(given.delayMs)),
        ...optional('deltaMs', asNumber(given.deltaMs)),
      };
    case 'error': {
      const status = asNumber(given.status);
      if (!isKnownStatus(status)) return undefined;
      return {
        type: 'error',
        status,
        ...optional('message', asText(given.message)),
        ...optional('code', asText(given.code)),
        ...optional('retryAfterSeconds', asNumber(given.retryAfterSeconds)),
      };
    }
    case 'too-long':
      return { type: 'too-long', overTokens: asNumber(given.overTokens) ?? 1 };
    case 'error-event':
    case 'stall':
      return afterDeltas === undefined ? undefined : { type: given.type, afterDeltas };
    case 'drop':
      if (afterDeltas === undefined) return undefined;
      return { type: 'drop', afterDeltas, ...optional('insideEvent', asBoolean(given.insideEvent)) };
    case 'raw': {
      const [status, contentType, body] = [asNumber(given.status), asText(given.contentType), asText(given.body)];
      if (status === undefined || contentType === undefined || body === undefined) return undefined;
      return {
        type: 'raw',
        status,
        contentType,
        body,
        ...optional('headers', textsOf(given.headers)),
        ...(given.isDamaged === true && { isDamaged: true }),
      };
    }
    case 'hang':
      return { type: 'hang' };
    default:
      return undefined;
  }
}

function callsOf(given: Json | undefined): { name: string; arguments: string }[] | undefined {
  return asArray(given)?.map((item) => {
    const call = asObject(item);
    return { name: asText(call?.name) ?? '', arguments: asText(call?.arguments) ?? '' };
  });
}

function textsOf(value: Json | undefined): Record<string, string> | undefined {
  const given = asObject(value);
  if (given === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, each]) => (typeof each === 'string' ? [[name, each]] : [])),
  );
}

function isKnownStatus(status: number | undefined): status is keyof typeof ERRORS {
  return status !== undefined && Object.hasOwn(ERRORS, status);
}
