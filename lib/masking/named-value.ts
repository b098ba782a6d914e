import { isIn, type Stretches } from './characters';
import { encodesLogin, isAddress, isPlaceholder, looksChosen, looksEncoded, looksRandom } from './looks-secret';
import { HARMLESS_NAMES, NAMED_VALUES, type NamedValueRule, type SecretKind } from './secret-kinds';

const LONGEST_NAME = 64;
const LONGEST_VALUE = 4_096;
const SHORTEST_SETTING = 8;
const SHORTEST_TOKEN = 16;
const SHORTEST_QUOTED_TOKEN = 12;
const AWS_SECRET_LENGTH = 40;

type NamedRule = (typeof NAMED_VALUES)[number];

/** By the last two letters of the names: the first check at every `=` and `:` must be very cheap. */
const RULES_BY_ENDING = new Map<number, { readonly name: string; readonly rule: NamedRule }[]>();
for (const rule of NAMED_VALUES) {
  for (const name of rule.names) {
    const ending = endingOf(name.charCodeAt(name.length - 2), name.charCodeAt(name.length - 1));
    RULES_BY_ENDING.set(ending, [...(RULES_BY_ENDING.get(ending) ?? []), { name, rule }]);
  }
}

interface NamedValue {
  readonly kind: SecretKind;
  readonly start: number;
  readonly end: number;
}

/** The secret after the `=` or `:` at a position: `name=value`, `"name": "value"`, `name: value`. */
export function valueAfterSeparator(text: string, at: number, stretches: Stretches): NamedValue | undefined {
  const nameEnd = nameBeforeType(text, nameEndBefore(text, at));
  const rule = ruleBefore(text, nameEnd);
  if (rule === undefined) return undefined;
  const isSetting = nameEnd === at && text[at] === '=' && isAllCapitals(text, nameEnd);
  let start = at + 1;
  while (start < at + 12 && ' \t=>:'.includes(text.charAt(start))) start++;
  return valueAt(text, start, rule, stretches, isSetting ? 'setting' : 'bare');
}

/** The secret after the option at a position: `--password value`. */
export function valueAfterOption(text: string, at: number, stretches: Stretches): NamedValue | undefined {
  let nameEnd = at + 2;
  while (nameEnd < at + LONGEST_NAME && isIn('dashed', text.charCodeAt(nameEnd))) nameEnd++;
  if (text[nameEnd] !== ' ') return undefined;
  const rule = ruleBefore(text, nameEnd);
  return rule && valueAt(text, nameEnd + 1, rule, stretches, 'bare');
}

/** The kind of secret that a whole text is, given its key. */
export function kindUnderKey(key: string, value: string): SecretKind | undefined {
  const rule = ruleBefore(key, key.length);
  if (rule === undefined || value.length > LONGEST_VALUE || /\s/.test(value)) return undefined;
  return isSecret(rule, value, 'quoted') ? rule.kind : undefined;
}

function valueAt(
  text: string,
  from: number,
  rule: NamedRule,
  stretches: Stretches,
  style: 'setting' | 'bare',
): NamedValue | undefined {
  let quoteAt = from;
  while (quoteAt < from + 4 && text[quoteAt] === '\\') quoteAt++;
  const quote = text.charAt(quoteAt);
  const isQuoted = quote !== '' && '"\'`'.includes(quote);
  const isEscaped = isQuoted && quoteAt > from;
  const opening = isQuoted ? quoteAt + 1 : from;
  const start = rule.looks === 'header' ? afterScheme(text, opening) : opening;
  const end = isQuoted ? quotedEnd(text, start, quote, isEscaped) : bareEnd(text, start, stretches);
  if (end === undefined || end === start || end - start > LONGEST_VALUE) return undefined;
  const isValue = isSecret(rule, text.slice(start, end), isQuoted && style !== 'setting' ? 'quoted' : style);
  return isValue ? { kind: rule.kind, start, end } : undefined;
}

