import { utf8Bytes } from '../../tokens/text-size';

/** The longest start of a text of at most so many bytes of UTF-8, without half a character. */
export function firstBytes(text: string, bytes: number): string {
  // A character of the text has one to three bytes for each of its units.
  if (text.length * 3 <= bytes || (text.length <= bytes && utf8Bytes(text) <= bytes)) return text;
  let low = 0;
  let high = Math.min(text.length, bytes);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (utf8Bytes(text.slice(0, middle)) <= bytes) low = middle;
    else high = middle - 1;
  }
  const isHalf = /[\ud800-\udbff]$/.test(text.slice(0, low)) && /^[\udc00-\udfff]/.test(text.slice(low, low + 1));
  return text.slice(0, isHalf ? low - 1 : low);
}

/** The first lines of a text, without searching the rest of it. */
export function firstLines(text: string, lines: number): string {
  let end = -1;
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) return text;
  }
  return text.slice(0, end);
}
