import { type ContentWord, contentWords } from '../text/content-words';

/**
 * The contrasts in a sentence: “8443, not 8080” wants one and avoids the other, “lint before the tests” puts one earlier
 * and the other later.
 */
export interface Sides {
  readonly wanted: ReadonlySet<string>;
  readonly avoided: ReadonlySet<string>;
  /** For avoided things, only the one named directly after the word that says so. */
  readonly named: ReadonlySet<string>;
  readonly earlier: ReadonlySet<string>;
  readonly later: ReadonlySet<string>;
}

/** `ordered`: both agree about earlier and later. `blurred`: nothing says any more which of two is wanted. */
export type ComparedSides = 'kept' | 'ordered' | 'exchanged' | 'blurred';

/** What precedes it in its clause is avoided, and what follows it wanted: “8080 was replaced by 8443”. */
const UNDOES =
  /\b(?:(?:must|should|may|can|will|shall|is|are|was|were|do|does)\s+)?(?:not|never|no longer)\s+(?:to\s+)?(?:be\s+)?(?:used|allowed|wanted|chosen|touched|supported|permitted|acceptable|ok|okay)\b|\b(?:is|are)\s+(?:forbidden|banned|prohibited|wrong|deprecated|obsolete|off[- ]limits)\b|\b(?:(?:must|should|may|can|will|shall|is|are|was|were|has|have)\s+)?(?:be(?:en)?\s+)?(?:replaced|superseded)\s+(?:by|with)\b|\b(?:changed|renamed)\s+to\b|\bbec(?:ame|omes?)\b|→|->|=>|ではなく|じゃなく|の?代わりに|대신|아니라|말고/;
/** “From” and “change” only if a “to” follows. */
const LEAVES =
  /\bfrom\b(?=[^.;]{1,120}\b(?:to|into)\b)|\bfrom\b(?<=\b(?:switch|migrat|mov|chang)\w{0,5}\b[^.;]{1,80})|\b(?:chang|renam|convert)\w{1,3}\b(?= (?!from\b|to\b)[^.;,]{1,60}\bto\b)|\breplac(?:e|es|ed|ing)\b/;
const AVOIDS =
  /\b(?:instead of|rather than|in place of|in lieu of|as opposed to|not(?! only\b)|cannot|never|no longer|no|without|avoid(?:s|ing)?|stop(?:ped)? using|neither|nor|unlike|(?:do|does|did|is|are|was|should|must|would|could|ca|wo)nt)\b|n[’']t\b|\bover\b(?<=\b(?:prefer|favou?r|choose|pick)\w{0,5}\b[^.;]{1,80})|\b(?:nicht|keine?\w?|nie|niemals|statt|anstatt|anstelle von|au lieu de|plutôt que|pas|jamais|en lugar de|en vez de|nunca)(?![a-zà-ÿ])|而不是|不要使用|不要用|不要|不用|不是|别用|别|勿/;
const WANTS =
  /\b(?:but|use[ds]?|using|always|only|must|instead(?! of)|prefer\w{0,4}|keep|choose|stick|sondern|mais|sino)\b|而是|改用|要用|使用/;
/** Separates what is left from where one goes. */
const ARRIVES = /\b(?:to|into|with|by)\b/;
const ENDS_SENTENCE = /[.;!](?=\s)|[。；！\n]/;

const MARK = new RegExp(
  Object.entries({
    undoes: UNDOES,
    leaves: LEAVES,
    avoids: AVOIDS,
    wants: WANTS,
    arrives: ARRIVES,
    ends: ENDS_SENTENCE,
  })
    .map(([name, { source }]) => `(?<${name}>${source})`)
    .join('|'),
  'gi',
);
const ENDS_NAME = /[,;:.()，；、。：]|\b(?:for|in|on|at|when|if|because|since|as|while|and use)\b/i;
const CLAUSE_END = /[,;:.，；、。：](?=[^,;:.，；、。：]*$)/;
const ORDER = /\b(?<before>before|prior to|until)\b|\b(?<after>after|once)\b/i;
const NO = /\b(?:not|never|cannot|dont)\b|n[’']t\b/i;

export function sidesOf(text: string): Sides {
  return { ...wantedIn(text), ...orderIn(text) };
}

export function hasSides({ wanted, named, earlier, later }: Sides): boolean {
  return (wanted.size > 0 && named.size > 0) || (earlier.size > 0 && later.size > 0);
}

/** [K4] A summary may have all words of a rule, but swapped. */
export function comparedSides(rule: Sides, said: Sides): ComparedSides | undefined {
  if (meet(rule.earlier, said.later) && meet(rule.later, said.earlier)) return 'exchanged';
  const ordered = meet(rule.earlier, said.earlier) && meet(rule.later, said.later) ? 'ordered' : undefined;
  if (rule.named.size === 0 || rule.wanted.size === 0) return ordered;
  if (meet(said.named, rule.wanted) && meet(rule.named, said.wanted)) return 'exchanged';
  if (!meet(rule.wanted, said.wanted)) return ordered;
  if (meet(rule.named, said.wanted)) return 'blurred';
  return meet(rule.named, said.avoided) ? 'kept' : ordered;
}

function meet(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const word of some) if (others.has(word)) return true;
  return false;
}

/** A range of text that is wanted as a whole, or avoided. */
interface Stretch {
  start: number;
  end: number;
  readonly isAvoided: boolean;
}

function wantedIn(text: string): Pick<Sides, 'wanted' | 'avoided' | 'named'> {
  const words = contentWords(text);
  const [wanted, avoided, named] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { start, end, isAvoided } of stretchesOf(text, words)) {
    const nameEnd = isAvoided ? endOfName(text, start, end) : start;
    for (const each of words) {
      if (each.start < start || each.end > end) continue;
      (isAvoided ? avoided : wanted).add(each.word);
      if (each.start < nameEnd) named.add(each.word);
    }
  }
  // Words on both sides do not distinguish them.
  return {
    wanted: difference(wanted, avoided),
    avoided: difference(avoided, wanted),
    named: difference(named, wanted),
  };
}

