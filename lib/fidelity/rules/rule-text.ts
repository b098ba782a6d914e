import { type SaidAbout, type SaidSentence, SaidText } from '../text/said-text';
import type { TextRange } from '../text/text-range';
import { isCommonWord, oppositesOf, ruleWords, ruleWordsElsewhere } from './rule-words';

const COMMON_WEIGHT = 0.2;
/** More than this share of the words that are not common: one of two may be about something else. */
const LEAST_OF_THEM = 0.5;
/** Letters and digits; everything else may differ in a quotation. */
const QUOTES = /["'“”„‟‘’‚`´«»「」*]/;

/** [K4] A text that may state rules: the result of a compaction. */
export class RuleText {
  private english: SaidText | undefined;
  private elsewhere: SaidText | undefined;
  /** Lower case, without quotation marks, with single spaces; and where each character was. */
  private readonly plain: string;
  private readonly places: Uint32Array;

  constructor(private readonly text: string) {
    const { plain, places } = plainText(text);
    this.plain = plain;
    this.places = places;
  }

  /** The rule itself, apart from quotation marks, case and spaces. */
  verbatim(rule: string): TextRange | undefined {
    const { plain: wanted } = plainText(rule.replace(/^[\s\p{P}]+|(?<![\s\p{P}])[\s\p{P}]+$/gu, ''));
    if (wanted.length === 0) return undefined;
    for (let at = this.plain.indexOf(wanted); at !== -1; at = this.plain.indexOf(wanted, at + 1)) {
      const end = at + wanted.length;
      if (joins(this.plain[at - 1], wanted[0]) || joins(wanted.at(-1), this.plain[end])) continue;
      if (NEGATED.test(this.plain.slice(Math.max(0, at - 40), at))) continue;
      return { start: this.places[at] ?? 0, end: (this.places[end - 1] ?? 0) + 1 };
    }
    return undefined;
  }

  /** Sentences about the same thing, best first: with at least half of the words that say what it is about. */
  about(rule: string, isEnglish: boolean): SaidAbout[] {
    return this.of(rule, isEnglish, (said, text) => said.about(text));
  }

  /** The same for pairs of adjacent sentences on a line. */
  aboutInTwo(rule: string, isEnglish: boolean): SaidAbout[] {
    return this.of(rule, isEnglish, (said, text) => said.aboutInTwo(text));
  }

  /** Sentences that say the rule with an opposite in the place of one of its words. */
  opposite(rule: string): SaidSentence | undefined {
    const own = ruleWords(rule);
    for (const { word, start, end } of own) {
      for (const opposite of oppositesOf(word)) {
        if (own.some((each) => each.word === opposite)) continue;
        const turned = `${rule.slice(0, start)} ${opposite} ${rule.slice(end)}`;
        const found = this.about(turned, true).find(
          ({ share, words, sentence }) =>
            share >= SAME_BUT_ONE &&
            words.some((each) => each.word === opposite) &&
            !ruleWords(sentence.text).some((each) => each.word === word),
        );
        if (found !== undefined) return found.sentence;
      }
    }
    return undefined;
  }

  /** How many of the words that say what a rule is about are in a sentence. */
  telling(said: SaidAbout): number {
    return new Set(said.words.flatMap(({ word }) => (isCommonWord(word) ? [] : [word]))).size;
  }

  private of(rule: string, isEnglish: boolean, find: (said: SaidText, text: string) => SaidAbout[]): SaidAbout[] {
    if (!isEnglish) {
      this.elsewhere ??= new SaidText(this.text, ruleWordsElsewhere, weightOf);
      return find(this.elsewhere, rule);
    }
    this.english ??= new SaidText(this.text, ruleWords, weightOf);
    const telling = new Set(ruleWords(rule).flatMap(({ word }) => (isCommonWord(word) ? [] : [word])));
    return find(this.english, rule).filter(({ words }) => {
      const met = new Set(words.flatMap(({ word }) => (telling.has(word) ? [word] : [])));
      return telling.size < 2 ? met.size === telling.size : met.size > telling.size * LEAST_OF_THEM;
    });
  }
}

const SAME_BUT_ONE = 0.75;
/** What is quoted is denied. */
const NEGATED =
  /(?:\b(?:not|never|no longer|dont|doesnt|do not|without|avoid|stop|instead of|rather than|nicht|kein|keine|ne|pas|no)|不要?|没有)\s(?:[\p{L}]+\s){0,2}$/u;

function weightOf(word: string, isExact: boolean): number {
  if (isExact) return 2;
  return isCommonWord(word) ? COMMON_WEIGHT : 1;
}

function joins(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && /[a-z0-9_]/.test(left) && /[a-z0-9_]/.test(right);
}

function plainText(text: string): { readonly plain: string; readonly places: Uint32Array } {
  const places = new Uint32Array(text.length);
  const pieces: string[] = [];
  let length = 0;
  let isSpace = true;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (QUOTES.test(character)) continue;
    const blank = character <= ' ' || character === '\u00a0';
    if (blank && isSpace) continue;
    isSpace = blank;
    places[length] = at;
    length += 1;
    const lower = character.toLowerCase();
    pieces.push(blank ? ' ' : lower.length === 1 ? lower : character);
  }
  return { plain: pieces.join(''), places };
}
