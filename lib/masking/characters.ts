/** The alphabets that secrets use. */
export type Alphabet = keyof typeof ALPHABETS;

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';

const ALPHABETS = {
  digits: DIGITS,
  hex: `${DIGITS}abcdefABCDEF`,
  capitals: `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`,
  alphanumeric: LETTERS + DIGITS,
  word: `${LETTERS + DIGITS}_`,
  dashed: `${LETTERS + DIGITS}_-`,
  path: `${LETTERS + DIGITS}_-/`,
  base64: `${LETTERS + DIGITS}+/`,
  header: `${LETTERS + DIGITS}_-.~+/%`,
  /** Characters of an unquoted value: all others end it in a shell, in YAML, in a URL or in code. */
  unquoted: `${LETTERS + DIGITS}_-.~+/%:=!@#$^*?`,
} as const;

const NAMES = Object.keys(ALPHABETS) as Alphabet[];
const BIT_OF = Object.fromEntries(NAMES.map((name, index) => [name, 1 << index])) as Record<Alphabet, number>;
const BITS = new Uint16Array(128);
for (const name of NAMES) {
  for (const character of ALPHABETS[name]) {
    const code = character.charCodeAt(0);
    BITS[code] = (BITS[code] ?? 0) | BIT_OF[name];
  }
}

export function isIn(alphabet: Alphabet, code: number): boolean {
  return code < 128 && ((BITS[code] ?? 0) & BIT_OF[alphabet]) !== 0;
}

/**
 * The end of the run of an alphabet's characters at a position. The last run of each alphabet is cached: a text full of
 * starts of secrets would otherwise be measured again from each of them.
 */
export class Stretches {
  private readonly from = new Map<Alphabet, number>();
  private readonly to = new Map<Alphabet, number>();

  constructor(private readonly text: string) {}

  end(alphabet: Alphabet, at: number): number {
    const knownEnd = this.to.get(alphabet);
    const knownStart = this.from.get(alphabet);
    if (knownEnd !== undefined && knownStart !== undefined && at >= knownStart && at <= knownEnd) return knownEnd;
    const { text } = this;
    const bit = BIT_OF[alphabet];
    let end = at;
    while (end < text.length) {
      const code = text.charCodeAt(end);
      if (code > 127 || ((BITS[code] ?? 0) & bit) === 0) break;
      end++;
    }
    this.from.set(alphabet, at);
    this.to.set(alphabet, end);
    return end;
  }
}
