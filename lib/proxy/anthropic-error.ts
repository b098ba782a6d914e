import { asObject, asText, type Json } from '../base/json';

/** An error of the Messages API, which already has the shape that our pages read; undefined if it is something else. */
export function anthropicErrorBody(value: Json): string | undefined {
  const body = asObject(value);
  const error = asObject(body?.error);
  const isOwn = body?.type === 'error' && asText(error?.type) !== undefined && asText(error?.message) !== undefined;
  return isOwn ? JSON.stringify(value) : undefined;
}
