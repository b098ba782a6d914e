import { contentWords } from '../text/content-words';
import type { SaidAbout } from '../text/said-text';
import type { ComparedSides } from './rule-sides';
import { type UserRule, withoutForgetting } from './user-rules';

/** `weakened`: the condition is gone. `turned`: something forbidden is asked for, or the other way round. */
export type KeptPolarity = 'kept' | 'weakened' | 'turned';

/** Negates a clause, wherever it is. */
const NO =
  /\b(?:no|not|never|none|neither|nor|cannot|without|avoid\w*|forbid\w*|forbade|prohibit\w*|disallow\w*|refrain\w*|ban(?:s|ned)?|refus\w*|stop(?:ped)? \w+ing|skip\w*|off[- ]limits|untouched|unchanged|intact|nicht|keine?\w?|nie|niemals|jamais|pas|nunca)\b|n[’']t\b|不|别|勿|禁|未|没|無|ない|ません|なし|ずに|지 ?마|지 ?말|않|금지|절대|(?:^|\s)(?:не|нельзя|никогда)(?=\s)/i;
/** Directly before a verb, with up to two words between: “there is no need to run”. */
const NO_BEFORE =
  /(?:\b(?:no|not|never|cannot|without|avoid|skip|nicht|nie|niemals|jamais|ne)|n[’']t)(?:\s+[\p{L}’']+){0,2}\s*$|(?:不|别|勿|禁止|无需|未)[^，。；、\s]{0,3}$/iu;
const NO_BEHIND =
  /\b(?:not (?:be|required|needed|necessary|allowed)|need not|no need|needn[’']t|optional|forbidden|prohibited)\b|ない|ません|禁止|不要$|不需要|不必|无需|지 ?마|지 ?말|않/i;
/** “Must”, although it contains a negation. */
const MUST = /なければ(?:なら|いけ)(?:ない|ません)|ないと(?:いけない|だめ)/g;
const LIMIT =
  /\b(?:only|except|outside|other than|unless|until|before|prior to|first|without|just|solely|at most|no more than|limit(?:s|ed)?|restrict\w*|confine\w*|instead of|nur|bevor|ohne|seulement|avant|sans|solo|antes)\b|只|仅|之前|以前|前に|のみ|だけ|前/i;
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
  { text: rule, polarity }: UserRule,
  said: SaidAbout,
  sides: ComparedSides | undefined,
): KeptPolarity {
  const { text } = said.sentence;
  if (sides === 'kept' || sides === 'ordered') return 'kept';
  if (sides === 'exchanged') return 'turned';
  if (sides === 'blurred' && !NO.test(text) && !LIMIT.test(text)) return 'weakened';
  switch (polarity) {
    case 'do-not':
      return clausesOf(said).some(({ text }) => NO.test(text)) || isListOfNos(said) ? 'kept' : 'turned';
    case 'do':
      return isDenied(said) ? 'turned' : 'kept';
    case 'limit':
      return keptLimit(rule, said);
  }
}

function keptLimit(rule: string, said: SaidAbout): KeptPolarity {
  const { text } = said.sentence;
  const dropsTheQuestion = ASKS.test(rule) && !UNASKED.test(rule) && UNASKED.test(text);
  if (dropsTheQuestion && !NO.test(text.replace(UNASKED, ''))) return 'turned';
  if (isDenied(said) && !EXCEPT.test(text) && said.words[0]?.word === contentWords(rule)[0]?.word) return 'turned';
  return LIMIT.test(text) || LIMIT.test(said.sentence.heading) ? 'kept' : 'weakened';
}

function isDenied(said: SaidAbout): boolean {
  if (isListOfNos(said)) return true;
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
