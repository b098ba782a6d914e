import { asArray, asObject, asText, type Json, parseJson } from '../../lib/base/json';
import type { FuzzInput } from './fuzz-case';

/**
 * Of a recording, only the shape: each text and each name that our own fixtures do not have is replaced by one of the same
 * length, the same one everywhere. Lines that are no JSON have none left. Undefined if nothing is left to be tried.
 */
export function withMadeUpWords(input: FuzzInput, known: ReadonlySet<string>): FuzzInput | undefined {
  if (input.type === 'text') return undefined;
  const made = new Map<string, string>();
  const instead = (text: string): string => {
    if (known.has(text)) return text;
    const word = made.get(text) ?? `w${made.size}`.padEnd(text.length, ' word').slice(0, Math.max(4, text.length));
    made.set(text, word);
    return word;
  };
  const replaced = (value: Json): Json => {
    const text = asText(value);
    if (text !== undefined) return instead(text);
    const items = asArray(value);
    if (items !== undefined) return items.map(replaced);
    const object = asObject(value);
    if (object === undefined) return value;
    const entries = Object.entries(object).flatMap(([name, each]) =>
      each === undefined ? [] : [[instead(name), replaced(each)] as const],
    );
    return Object.fromEntries(entries);
  };
  const lines = new TextDecoder()
    .decode(input.bytes)
    .split('\n')
    .flatMap((line) => {
      const parsed = parseJson(line);
      return parsed.ok ? [JSON.stringify(replaced(parsed.value))] : [];
    });
  return lines.length === 0 ? undefined : { ...input, bytes: new TextEncoder().encode(lines.join('\n')) };
}

export function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  const add = (value: Json): void => {
    const text = asText(value);
    if (text !== undefined) words.add(text);
    for (const each of asArray(value) ?? []) add(each);
    for (const [name, each] of Object.entries(asObject(value) ?? {})) {
      words.add(name);
      if (each !== undefined) add(each);
    }
  };
  for (const text of texts) {
    const parsed = parseJson(text);
    if (parsed.ok) add(parsed.value);
  }
  return words;
}
