import { asArray, asObject, asText, type Json, type JsonObject } from '../../base/json';

/** Attributes as a map. OTLP has a list of keys with typed values, in-memory exports a map. */
export function attributesOf(value: Json | undefined): JsonObject {
  const list = asArray(value);
  return list === undefined ? (asObject(value) ?? {}) : fromList(list);
}

function fromList(list: readonly Json[]): JsonObject {
  return Object.fromEntries(
    list.flatMap((item) => {
      const pair = asObject(item);
      const key = asText(pair?.key);
      return key === undefined ? [] : [[key, plain(pair?.value, 0)]];
    }),
  );
}

const DEEPEST = 50;

/** `{stringValue}`, `{intValue}` (a text), `{arrayValue: {values}}`, … */
function plain(value: Json | undefined, depth: number): Json {
  const typed = asObject(value);
  if (typed === undefined || depth > DEEPEST) return value ?? null;
  const array = asObject(typed.arrayValue);
  if (array !== undefined) return (asArray(array.values) ?? []).map((item) => plain(item, depth + 1));
  const map = asObject(typed.kvlistValue);
  if (map === undefined) return typed.stringValue ?? typed.intValue ?? typed.doubleValue ?? typed.boolValue ?? null;
  return Object.fromEntries(
    (asArray(map.values) ?? []).flatMap((item) => {
      const pair = asObject(item);
      const key = asText(pair?.key);
      return key === undefined ? [] : [[key, plain(pair?.value, depth + 1)]];
    }),
  );
}

/** The first of these attributes that is there. */
export function oneOf(attributes: JsonObject, ...names: readonly string[]): Json | undefined {
  return names.map((name) => attributes[name]).find((value) => value !== undefined && value !== null);
}

type Tree = Map<string, Tree | Json>;

/** `prefix.0.role`, `prefix.0.content`, … as the list that they were written from; empty if there are none. */
export function indexed(attributes: JsonObject, prefix: string): readonly Json[] {
  const tree: Tree = new Map();
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith(`${prefix}.`))
      put(
        tree,
        key
          .slice(prefix.length + 1)
          .split('.')
          .slice(0, DEEPEST),
        value ?? null,
      );
  }
  return asArray(fromTree(tree)) ?? [];
}

function put(tree: Tree, path: readonly string[], value: Json): void {
  let at = tree;
  for (const step of path.slice(0, -1)) {
    const next = at.get(step);
    const branch: Tree = next instanceof Map ? next : new Map();
    at.set(step, branch);
    at = branch;
  }
  const last = path.at(-1);
  if (last !== undefined && !(at.get(last) instanceof Map)) at.set(last, value);
}

function fromTree(tree: Tree): Json {
  const entries = [...tree].map(([key, value]) => [key, value instanceof Map ? fromTree(value) : value] as const);
  if (!entries.every(([key]) => /^\d{1,6}$/.test(key))) return Object.fromEntries(entries);
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}
