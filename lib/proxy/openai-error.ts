import { asArray, asNumber, asObject, asText, type Json, type JsonObject } from '../base/json';
import { optional } from '../base/optional';
import { errorBody, typeOfStatus } from './api-error';

/**
 * An error of Chat Completions in the one shape that our pages read; undefined if it is something else.
 *
 *   {"error": {"message", "type", "param", "code"}}      OpenAI and most others
 *   {"error": "…"}, {"message": "…"}                     some servers on one's own machine
 *   [{"error": {"message", "code", "status"}}]           Gemini
 *
 * Many servers have no request ids: an empty one still says that the error is not ours.
 */
export function openaiErrorBody(value: Json, status: number, requestId: string | null): string | undefined {
  const body = asObject(asArray(value)?.[0] ?? value);
  const error = asObject(body?.error);
  const message = asText(error?.message) ?? asText(body?.error) ?? asText(body?.message);
  if (message === undefined) return undefined;
  const { type, code } = { type: asText(error?.type), code: codeIn(error) };
  return errorBody(
    {
      type: typeOfStatus(status),
      message,
      ...optional('code', code ?? type),
      ...optional('param', asText(error?.param)),
    },
    requestId ?? '',
  );
}

/** Some repeat the status here. */
function codeIn(error: JsonObject | undefined): string | undefined {
  return asNumber(error?.code) === undefined ? (asText(error?.code) ?? asText(error?.status)) : asText(error?.status);
}