function endOfName(text: string, start: number, end: number): number {
  const piece = text.slice(start, end);
  const margin = piece.length - piece.trimStart().length;
  const length = ENDS_NAME.exec(piece.slice(margin))?.index;
  return length === undefined ? end : start + margin + length;
}

function difference(some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...some].filter((word) => !others.has(word)));
}

/** Words that separate the sides are between the ranges. */
function stretchesOf(text: string, words: readonly ContentWord[]): Stretch[] {
  const stretches: Stretch[] = [];
  let isAvoided = false;
  let isLeft = false;
  let start = 0;
  for (const { 0: mark, index, groups = {} } of text.matchAll(MARK)) {
    // “Do not use”: the negation applies to the verb, too. The preposition “to” is recognised by what it follows.
    if (groups.arrives !== undefined && !isLeft) continue;
    if (groups.wants !== undefined && isAvoided && !words.some((word) => word.start >= start && word.end <= index)) {
      start = index + mark.length;
      continue;
    }
    stretches.push(...before(text, start, index, isAvoided, groups.undoes !== undefined));
    start = index + mark.length;
    isLeft = groups.leaves !== undefined;
    isAvoided = isLeft || groups.avoids !== undefined;
  }
  stretches.push({ start, end: text.length, isAvoided });
  return stretches;
}

/** A word that negates what precedes it only affects its own clause. */
function before(text: string, start: number, end: number, isAvoided: boolean, isUndone: boolean): Stretch[] {
  if (!isUndone) return [{ start, end, isAvoided }];
  const clause = start + ((CLAUSE_END.exec(text.slice(start, end))?.index ?? -1) + 1);
  return [
    { start, end: clause, isAvoided },
    { start: clause, end, isAvoided: true },
  ];
}

/** “Never a before b” asks for b before a. */
function orderIn(text: string): Pick<Sides, 'earlier' | 'later'> {
  const [sentence, mark] = sentenceWith(ORDER, text);
  if (mark === null) return { earlier: new Set(), later: new Set() };
  const from = mark.index + mark[0].length;
  const length = /[,;:.，；、。]/.exec(sentence.slice(from))?.index ?? sentence.length - from;
  const ahead = sentence.slice(0, mark.index);
  const rest = `${ahead} ${sentence.slice(from + length)}`;
  const behind = wordSet(sentence.slice(from, from + length));
  const others = wordSet(rest);
  const [named, other] = [difference(behind, others), difference(others, behind)];
  const isNamedLater = (mark.groups?.before !== undefined) !== NO.test(wordSet(ahead).size === 0 ? rest : ahead);
  return isNamedLater ? { earlier: other, later: named } : { earlier: named, later: other };
}

function sentenceWith(pattern: RegExp, text: string): [sentence: string, found: RegExpExecArray | null] {
  const sentence = text.split(ENDS_SENTENCE).find((each) => pattern.test(each)) ?? '';
  return [sentence, pattern.exec(sentence)];
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(contentWords(text).map(({ word }) => word));
}
