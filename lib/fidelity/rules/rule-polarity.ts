import { contentWords } from '../text/content-words';
import type { SaidAbout } from '../text/said-text';
import { startsWithVerb } from './rule-cues';
import type { ComparedSides } from './rule-sides';
import { type UserRule, withoutForgetting } from './user-rules';

/** `weakened`: the condition is gone. `turned`: something forbidden is asked for, or the other way round. */
export type KeptPolarity = 'kept' | 'weakened' | 'turned';

/** Negates a clause, wherever it is. */
const NO =
  /\b(?:no|not|never|none|neither|nor|cannot|without|avoid\w*|forbid\w*|forbade|prohibit\w*|disallow\w*|refrain\w*|ban(?:s|ned)?|refus\w*|stop(?:ped)? \w+ing|quit \w+ing|skip\w*|off[- ]limits|hands off|untouched|unchanged|intact|frozen|read-only|as[- ]is|as (?:it|they) (?:is|are|was|were)|(?:leave|leaving|left) [^.;]{1,60}(?:alone|as|in place|where)|stay(?:s|ed)? (?:out|away|clear|off|in place)|keep(?:s|ing)? (?:out|away|clear|off)|steer clear|dont|doesnt|isnt|arent|cant|wont|shouldnt|mustnt|nothing|nobody|nicht|keine?\w?|nie|niemals|jamais|pas|nunca)\b|n[’']t\b|不|别|勿|禁|未|没|無|ない|ません|なし|ずに|지 ?마|지 ?말|않|금지|절대|(?:^|\s)(?:не|нельзя|никогда)(?=\s)/i;
/** Directly before a verb, with up to two words between: “there is no need to run”. */
const NO_BEFORE =
  /(?:\b(?:no|not|never|cannot|without|avoid|skip|nicht|nie|niemals|jamais|ne)|n[’']t)(?:\s+[\p{L}’']+){0,2}\s*$|(?:不|别|勿|禁止|无需|未)[^，。；、\s]{0,3}$/iu;
const NO_BEHIND =
  /\b(?:not (?:be|required|needed|necessary|allowed)|need not|no need|needn[’']t|optional|forbidden|prohibited)\b|ない|ません|禁止|不要$|不需要|不必|无需|지 ?마|지 ?말|않/i;
/** “Must”, although it contains a negation. */
const MUST = /なければ(?:なら|いけ)(?:ない|ません)|ないと(?:いけない|だめ)/g;
const LIMIT =
  /\b(?:only|except|outside|other than|unless|until|before|prior to|first|without|just|solely|at most|no more than|max(?:imum)?|up to|no (?:longer|bigger|larger) than|limit(?:s|ed)?|restrict\w*|confine\w*|instead of|nur|ausschließlich|höchstens|bevor|ohne|seulement|uniquement|avant|sans|solo|sólo|solamente|antes)\b|только|лишь|只|仅|之前|以前|前に|のみ|だけ|前/i;
/** A negation with one of these is a limit: “do not change files outside src”. */
const EXCEPT = /\b(?:only|except|outside|other than|unless|until)\b|只|仅|以外|のみ|だけ/i;
const ASKS = /\b(?:ask\w*|confirm\w*|approv\w*|permission)\b/i;
const UNASKED = /\bwithout (?:asking|my|any|first|prior|confirm\w*|approval|permission)\b/i;
const CLAUSE = /[^,;，；、]+/g;

/**
 * [K4] Whether a sentence with the words of a rule asks for the same. Words alone do not distinguish `push` from `never
 * push`.
 */
export function keptPolarity(
  { text: rule, polarity }: Pick<UserRule, 'text' | 'polarity'>,
  said: SaidAbout,
  sides: ComparedSides | undefined,
): KeptPolarity {
  const { text } = said.sentence;
  if (sides === 'kept' || sides === 'ordered') return 'kept';
  if (sides === 'exchanged') return 'turned';
  if (sides === 'blurred' && !NO.test(text) && !LIMIT.test(text)) return 'weakened';
  switch (polarity) {
    case 'do-not':
      return clausesOf(said).some(({ text }) => isForbidden(rule, text)) || isListOfNos(said) ? 'kept' : 'turned';
    case 'do':
      return isDenied(said, rule) ? 'turned' : 'kept';
    case 'limit':
      return keptLimit(rule, said);
  }
}

/** “Without asking” is no prohibition where the rule says it, too. */
function isForbidden(rule: string, clause: string): boolean {
  return NO.test(UNASKED.test(rule) ? clause.replace(UNASKED, '') : clause);
}

/** Half of a rule: “mostly”, “where possible”. */
const HEDGES =
  /\b(?:mostly|usually|often|sometimes|generally|ideally|preferably|optional(?:ly)?|in most (?:places|cases)|where (?:possible|practical|convenient)|if (?:possible|practical|convenient)|when (?:possible|convenient)|some of|partly|meistens|möglichst|si possible|si es posible)\b/i;

export function weakens(rule: string, said: string): boolean {
  return HEDGES.test(said) && !HEDGES.test(rule);
}

/** Says what was done, and not what to do. */
const REPORTS =
  /^[\W\d]{0,12}(?:(?:I|we|the (?:agent|assistant|model)) )?(?:(?:have|has|had|already|also|then|just|successfully) )*(?:(?!need)[a-z]{2,}ed|was|were|wrote|made|ran|found|built|did|took|put|gave|got|went|kept|left)\b|\b(?:was|were|has been|have been|had been) [a-z]+(?:ed|en|t|ne)\b|[✅✓☑]|\[x\]/i;
/** “The user asked …” is no report of what the agent did. */
const REQUESTED =
  /^[\W\d]{0,12}(?:the )?user(?:['’]s)?\b|\b(?:user|she|he|they) (?:\w+ )?(?:asked|wants?|wanted|said|told|requested|insist\w*|prefers?|preferred|allow\w*|forb\w+|decided)\b|\b(?:asked|told|instructed|allowed|required|supposed) to\b/i;

export function isReport(sentence: string): boolean {
  return REPORTS.test(sentence) && !REQUESTED.test(sentence);
}

/** It tells somebody what to do, and is not a plain statement. */
export function isInstruction(sentence: string): boolean {
  const bare = sentence.replace(
    /^[\W\d]{0,12}(?:(?:next|todo|then|step \d+|now|rules?|constraints?|conventions?|instructions?)\b[:.]?\s*)*/i,
    '',
  );
  return startsWithVerb(bare) || MODAL.test(sentence) || REQUESTED.test(sentence) || !/\s\S+\s/.test(bare);
}

const MODAL =
  /\b(?:must|should|shall|may|can|needs? to|ha(?:s|ve) to|allowed|is fine|are fine|ok to|okay to)\b|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff]/i;

function keptLimit(rule: string, said: SaidAbout): KeptPolarity {
  const { text } = said.sentence;
  const dropsTheQuestion = ASKS.test(rule) && !UNASKED.test(rule) && UNASKED.test(text);
  if (dropsTheQuestion && !NO.test(text.replace(UNASKED, ''))) return 'turned';
  if (isDenied(said, rule) && !EXCEPT.test(text) && said.words[0]?.word === contentWords(rule)[0]?.word)
    return 'turned';
  return LIMIT.test(text) || LIMIT.test(said.sentence.heading) ? 'kept' : 'weakened';
}

/** “With tax” and “without tax”: directly before one of its words. */
const DENIES = /\b(?:without|no longer|instead of|rather than)\s+(?:the |an? |any )?$/i;

function isDenied(said: SaidAbout, rule: string): boolean {
  if (isListOfNos(said)) return true;
  const { text } = said.sentence;
  if (!NO.test(rule) && said.words.some(({ start, isExact }) => !isExact && DENIES.test(text.slice(0, start))))
    return true;
  return clausesOf(said).some(({ text, firstWord }, place) => {
    if (place > 0) return false;
    return NO_BEFORE.test(text.slice(0, firstWord)) || NO_BEHIND.test(text.slice(firstWord).replace(MUST, ''));
  });
}

/** `Forbidden:` with a list below it. */
function isListOfNos({ sentence: { heading } }: SaidAbout): boolean {
  return /^\W*(?:never|don[’']?t\w*|do nots?|forbidden|prohibited|not allowed|avoid|禁止|不要|しないこと)/i.test(
    heading,
  );
}

/** The clauses with words of the rule, and the position of the first one in each. */
function clausesOf({ sentence, words }: SaidAbout) {
  return [...sentence.text.matchAll(CLAUSE)].flatMap(({ 0: text, index }) => {
    const first = words.find(({ start }) => start >= index && start < index + text.length);
    return first === undefined
      ? []
      : [{ text: withoutForgetting(text).replace(MUST, ''), firstWord: first.start - index }];
  });
}
