import { isIn, Stretches } from './characters';
import { loginPassword } from './login-password';
import { isFilledIn } from './looks-secret';
import { valueAfterOption, valueAfterSeparator, valueInElement } from './named-value';
import { blockAfter, cookieValues, PHRASES, type PhraseRule, valueOfPhrase } from './phrases';
import { privateKeyEnd } from './private-key';
import { type Range, type SecretKind, TOKENS, type TokenRule } from './secret-kinds';
import { urlPassword } from './url-password';

export interface FoundSecret {
  readonly kind: SecretKind;
  readonly start: number;
  readonly end: number;
}

type Finder = (text: string, at: number, stretches: Stretches) => FoundSecret | undefined;
type KnownPhrase = PhraseRule & { readonly kind: SecretKind };
type KnownRule = TokenRule & { readonly kind: SecretKind };

interface TokenStart {
  readonly start: string;
  readonly rule: KnownRule;
}

const ASCII = 128;

const tokenStarts: TokenStart[] = TOKENS.flatMap((rule: KnownRule) => rule.starts.map((start) => ({ start, rule })));
const startsOf = new Map<number, readonly TokenStart[]>();
for (const token of tokenStarts.sort((one, other) => other.start.length - one.start.length)) {
  const pair = pairOf(token.start, 0);
  startsOf.set(pair, [...(startsOf.get(pair) ?? []), token]);
}

/**
 * Which finders to call at each pair of adjacent characters. A finder is only called where a secret could start, and
 * reads ahead by a fixed length, or along a run that `Stretches` caches. So the time is proportional to the length of any
 * text.
 */
const findersOf: (readonly Finder[])[] = [[]];
const findersAt = new Uint8Array(ASCII * ASCII);
for (const pair of startsOf.keys()) callAt(pair, tokenAt);
for (const rule of PHRASES as readonly KnownPhrase[]) {
  for (const start of rule.starts) callAt(pairOf(start, 0), phraseFinder(rule, start));
}
for (const start of ['Pr', '$A']) callAt(pairOf(start, 0), findBlock);
for (const start of ['Co', 'co']) callAt(pairOf(start, 0), findCookies);
callAfter('=', findNamedValue);
callAfter('>', findInElement);
callAt(pairOf(':/', 0), findUrlPassword);
callAfter(':', findNamedValue);
for (const find of [findPrivateKey, findLogin, findOption]) callAt(pairOf('--', 0), find);
callAt(pairOf('-u', 0), findLogin);

/** In order, never overlapping. */
export function findSecrets(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  let stretches: Stretches | undefined;
  let before = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const slot = code < ASCII ? code : 0;
    const list = findersAt[before * ASCII + slot];
    before = slot;
    if (list === undefined || list === 0) continue;
    stretches ??= new Stretches(text);
    const secret = firstOf(findersOf[list] ?? [], text, index - 1, stretches);
    if (secret === undefined || secret.start < (found.at(-1)?.end ?? 0)) continue;
    found.push(secret);
    index = secret.end - 1;
    before = 0;
  }
  return found;
}

function firstOf(
  candidates: readonly Finder[],
  text: string,
  at: number,
  stretches: Stretches,
): FoundSecret | undefined {
  for (const find of candidates) {
    const secret = find(text, at, stretches);
    if (secret !== undefined) return secret;
  }
  return undefined;
}

/** If the value starts with a vendor's token, its kind says more than the assigned name. */
export function tokenAtStart(text: string): SecretKind | undefined {
  return startsOf.has(pairOf(text, 0)) ? tokenAt(text, 0, new Stretches(text))?.kind : undefined;
}

function tokenAt(text: string, at: number, stretches: Stretches): FoundSecret | undefined {
  for (const { start, rule } of startsOf.get(pairOf(text, at)) ?? []) {
    const secret = text.startsWith(start, at) ? tokenOf(rule, text, at, start.length, stretches) : undefined;
    if (secret !== undefined) return secret;
  }
  return undefined;
}

function tokenOf(
  rule: KnownRule,
  text: string,
  at: number,
  startLength: number,
  stretches: Stretches,
): FoundSecret | undefined {
  const secretStart = startBefore(text, at, rule);
  if (secretStart === undefined || !isOpenBefore(text, secretStart, rule)) return undefined;
  const valueStart = at + startLength;
  let end = stretches.end(rule.of, valueStart);
  if (!isWithin(end - valueStart, rule.length)) return undefined;
  for (const length of rule.dotted ?? []) {
    if (text[end] !== '.') return undefined;
    const partStart = end + 1;
    end = stretches.end(rule.of, partStart);
    if (!isWithin(end - partStart, length)) return undefined;
  }
  while (isPadded(rule) && text[end] === '=') end++;
  if (
    isIn('alphanumeric', text.charCodeAt(end)) ||
    !isFilledIn(text.slice(rule.before === undefined ? valueStart : secretStart, end))
  )
    return undefined;
  return { kind: rule.kind, start: rule.keepsStart ? valueStart : secretStart, end };
}

