import { proseSentences } from '../text/sentences';
import type { TextRange } from '../text/text-range';

/** [K4] A sentence of the user's that applies beyond the moment. */
export interface UserRule extends TextRange {
  readonly text: string;
  /** `limit`: only, before, without: allowed under a condition. */
  readonly polarity: 'do' | 'do-not' | 'limit';
}

/** Longer sentences are logs or code. */
const LONGEST_SENTENCE = 500;
const SHORTEST_SENTENCE = 4;

/** “I don't know” and “it doesn't work” are statements; only imperatives forbid. */
const FORBIDS =
  /\bnever\b|\bmust ?n[’']?t\b|\bmust not\b|\bshould ?n[’']?t\b|\bshould not\b|\bmay not\b|\bno longer\b|\bnot allowed\b|\bforbidden\b|\bprohibited\b|\bavoid\b|\bstop \w+ing\b|\brefrain\b|(?:^|[,:;(]\s*|\b(?:please|pls|and|but|so|also|just|you|we|ever|really|definitely|important)[,:]?\s+)(?:do not|don[’']?t)\b|^no \w+|\bunder no circumstances\b/i;
const DEMANDS =
  /\balways\b|\bmust\b|\bmake sure\b|\bensure\b|\bbe sure to\b|\brequired?\b|\b(?:you|it|everything|(?:all|every|each) \w+) (?:needs?|ha(?:s|ve)) to\b|\bfrom now on\b|\bremember to\b|\bat all times\b|\bevery time\b|\bwhenever\b|\bshould always\b|\bprefer\b/i;
const LIMITS =
  /(?<!\bnot |\bthe |\bI )\bonly\b|\bbefore (?:you|we|any|each|every|the|a|an|\w+ing)\b|\bwithout (?:asking|my|first|prior|\w+ing)\b|\bunless\b|\buntil (?:I|you|we)\b|\binstead of\b|\bat most\b|\bno more than\b|\bask (?:me )?(?:first|before)\b/i;
/** “Use tabs, not spaces” is a standing order without any of these words. */
const SETS_AGAINST =
  /^(?:(?:please|pls|now|so|then|and|but|just|also)[,:]?\s+){0,3}(?:use|keep|run|put|write|call|name|choose|pick|install|deploy|push|commit|branch|import|target|connect|listen|store|save|return|log|format|indent|stick)\b.{1,200}?(?:\bnot\s+(?!that\b|only\b|sure\b|yet\b)\S|\brather than\b|\bin place of\b)/i;

const FORBIDS_ELSEWHERE =
  /不要|不能|不可以|不得|不许|禁止|严禁|千万别|请勿|切勿|别(?=[再把用改动删])|永远不|从不|しないで|してはいけ|してはなら|ないでくだ|禁じ|決して|하지 ?마|하지 ?말|금지|절대|\b(?:nie|niemals|auf keinen fall|bitte nicht|jamais|nunca)\b|\bnicht \w+en(?=[.!]?$)|\bne\b.{1,40}\bpas\b|(?:^|\s)(?:никогда|нельзя|не надо)(?=\s)/i;
const DEMANDS_ELSEWHERE =
  /必须|必須|必ず|务必|一定要|始终|常に|いつも|반드시|항상|꼭 |\b(?:immer|stets|muss|müssen|unbedingt|toujours|doit|il faut|siempre|debe|sempre|deve)\b|(?:^|\s)(?:всегда|обязательно|должен|должна|нужно)(?=\s)/i;
const LIMITS_ELSEWHERE =
  /只能|仅限|只允许|(?:提交|修改|删除|执行|运行|合并|发布|部署|开始).{0,6}之前|之前(?:必须|先|请)|する前に|のみ|だけに|하기 전에|\b(?:nur|bevor|ohne zu|seulement|uniquement|avant de|solamente|antes de)\b|(?:^|\s)(?:только|прежде чем)(?=\s)/i;

/** A double negation is an order to do it. */
const FORGET = /\b(?:do not|don[’']?t|never) (?:forget|fail|neglect|hesitate) to\b/gi;

/** Matches “it never worked”, but not “it is important to never touch it”. */
const TELLS_OF_NEVER = /^(?:I|it|this|that|there|they)\b(?!.*\b(?:you|to) never\b).*\bnever\b/i;

/** A statement about the past or about others, not an order. */
const TELLS =
  /^(?:I|it|this|that|he|she|they|there|which|what|why|how|when|who)\b(?! (?:must|should|want|need|would like|expect|prefer|said|told))/i;

/** The rules in a user's text, in order. Fenced code and questions contain none. */
export function userRules(text: string): UserRule[] {
  return [...proseSentences(text)].flatMap(({ start, end }) => {
    if (end - start < SHORTEST_SENTENCE || end - start > LONGEST_SENTENCE) return [];
    const sentence = text.slice(start, end);
    const polarity = polarityOf(sentence);
    return polarity === undefined ? [] : [{ text: sentence, polarity, start, end }];
  });
}

/** Removes “don't forget to”, whose negation is not one. */
export function withoutForgetting(sentence: string): string {
  return sentence.replace(FORGET, (words) => 'must'.padStart(words.length));
}

/** Undefined if the sentence is not a rule. */
export function polarityOf(given: string): UserRule['polarity'] | undefined {
  const sentence = withoutForgetting(given);
  if (/[?？]["')\]]*$/.test(sentence)) return undefined;
  if (FORBIDS.test(sentence)) return TELLS_OF_NEVER.test(sentence) ? undefined : 'do-not';
  if (FORBIDS_ELSEWHERE.test(sentence)) return 'do-not';
  if (!TELLS.test(sentence)) {
    if (LIMITS.test(sentence) || SETS_AGAINST.test(sentence)) return 'limit';
    if (DEMANDS.test(sentence)) return 'do';
  }
  if (LIMITS_ELSEWHERE.test(sentence)) return 'limit';
  return DEMANDS_ELSEWHERE.test(sentence) ? 'do' : undefined;
}
