import { asArray, asObject, asText, type Json, type JsonObject } from '../../base/json';
import { fail, ok, type Result } from '../../base/result';

/** Rejects unknown fields: a misspelt one would silently have no effect. */
export function fieldsOf(json: Json | undefined, names: readonly string[]): Result<JsonObject> {
  const object = asObject(json);
  if (object === undefined) return fail(`must be an object with ${names.join(', ')}`);
  const stranger = Object.keys(object).find((name) => !names.includes(name));
  return stranger === undefined ? ok(object) : fail(`unknown field "${stranger}"; expected: ${names.join(', ')}`);
}

/** Parses every item; errors state the position. */
export function listOf<Item>(
  json: Json | undefined,
  name: string,
  parse: (item: Json) => Result<Item>,
): Result<readonly Item[]> {
  const list = asArray(json);
  if (list === undefined) return fail(`"${name}" must be a list`);
  const items: Item[] = [];
  for (const [index, each] of list.entries()) {
    const item = parse(each);
    if (!item.ok) return fail(`item ${index + 1} of "${name}": ${item.error}`);
    items.push(item.value);
  }
  return ok(items);
}

export function textOf(json: Json | undefined, name: string): Result<string> {
  const text = asText(json);
  return text === undefined ? fail(`"${name}" must be a string`) : ok(text);
}
