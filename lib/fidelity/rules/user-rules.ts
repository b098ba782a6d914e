import { isReminder } from '../../transcript/reminder';
import { proseSentences } from '../text/sentences';
import type { TextRange } from '../text/text-range';
import { pastedRanges } from './pasted-text';
import { englishPolarity, type Polarity } from './rule-cues';
import { polarityElsewhere } from './rule-cues-elsewhere';

/**
 * [K4] Something the user asked for that applies beyond the moment: a prohibition or a limit until it is lifted, a demand
 * if it says how things are done in general.
 */
export interface UserRule extends TextRange {
  readonly text: string;
  /** `limit`: only, before, without: allowed under a condition. */
  readonly polarity: Polarity;
}

/** Longer sentences are logs or code. */
const LONGEST_SENTENCE = 500;
const SHORTEST_CLAUSE = 4;

/** A double negation is an order to do it. */
const FORGET = /\b(?:do not|don[’']?t|never) (?:forget|fail|neglect|hesitate) to\b/gi;

/** Between two requests: “fix it, and never push”, “one thing: …”. */
const DOTS = /(?:(?<!\s)\s+)?(?:\.{2,}|…+)\s*/g;
const SEPARATES = /,?(?<!\s)\s+(?:and|but|so|also|then|though)\s+(?=\S)|(?<!\s)\s+[-–—]{1,2}\s+|[:;]\s+|(?:^|\s)[(]/gi;
const COMMA = /,\s+/g;
/** Such a clause belongs to what follows: “when unsure, ask”, “in tests, never sleep”. */
const CONDITION =
  /^(?:if|when|whenever|once|unless|until|before|after|while|as|in|on|at|for|with|without|during|by|to|from|under|because|since|wherever|every|each|instead|wenn|falls|bei|im|in|si|quand|dans|pour|cuando|para|en|если|когда|при|в)\b/iu;
/** “…, ok?” only asks to agree. */
const QUESTION =
  /(?<!\b(?:ok|okay|right|please|pls|yes|alright|deal|got it|agreed|understood|ja|oui|vale))\s?[?？]["')\]]*$/i;
const TAG =
  /,?(?<!\s)\s+(?:ok|okay|right|please|pls|yes|alright|deal|got it|agreed|understood|ja|oui|vale)\s?[?？]\W*$/i;

/** The rules in a user's own words, in order. What was pasted, and what an agent added, contains none. */
export function userRules(text: string): UserRule[] {
  if (isReminder(text)) return [];
  const pasted = pastedRanges(text);
  const rules: UserRule[] = [];
  let next = 0;
  let pastedUntil = 0;
  for (const { start, end } of piecesOf(text)) {
    if (end - start < SHORTEST_CLAUSE || end - start > LONGEST_SENTENCE) continue;
    for (let range = pasted[next]; range !== undefined && range.start < end; next += 1, range = pasted[next]) {
      pastedUntil = Math.max(pastedUntil, range.end);
    }
    if (pastedUntil > start && pastedUntil >= Math.min(end, start + (end - start) / 2)) continue;
    rules.push(...rulesIn(text.slice(start, end), start));
  }
  return rules;
}

/** In a chat, two dots often end a sentence. */
function* piecesOf(text: string): Generator<TextRange> {
  for (const { start, end } of proseSentences(text)) {
    let from = start;
    for (const { 0: dots, index } of text.slice(start, end).matchAll(DOTS)) {
      yield { start: from, end: start + index };
      from = start + index + dots.length;
    }
    yield { start: from, end };
  }
}

/** A sentence may contain several, and requests that are none. */
function rulesIn(sentence: string, at: number): UserRule[] {
  const whole = QUESTION.test(sentence);
  const rules: UserRule[] = [];
  for (const clause of requestsIn(sentence)) {
    const text = sentence.slice(clause.start, clause.end);
    const polarity = whole && !ASKS_POLITELY.test(text) ? undefined : polarityOf(text);
    if (polarity === undefined) continue;
    rules.push({ text, polarity, start: at + clause.start, end: at + clause.end });
  }
  return rules;
}

const ASKS_POLITELY =
  /^(?:can|could|would|will) you (?:please |kindly |just )?(?:always|never|not|stop|avoid|only|keep|stick|leave)\b/i;

/** Removes “don't forget to”, whose negation is not one. */
export function withoutForgetting(sentence: string): string {
  return sentence.replace(FORGET, (words) => 'must'.padStart(words.length));
}

/** Undefined if the text is not a rule. */
export function polarityOf(given: string): Polarity | undefined {
  const clause = withoutForgetting(given).trim().replace(TAG, '');
  return englishPolarity(clause) ?? polarityElsewhere(clause);
}

/**
 * The parts of a sentence that ask for something by themselves. What comes before them and is not their condition is
 * dropped; what follows belongs to them until the next request.
 */
function requestsIn(sentence: string): TextRange[] {
  const starts = startsOf(sentence, SEPARATES).filter((start) => start === 0 || isOwnRequest(sentence.slice(start)));
  const requests: { start: number; end: number }[] = [];
  for (const [place, start] of starts.entries()) {
    const end = starts[place + 1] ?? sentence.length;
    const clause = sentence.slice(start, end);
    const lead = isPredicate(sentence.slice(0, start), clause) ? undefined : leadOf(clause);
    const last = requests.at(-1);
    const goesOn = last?.end === start && !isOwnRequest(clause);
    if (goesOn) last.end = end;
    else if (lead !== undefined) requests.push({ start: start + lead, end });
  }
  return requests.map(({ start, end }) => tidied(sentence, start, end));
}

/** Where the request in a clause begins, if it has one: “perfect, please keep …”. */
function leadOf(clause: string): number | undefined {
  const isRule = (text: string) => polarityOf(text.trim()) !== undefined;
  const [, ...others] = startsOf(clause, COMMA);
  const lead = clause.slice(0, others[0] ?? clause.length).trim();
  const isWhole = isRule(clause);
  if (isWhole && (others.length === 0 || CONDITION.test(lead) || isRule(lead))) return 0;
  // What is listed, or contrasted, is one thing.
  const own = others.find((start) => isOwnRequest(clause.slice(start)) && isRule(clause.slice(start)));
  if (own === undefined) return isWhole ? 0 : undefined;
  return CONDITION.test(lead) ? 0 : own;
}

/** “Where we use it but don't change the folder”: somebody is said to not do it. */
function isPredicate(before: string, clause: string): boolean {
  return (
    /^(?:do not|don(?:'|’)?t|dont|never|only|always)\b/i.test(clause) &&
    /\b(?:we|they|it|which|who|that)\s+(?!should|must)\w+[^,.]{0,80}\b(?:and|but)\s+$/i.test(before)
  );
}

const OWN =
  /^(?:(?:please|pls|also|just|and|but|then|so) )*(?:do not|don(?:'|’)?t|dont|never|always|no|nothing|only|use|keep|leave|write|ask|avoid|stop|stick|stay|prefer|let|make|ensure|run|put|name|add|wait|tell|answer|reply|round|you|we|i|it|they|he|she|the|this|that|there|these|those|everything|everyone|all|every|each|bitte|nicht|keine?|ne|pas|no|не|только|fix|create|remove|rename|show|give|go|check|commit|push|test|look|find|implement|update|change|delete|move|explain|review|build|start|get|set|log|end|begin|open|close)\b/iu;

/** It starts a sentence of its own, and does not continue the one before. */
function isOwnRequest(clause: string): boolean {
  return OWN.test(clause.trim());
}

function startsOf(text: string, separator: RegExp): number[] {
  return [0, ...[...text.matchAll(separator)].map(({ 0: found, index }) => index + found.length)];
}

const LOOSE_END = /(?:\s|,|(?<!\.)\.{2,}|…|[-–—(:]|\b(?:and|but|so|also|then|though)\b)+$/i;

function tidied(sentence: string, from: number, to: number): TextRange {
  const piece = sentence.slice(from, to);
  const start = from + piece.length - piece.trimStart().length;
  const isWhole = to === sentence.length;
  const end = start + (isWhole ? piece.trim() : piece.trim().replace(LOOSE_END, '')).length;
  return { start, end };
}
