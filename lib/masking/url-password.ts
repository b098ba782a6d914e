import { isPlaceholder } from './looks-secret';

const LONGEST = 1_024;
const SHORTEST = 3;

/** The password in `scheme://user:password@host`, given the position of `://`. */
export function urlPassword(text: string, at: number): { readonly start: number; readonly end: number } | undefined {
  const from = at + 3;
  if (text[from] === '[') return undefined;
  let colon = -1;
  let sign = -1;
  const limit = Math.min(text.length, from + LONGEST);
  for (let index = from; index < limit; index++) {
    const code = text.charCodeAt(index);
    if (code <= 32 || code > 126 || isClosing(code)) break;
    if (code === 64) sign = index;
    else if (code === 58 && colon < 0) colon = index;
    else if (isPathStart(code) && (sign >= 0 || !mayBePassword(text, colon))) break;
    else if (code === 47 && text.startsWith('://', index - 1)) break;
  }
  if (colon < 0 || sign <= colon + SHORTEST || text.startsWith('sha256:', sign + 1)) return undefined;
  const password = text.slice(colon + 1, sign);
  return isPlaceholder(password) || /[{}]|^[*.x]+$/i.test(password) ? undefined : { start: colon + 1, end: sign };
}

/** After a colon without a port, a slash is part of an unencoded password. */
function mayBePassword(text: string, colon: number): boolean {
  if (colon < 0) return false;
  const code = text.charCodeAt(colon + 1);
  return !(code >= 48 && code <= 57) && code !== 47;
}

/** `/`, `?`, `#` */
function isPathStart(code: number): boolean {
  return code === 47 || code === 63 || code === 35;
}

/** Quotes, `<`, `>`, backslash. */
function isClosing(code: number): boolean {
  return code === 34 || code === 39 || code === 96 || code === 60 || code === 62 || code === 92;
}
