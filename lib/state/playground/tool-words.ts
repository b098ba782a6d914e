import { asObject, asText, type Json } from '../../base/json';

/** What says most of a call of a tool, in their order of use. */
const TELLING = ['path', 'file_path', 'pattern', 'command'] as const;

/** What a tool was called for, in a few words. */
export function toolWords(input: Json): string {
  const fields = asObject(input);
  if (fields === undefined) return asText(input) ?? '';
  const told = TELLING.flatMap((name) => asText(fields[name]) ?? []);
  const [first] = Object.values(fields).flatMap((value) => asText(value) ?? []);
  return (told.length > 0 ? told.toReversed().join(' in ') : (first ?? '')).replace(/\s+/g, ' ').trim();
}
