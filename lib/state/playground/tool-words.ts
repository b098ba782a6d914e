import { asObject, asText, type Json } from '../../base/json';

/** The most informative arguments of a call, in order of preference. */
const TELLING = ['path', 'file_path', 'pattern', 'command'] as const;

/** The purpose of a tool call, in a few words. */
export function toolWords(input: Json): string {
  const fields = asObject(input);
  if (fields === undefined) return asText(input) ?? '';
  const told = TELLING.flatMap((name) => asText(fields[name]) ?? []);
  const [first] = Object.values(fields).flatMap((value) => asText(value) ?? []);
  return (told.length > 0 ? told.toReversed().join(' in ') : (first ?? '')).replace(/\s+/g, ' ').trim();
}
