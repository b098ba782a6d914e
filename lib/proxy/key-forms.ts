/** Shorter pieces of a key in Base64 would also occur by chance. */
const SHORTEST_CORE = 12;

/** The ways in which an upstream may repeat a key: as it is, escaped in JSON or in an address, and in Base64. */
export function keyForms(key: string): readonly string[] {
  const escaped = (write: (code: number) => string) =>
    Array.from(key, (letter) => write(letter.charCodeAt(0))).join('');
  const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
  const inBase64 = [0, 1, 2].flatMap((place) => base64Core(key, place));
  const forms = [
    key,
    JSON.stringify(key).slice(1, -1),
    key.replaceAll('/', '\\/'),
    escaped((code) => `\\u${hex(code, 4)}`),
    escaped((code) => `\\u${hex(code, 4).toUpperCase()}`),
    encodeURIComponent(key),
    escaped((code) => hex(code, 2)),
    ...inBase64,
    ...inBase64.map((core) => core.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  // The longest first: a shorter form may be a part of it.
  return [...new Set(forms)].sort((one, other) => other.length - one.length);
}

/** The letters that depend on the key alone if it begins at this place of a group of three bytes. */
function base64Core(key: string, place: number): readonly string[] {
  const text = btoa('\0'.repeat(place) + key);
  const first = Math.ceil((place * 4) / 3);
  const whole = Math.floor(((place + key.length) * 4) / 3);
  const core = text.slice(first, whole);
  return core.length >= SHORTEST_CORE ? [core] : [];
}