function isSecret(rule: NamedRule, value: string, style: 'setting' | 'quoted' | 'bare'): boolean {
  const { looks }: NamedValueRule = rule;
  switch (looks) {
    case 'chosen':
      return looksChosen(value, style);
    case 'random':
      return (
        looksRandom(value, style === 'bare' ? SHORTEST_TOKEN : SHORTEST_QUOTED_TOKEN) ||
        encodesLogin(value) ||
        (style === 'setting' && value.length >= SHORTEST_SETTING && looksChosen(value, 'quoted'))
      );
    case 'header':
      return looksRandom(value, SHORTEST_QUOTED_TOKEN) || (!isAddress(value) && looksEncoded(value));
    case 'aws':
      return value.length === AWS_SECRET_LENGTH && !isPlaceholder(value);
  }
}

/** The end of an element's name if its opening tag ends at a position: `<password>value</password>`. */
export function valueInElement(text: string, at: number, stretches: Stretches): NamedValue | undefined {
  const rule = ruleBefore(text, at);
  if (rule === undefined) return undefined;
  let start = at;
  while (start > at - LONGEST_NAME && isNamePart(text.charCodeAt(start - 1))) start--;
  const value = text[start - 1] === '<' ? valueAt(text, at + 1, rule, stretches, 'bare') : undefined;
  return value !== undefined && text.startsWith('</', value.end) ? value : undefined;
}

/** `const apiKey: string = …`: the name precedes the type. */
function nameBeforeType(text: string, end: number): number {
  const last = text.charCodeAt(end - 1) | 32;
  if (last !== 103 && last !== 114) return end;
  const type = /: ?&?(?:string|str)$/i.exec(text.slice(Math.max(0, end - 10), end));
  return type === null ? end : end - type[0].length;
}

function nameEndBefore(text: string, at: number): number {
  let end = at;
  while (end > 0 && end > at - 8 && isBetween(text, end - 1)) end--;
  return end;
}

/** Between a name and its separator. A bracket only as in `["name"] =`: otherwise our placeholders would count as names. */
function isBetween(text: string, at: number): boolean {
  const character = text.charAt(at);
  return character === ']' ? '"\'`'.includes(text.charAt(at - 1)) : ' "\'`\\:?'.includes(character);
}

function ruleBefore(text: string, nameEnd: number): NamedRule | undefined {
  if (nameEnd < 2) return undefined;
  const ending = endingOf(text.charCodeAt(nameEnd - 2) | 32, text.charCodeAt(nameEnd - 1) | 32);
  const candidates = RULES_BY_ENDING.get(ending);
  if (candidates === undefined) return undefined;
  let start = nameEnd;
  while (start > 0 && start > nameEnd - LONGEST_NAME && isNamePart(text.charCodeAt(start - 1))) start--;
  const name = text.slice(start, nameEnd).toLowerCase().replace(/[_.-]/g, '');
  if (HARMLESS_NAMES.some((harmless) => name.endsWith(harmless))) return undefined;
  return candidates.find((candidate) => name.endsWith(candidate.name))?.rule;
}

function endingOf(first: number, second: number): number {
  return first * 65_536 + second;
}

function isNamePart(code: number): boolean {
  return isIn('dashed', code) || code === 46;
}

function isAllCapitals(text: string, nameEnd: number): boolean {
  for (let index = nameEnd - 1; index >= 0 && index > nameEnd - LONGEST_NAME; index--) {
    const code = text.charCodeAt(index);
    if (code >= 97 && code <= 122) return false;
    if (!isIn('word', code)) return true;
  }
  return true;
}

function afterScheme(text: string, at: number): number {
  const space = text.slice(at, at + 8).indexOf(' ');
  return space > 0 && /^(?:bearer|basic|token|apikey|bot)$/i.test(text.slice(at, at + space)) ? at + space + 1 : at;
}

/** A value with a space is a sentence. Inside an escaped quotation, the next backslash belongs to the closing quote. */
function quotedEnd(text: string, from: number, quote: string, isEscaped: boolean): number | undefined {
  const limit = Math.min(text.length, from + LONGEST_VALUE);
  for (let index = from; index < limit; index++) {
    const code = text.charCodeAt(index);
    if (code <= 32) return undefined;
    if (text[index] === '\\') {
      if (isEscaped) return index;
      index++;
    } else if (text[index] === quote) {
      return index;
    }
  }
  return text.length <= from + LONGEST_VALUE ? text.length : undefined;
}

function bareEnd(text: string, from: number, stretches: Stretches): number | undefined {
  const end = stretches.end('unquoted', from);
  return '([{'.includes(text.charAt(end)) && end < text.length ? undefined : end;
}
