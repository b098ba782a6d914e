const MAX_SHOWN = 60;

/** Not everything as JSON: NaN would be called null, and what is nested deeply would overflow the stack. */
export function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}
