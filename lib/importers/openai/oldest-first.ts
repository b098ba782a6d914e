import { asObject, asText, type Json, type JsonObject } from '../../base/json';
import { readResponseItem } from './response-item';

/** List endpoints return the latest first by default, and do not say which. */
export function oldestFirst(
  items: readonly Json[],
  list: JsonObject | undefined,
): readonly { readonly item: Json; readonly position: number }[] {
  const numbered = items.map((item, index) => ({ item, position: index + 1 }));
  return isNewestFirst(items, list) ? numbered.reverse() : numbered;
}

function isNewestFirst(items: readonly Json[], list: JsonObject | undefined): boolean {
  const calls = new Set<string>();
  const results = new Set<string>();
  for (const value of items) {
    const item = asObject(value);
    const id = asText(item?.call_id);
    if (id === undefined) continue;
    const isResult = asText(item?.type)?.endsWith('_output') ?? false;
    if (isResult ? calls.has(id) : results.has(id)) return !isResult;
    (isResult ? results : calls).add(id);
  }
  if (list === undefined) return false;
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined || items.length === 1) return false;
  const [firstId, lastId] = [asText(asObject(first)?.id), asText(asObject(last)?.id)];
  if (firstId !== undefined && firstId === asText(list.last_id) && lastId === asText(list.first_id)) return true;
  const isFromUser = (value: Json) => readResponseItem(value).kind === 'message';
  return !isFromUser(first) && isFromUser(last);
}
