import { RuleText } from '../../fidelity/rules/rule-text';
import { userRules } from '../../fidelity/rules/user-rules';
import { contentWords } from '../../fidelity/text/content-words';
import { namedChanges, numberChanges } from '../../fidelity/values/value-changes';

/** `other-value`: the same about the same thing, but with another value. `opposite`: what one asks for, the other forbids. */
export type FactRelation = 'same' | 'other-value' | 'opposite' | undefined;

/** Of the words that say what a sentence is about. */
const SAME = 0.8;
const FEWEST_WORDS = 2;
const DAY_OR_MONTH =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)s?$/i;
const NEGATES =
  /\b(?:no|not|never|none|nothing|without|avoid|stop|forbidden|cannot|no longer|nicht|kein\w*|nie|jamais|pas|nunca)\b|n['’]t\b|不|禁止|ない/gi;
/** Both can be true. */
const ADDS = /\b(?:also|too|another|second|third|additional(?:ly)?|as well|both|besides)\b/i;
/** Words of a sentence that only say that something is so now. */
const TIME_WORDS = new Set(['now', 'current', 'anymore', 'longer', 'alway', 'always', 'never', 'anew', 'meanwhile']);

/** It says why, not what. */
const REASON = /[,;:]?(?<!\s)\s+(?:because|since|as otherwise|so that|otherwise)\s.+$/is;
/** What is not to be used any longer. */
const GIVEN_UP =
  /\b(?:instead of|rather than|in place of|no longer|not)\s+(?:(?:with|using|use|on|in|at|by|via|the|a|an)\s+)*([\p{L}\d][\p{L}\d._-]*)/giu;

interface Told {
  readonly subject: ReadonlySet<string>;
  readonly values: readonly string[];
  readonly first: string;
  readonly isNegated: boolean;
}

/** What is needed of a sentence repeatedly. */
class Sentence {
  readonly whole: Told;
  /** Without its reason. */
  readonly bare: Told;
  private rule: RuleText | undefined;
  private knownRules: boolean | undefined;
  private changes: readonly string[] | undefined;

  constructor(private readonly text: string) {
    const bare = text.replace(REASON, '');
    this.whole = toldBy(text);
    this.bare = bare === text ? this.whole : toldBy(bare);
  }

  get isRule(): boolean {
    this.knownRules ??= userRules(this.text).length > 0;
    return this.knownRules;
  }

  /** Values and words that it replaces by others. */
  get replaced(): readonly string[] {
    this.changes ??= [
      ...[...namedChanges(this.text), ...numberChanges(this.text)].map(({ old }) => old),
      ...[...this.text.matchAll(GIVEN_UP)].map(([, word = '']) => word),
    ].flatMap((old) => contentWords(old).map(({ word }) => word));
    return this.changes;
  }

  saysOpposite(of: string): boolean {
    this.rule ??= new RuleText(this.text);
    return this.rule.opposite(of) !== undefined;
  }
}

const read = new Map<string, Sentence>();
const MOST_KEPT = 20_000;

function sentenceOf(text: string): Sentence {
  const known = read.get(text);
  if (known !== undefined) return known;
  const made = new Sentence(text);
  if (read.size >= MOST_KEPT) read.clear();
  read.set(text, made);
  return made;
}

function toldBy(text: string): Told {
  const subject = new Set<string>();
  const values: string[] = [];
  let first = '';
  for (const { word, start, end, isExact } of contentWords(text)) {
    const written = text.slice(start, end);
    const isValue = isExact || DAY_OR_MONTH.test(written);
    if (first === '') first = word;
    if (isValue) values.push(isExact ? word.replace(/(?<![.,:])[.,:]+$/, '') : written.toLowerCase());
    else if (!TIME_WORDS.has(word)) subject.add(word);
  }
  return { subject, values, first, isNegated: (text.match(NEGATES)?.length ?? 0) % 2 === 1 };
}

/** What a fact has to do with one that was said before it. */
export function compareFacts(later: string, earlier: string): FactRelation {
  const [a, b] = [sentenceOf(later), sentenceOf(earlier)];
  if (isAbout(a.whole, b.whole) && hasEqualValues(a.whole, b.whole) && a.whole.isNegated === b.whole.isNegated) {
    return 'same';
  }
  const met = [...a.bare.subject].filter((word) => b.bare.subject.has(word)).length;
  if (met === 0 || ADDS.test(later)) return undefined;
  if (isAbout(a.bare, b.bare)) {
    if (hasEqualValues(a.bare, b.bare)) {
      const isTold = met + a.bare.values.length >= FEWEST_WORDS;
      return isTold && a.bare.isNegated !== b.bare.isNegated ? 'opposite' : undefined;
    }
    if (met >= FEWEST_WORDS && a.bare.isNegated === b.bare.isNegated && hasOtherValue(a.bare, b.bare)) {
      return 'other-value';
    }
  }
  if (replaces(a, b)) return 'other-value';
  return a.isRule && b.isRule && met >= FEWEST_WORDS && a.saysOpposite(earlier) ? 'opposite' : undefined;
}

/** One has all words of the other, and few more. A word in the place of another makes it something else. */
function isAbout({ subject: a }: Told, { subject: b }: Told): boolean {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  if (few.size < SAME * many.size) return false;
  for (const word of few) if (!many.has(word)) return false;
  return true;
}

function hasEqualValues(a: Told, b: Told): boolean {
  if (a.subject.size + a.values.length === 0) return false;
  return a.values.join(' ') === b.values.join(' ');
}

/** One value stands in the place of another. Where it is what the sentence is about, both sentences may be true. */
function hasOtherValue(a: Told, b: Told): boolean {
  if (a.values.length === 0 || a.values.length !== b.values.length) return false;
  const other = a.values.flatMap((value, at) => (value === b.values[at] ? [] : [at]));
  const [at = 0] = other;
  const isDate = other.every((place) => isDay(a.values[place]) && isDay(b.values[place]));
  if (other.length !== 1 && !isDate) return false;
  return a.values[at] !== a.first && b.values[at] !== b.first;
}

/** A date may be a day of the week and its number. */
function isDay(value = ''): boolean {
  return DAY_OR_MONTH.test(value) || /^\d{4}-\d\d-\d\d$|^\d{1,2}(?:st|nd|rd|th)?$/.test(value);
}

/** “Use b instead of a”, about all that the earlier sentence says of a. */
function replaces(later: Sentence, { bare }: Sentence): boolean {
  const all = [...bare.subject, ...bare.values];
  const has = (word: string) => later.bare.subject.has(word) || later.bare.values.includes(word);
  return later.replaced.some((old) => all.includes(old) && all.length > 1 && !bare.isNegated && all.every(has));
}
