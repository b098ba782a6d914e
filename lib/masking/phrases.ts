import { isFilledIn, isPlaceholder, looksChosen, looksEncoded, looksRandom } from './looks-secret';
import { lastLineEnd } from './private-key';

/** A secret recognised by the words before it: a command's option, a line of a file, a header. */
export interface PhraseRule {
  readonly kind: string;
  /** One of these stands where the pattern begins. */
  readonly starts: readonly string[];
  /**
   * From the start on, with the secret in the first group that takes part. Every repetition is limited and its
   * characters differ from those that follow, so the time at each start is limited, too.
   */
  readonly pattern: RegExp;
  isSecret(value: string): boolean;
}

/** After an option of a command. */
const VALUE = String.raw`(?:'([^'\n]{1,200})'|"([^"\n]{1,200})"|([^\s'"]{1,200}))`;
const isChosen = (value: string) => looksChosen(value, 'setting') && !/^[\d:.]+$/.test(value);
const LONGEST_BLOCK = 16_384;
const LONGEST_COOKIES = 1_024;
const LONGEST_COOKIE_NAME = 80;
const SHORTEST_COOKIE = 16;

export const PHRASES = [
  {
    kind: 'password',
    starts: ['machine '],
    pattern: /machine\s{1,20}\S{1,255}\s{1,20}login\s{1,20}\S{1,100}\s{1,20}password\s{1,20}(\S{1,200})/dy,
    isSecret: (value: string) => !isPlaceholder(value),
  },
  {
    kind: 'password',
    starts: [':5432:', ':5433:', ':6432:', ':6543:'],
    pattern: /:\d{4}:[\w*-]{1,63}:[\w*.@-]{1,63}:([^\s:"'`]{4,200})/dy,
    isSecret: (value: string) => looksChosen(value, 'quoted'),
  },
  {
    kind: 'password',
    starts: ['docker login ', 'podman login ', 'helm registry login '],
    pattern: new RegExp(String.raw`(?:docker|podman|helm registry) login [^\n]{0,200}?-p[ =]${VALUE}`, 'dy'),
    isSecret: isChosen,
  },
  {
    kind: 'password',
    starts: ['mysql ', 'mysqldump ', 'mysqladmin ', 'mysqlimport ', 'mariadb ', 'mariadb-dump '],
    pattern: new RegExp(String.raw`(?:mysql|mariadb)[a-z-]{0,8} (?:[^\n]{0,200}? )??-p${VALUE}`, 'dy'),
    isSecret: isChosen,
  },
  { kind: 'password', starts: ['sshpass -p'], pattern: new RegExp(`sshpass -p ?${VALUE}`, 'dy'), isSecret: isChosen },
  {
    kind: 'password',
    starts: ['redis-cli '],
    pattern: new RegExp(String.raw`redis-cli (?:[^\n]{0,200}? )??-a ${VALUE}`, 'dy'),
    isSecret: isChosen,
  },
  {
    kind: 'secret value',
    starts: ['define('],
    pattern:
      /define\(\s{0,8}['"](?:(?:SECURE_)?AUTH|LOGGED_IN|NONCE)_(?:KEY|SALT)['"]\s{0,20},\s{0,20}(?:'([^'\n]{20,200})'|"([^"\n]{20,200})")/dy,
    isSecret: (value: string) => !isPlaceholder(value),
  },
  {
    kind: 'password',
    starts: ['define('],
    pattern: /define\(\s{0,8}['"]\w{0,20}PASSWORD['"]\s{0,20},\s{0,20}(?:'([^'\n]{6,200})'|"([^"\n]{6,200})")/dy,
    isSecret: (value: string) => looksChosen(value, 'quoted'),
  },
  {
    kind: 'vault key',
    starts: ['Unseal Key ', 'Recovery Key '],
    pattern: /(?:Unseal|Recovery) Key \d{1,2}: ([A-Za-z0-9+/]{42,64}={0,2})/dy,
    isSecret: isFilledIn,
  },
  {
    kind: 'secret value',
    starts: ['master.key'],
    pattern: /master\.key["'`]?[\s:→\d]{1,16}([0-9a-f]{32})(?![0-9a-z])/dy,
    isSecret: isFilledIn,
  },
  {
    kind: 'authorization code',
    starts: ['?code=', '&code='],
    pattern: /[?&]code=([\w.~%/+-]{16,1000})/dy,
    isSecret: (value: string) => looksRandom(value, 16),
  },
  {
    kind: 'seed words',
    starts: ['seed phrase', 'Seed phrase', 'seed_phrase', 'SEED_PHRASE', 'ecovery phrase', 'nemonic', 'NEMONIC'],
    pattern:
      /(?:seed[ _]phrase|ecovery phrase|nemonic)[^\n:=a-z]{0,16}[:=]\s{0,4}["'`]?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![a-z])/diy,
    isSecret: (value: string) => value.split(' ').length % 3 === 0,
  },
] as const satisfies readonly PhraseRule[];

export interface PhraseValue {
  readonly start: number;
  readonly end: number;
}

export function valueOfPhrase(rule: PhraseRule, text: string, at: number): PhraseValue | undefined {
  rule.pattern.lastIndex = at;
  const [, ...groups] = rule.pattern.exec(text)?.indices ?? [];
  const [start, end] = groups.find((group) => group !== undefined) ?? [];
  if (start === undefined || end === undefined) return undefined;
  return rule.isSecret(text.slice(start, end)) ? { start, end } : undefined;
}

/** Blocks of lines: a PuTTY key after `Private-Lines: 4`, an Ansible vault after its first line. */
export function blockAfter(text: string, at: number): PhraseValue | undefined {
  if (!text.startsWith('ivate-Lines: ', at + 2) && !text.startsWith('NSIBLE_VAULT;', at + 2)) return undefined;
  const [head] = /^(?:Private-Lines: \d{1,4}|\$ANSIBLE_VAULT;[\w.;-]{1,60})/.exec(text.slice(at, at + 80)) ?? [];
  if (head === undefined) return undefined;
  const start = at + head.length;
  const end = lastLineEnd(text, start, Math.min(text.length, start + LONGEST_BLOCK));
  return end > start ? { start, end } : undefined;
}

/** The values of a `Cookie` or `Set-Cookie` header, from the first that looks secret to the last. */
export function cookieValues(text: string, at: number): PhraseValue | undefined {
  if (!text.startsWith('okie', at + 2)) return undefined;
  const [head] = /^cookie["'`]{0,2}: ?["'`]?/i.exec(text.slice(at, at + 16)) ?? [];
  if (head === undefined) return undefined;
  const from = at + head.length;
  if (!text.slice(from, from + LONGEST_COOKIE_NAME).includes('=')) return undefined;
  const length = text.slice(from, from + LONGEST_COOKIES).search(/[\r\n"'`\\]|$/);
  let found: PhraseValue | undefined;
  for (const pair of text.slice(from, from + length).matchAll(/([^\s=;,]{1,256})=([^\s;,]{1,4096})/g)) {
    const [whole, name = '', value = ''] = pair;
    if (value.length < SHORTEST_COOKIE || !(looksRandom(value, SHORTEST_COOKIE) || looksEncoded(value))) continue;
    const start = from + pair.index + name.length + 1;
    found = { start: found?.start ?? start, end: from + pair.index + whole.length };
  }
  // What is longer is masked to its end: it was only read so far.
  return found === undefined || length < LONGEST_COOKIES ? found : { ...found, end: headerEnd(text, from + length) };
}

function headerEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && !'\r\n"\'`\\'.includes(text.charAt(end))) end++;
  return end;
}
