/** At the start of a word: long random texts contain short words by chance. */
const PLACEHOLDER_WORD =
  /(?:^|[^a-z0-9])(?:your|example|placeholder|changeme|change-me|change_me|redacted|masked|removed|dummy|replace|insert)/;
const PLACEHOLDER_PIECES = ['xxxxx', '****', '....', 'process.env', 'import.meta', 'os.environ', 'getenv', 'secrets.'];
const PLACEHOLDER_STARTS = ['$', '<', '{', '[', '(', '%', '#{', 'env.', 'env:', 'ENC['];
const PLACEHOLDERS = new Set([
  'null',
  'none',
  'nil',
  'undefined',
  'true',
  'false',
  'string',
  'required',
  'optional',
  'unknown',
  'default',
  'empty',
  'password',
  'passwd',
  'passphrase',
  'pass',
  'pwd',
  'pw',
  'secret',
  'token',
  'apikey',
  'api_key',
  'api-key',
  'key',
  'user',
  'username',
  'bearer',
  'number',
  'boolean',
  'object',
  'hidden',
  'missing',
  'invalid',
  'readonly',
]);
const NOT_SECRET_STARTS = [
  '/',
  './',
  '../',
  '~',
  'arn:',
  'http:',
  'https:',
  'file:',
  'data:',
  'op:',
  'vault:',
  'sha1',
  'sha256',
  'sha512',
];

/** Only the beginning is checked, which is enough and keeps the time per value constant. */
const JUDGED_LENGTH = 96;
const LONGEST_LOGIN = 400;

export function isPlaceholder(whole: string): boolean {
  const value = whole.slice(0, JUDGED_LENGTH).toLowerCase();
  return (
    PLACEHOLDERS.has(value) ||
    PLACEHOLDER_STARTS.some((start) => whole.startsWith(start)) ||
    PLACEHOLDER_WORD.test(value) ||
    PLACEHOLDER_PIECES.some((piece) => value.includes(piece))
  );
}

export function isAddress(value: string): boolean {
  return NOT_SECRET_STARTS.some((start) => value.startsWith(start));
}

interface Mixture {
  readonly length: number;
  readonly letters: number;
  readonly digits: number;
  readonly symbols: number;
  /** Distinct characters. */
  readonly distinct: number;
  /**
   * Share of adjacent characters that change between lower case, upper case and digit: rare in words, frequent in random
   * text.
   */
  readonly changes: number;
}

function mixtureOf(whole: string): Mixture {
  const length = Math.min(whole.length, JUDGED_LENGTH);
  const seen = new Set<number>();
  let letters = 0;
  let digits = 0;
  let symbols = 0;
  let changes = 0;
  let before: 'small' | 'capital' | 'digit' | undefined;
  for (let index = 0; index < length; index++) {
    const code = whole.charCodeAt(index);
    seen.add(code);
    const kind = kindOf(code);
    if (kind === 'digit') digits++;
    else if (kind !== undefined) letters++;
    else if (!isJoint(code)) symbols++;
    if (kind !== undefined && before !== undefined && kind !== before) changes++;
    before = kind;
  }
  return { length, letters, digits, symbols, distinct: seen.size, changes: length === 0 ? 0 : changes / length };
}

function kindOf(code: number): 'small' | 'capital' | 'digit' | undefined {
  if (code >= 48 && code <= 57) return 'digit';
  if (code >= 65 && code <= 90) return 'capital';
  return code >= 97 && code <= 122 ? 'small' : undefined;
}

function isJoint(code: number): boolean {
  return '-_./:,'.includes(String.fromCharCode(code));
}

/** For what follows a vendor's own prefix: only placeholders from documentation are rejected. */
export function isFilledIn(value: string): boolean {
  const { digits, distinct, changes } = mixtureOf(value);
  return (digits > 0 || changes > 0.3) && distinct >= 6 && !isPlaceholder(value);
}

export function looksRandom(value: string, leastLength: number): boolean {
  if (value.length < leastLength || isPlaceholder(value) || isAddress(value)) return false;
  const { digits, letters, distinct, changes } = mixtureOf(value);
  return digits >= 2 && letters >= 2 && distinct >= 8 && changes >= 0.2;
}

/** Base64 of `user:password` may have no digit, but capitals in unusual places. */
export function looksEncoded(value: string): boolean {
  if (value.length < 8 || isPlaceholder(value)) return false;
  const { distinct, changes } = mixtureOf(value);
  return distinct >= 6 && changes >= 0.2;
}

/** `user:password` in Base64, as package managers and Docker store it under the name `auth`. */
export function encodesLogin(value: string): boolean {
  if (value.length < 8 || value.length > LONGEST_LOGIN || value.length % 4 !== 0) return false;
  try {
    return /^[\x21-\x39\x3b-\x7e]+:[\x21-\x7e]+$/.test(atob(value));
  } catch {
    return false;
  }
}

/** `setting`: as in an environment file, where a plain word is a value and not a variable name. */
export function looksChosen(value: string, style: 'setting' | 'quoted' | 'bare'): boolean {
  if (value.length < 6 || value.length > 200 || isPlaceholder(value) || isAddress(value)) return false;
  const { letters, digits, symbols, distinct } = mixtureOf(value);
  if (distinct < 3) return false;
  if (style === 'bare' && isPropertyPath(value)) return false;
  return style === 'setting' || (letters > 0 && digits + symbols > 0);
}

/** `form.password1`, `settings.DB_PASSWORD_2`: code, not a value. */
function isPropertyPath(value: string): boolean {
  return /^[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)+$/.test(value.slice(0, JUDGED_LENGTH));
}
