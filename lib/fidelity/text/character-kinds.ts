/**
 * What a character means for the words of a text, as bit flags. Most words are not exact values, and these flags skip
 * them without further checks.
 */
export const CharacterKind = {
  /** Common in words, and no sign of a value. */
  plain: 0,
  /** A blank, or another character that ends a word. */
  end: 1,
  /** May start a quotation. */
  quote: 2,
  /** Starts a quotation and ends the word before it. */
  endingQuote: 3,
  /** Its word may be a value. */
  telling: 4,
  /** A sign only inside a word: `parseRecord`, but not `Record`. */
  capital: 8,
  /** A sign only if the word continues: `a.ts`, but not `end.` */
  stop: 16,
  /** A sign only directly after what it closes: `parse()`. */
  closing: 32,
  /** May start a terminal line. */
  prompt: 64,
  /** Its word may be a value, or a bare number if there is nothing else. */
  digit: 128,
} as const;

const kinds = new Uint8Array(2 ** 16);
const set = (kind: number, characters: string) => {
  for (let at = 0; at < characters.length; at++) kinds[characters.charCodeAt(at)] = kind;
};
/**
 * Chinese, Japanese and Korean characters end a word: `端口8080` contains the value 8080. So do dashes, the ellipsis and
 * arrows.
 */
const ENDING_RANGES = [
  '\t\r',
  '\u2000\u200a',
  '–‟',
  '\u2190\u21ff',
  '\u2e80\u9fff',
  '\uac00\ud7ff',
  '\uf900\ufaff',
  '\uff00\uffef',
];
for (const range of ENDING_RANGES) kinds.fill(CharacterKind.end, range.charCodeAt(0), range.charCodeAt(1) + 1);
set(CharacterKind.end, ' \u00a0\u1680\u2026\u2028\u2029\u202f\u205f\u3000\ufeff«»');
set(CharacterKind.digit, '0123456789');
set(CharacterKind.telling, '_/\\=-#@');
set(CharacterKind.capital, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
set(CharacterKind.stop, '.:');
set(CharacterKind.closing, ')');
set(CharacterKind.quote, '"`');
set(CharacterKind.endingQuote, '“「«');
set(CharacterKind.prompt, '$❯>');

export function kindOf(code: number): number {
  return kinds[code] ?? CharacterKind.plain;
}