function isWithin(length: number, [least, most]: Range): boolean {
  return length >= least && length <= most;
}

function isPadded(rule: KnownRule): boolean {
  return rule.of === 'base64' || rule.of === 'header';
}

function startBefore(text: string, at: number, rule: KnownRule): number | undefined {
  if (rule.before === undefined) return at;
  const [alphabet, least, most] = rule.before;
  let start = at;
  while (start > 0 && at - start <= most && isIn(alphabet, text.charCodeAt(start - 1))) start--;
  if (text[start - 1] === '\\' && 'nrt'.includes(text.charAt(start))) start++;
  return isWithin(at - start, [least, most]) ? start : undefined;
}

/**
 * A match within a word or within Base64 is a coincidence. But the letter of an escape (`
 * `, `%20`, a colour's `m`) is not part of a word, nor is the sign before a diff line, or `bot` in a Telegram address.
 */
function isOpenBefore(text: string, start: number, rule: KnownRule): boolean {
  if (start === 0) return true;
  const code = text.charCodeAt(start - 1);
  const isJoined = isIn('word', code) || (isIn(rule.of, code) && rule.of !== 'path' && rule.of !== 'header');
  if (!isJoined || rule.keepsStart) return true;
  return /(?:\\[nrt]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\[[0-9;]{0,6}m|(?:^|\n|\\n)[-+]|\/bot)$/.test(
    text.slice(Math.max(0, start - 9), start),
  );
}

function findNamedValue(text: string, at: number, stretches: Stretches): FoundSecret | undefined {
  const value = valueAfterSeparator(text, at, stretches);
  return value && { ...value, kind: tokenAtStart(text.slice(value.start, value.end)) ?? value.kind };
}

function findInElement(text: string, at: number, stretches: Stretches): FoundSecret | undefined {
  const value = valueInElement(text, at, stretches);
  return value && { ...value, kind: tokenAtStart(text.slice(value.start, value.end)) ?? value.kind };
}

function findLogin(text: string, at: number): FoundSecret | undefined {
  const password = loginPassword(text, at);
  return password && { ...password, kind: tokenAtStart(text.slice(password.start, password.end)) ?? 'password' };
}

function findOption(text: string, at: number, stretches: Stretches): FoundSecret | undefined {
  if (!isIn('alphanumeric', text.charCodeAt(at + 2))) return undefined;
  const value = valueAfterOption(text, at, stretches);
  return value && { ...value, kind: tokenAtStart(text.slice(value.start, value.end)) ?? value.kind };
}

function findUrlPassword(text: string, at: number): FoundSecret | undefined {
  if (text[at + 2] !== '/') return undefined;
  const password = urlPassword(text, at);
  return password && { ...password, kind: tokenAtStart(text.slice(password.start, password.end)) ?? 'password' };
}

function phraseFinder(rule: KnownPhrase, start: string): Finder {
  return (text, at) => {
    if (!text.startsWith(start, at)) return undefined;
    const value = valueOfPhrase(rule, text, at);
    return value && { ...value, kind: tokenAtStart(text.slice(value.start, value.end)) ?? rule.kind };
  };
}

function findBlock(text: string, at: number): FoundSecret | undefined {
  const block = blockAfter(text, at);
  return block && { ...block, kind: text[at] === '$' ? 'encrypted vault' : 'private key' };
}

function findCookies(text: string, at: number): FoundSecret | undefined {
  const values = cookieValues(text, at);
  return values && { ...values, kind: 'cookie' };
}

function findPrivateKey(text: string, at: number): FoundSecret | undefined {
  const end = privateKeyEnd(text, at);
  return end === undefined ? undefined : { kind: 'private key', start: at, end };
}

function pairOf(text: string, at: number): number {
  return text.charCodeAt(at) * ASCII + text.charCodeAt(at + 1);
}

function callAfter(separator: string, find: Finder): void {
  const first = ASCII * separator.charCodeAt(0);
  for (let pair = first; pair < first + ASCII; pair++) callAt(pair, find);
}

/** After the finders that are called there already. */
function callAt(pair: number, find: Finder): void {
  const list = [...(findersOf[findersAt[pair] ?? 0] ?? []), find];
  const known = findersOf.findIndex((each) => each.length === list.length && each.every((one, at) => one === list[at]));
  findersAt[pair] = known === -1 ? findersOf.push(list) - 1 : known;
}
