import type { Message } from '../../transcript/transcript';
import type { SaidAbout, SaidSentence } from '../text/said-text';
import type { TextRange } from '../text/text-range';
import type { Cut } from '../values/cut';
import { englishPolarity } from './rule-cues';
import { polarityElsewhere } from './rule-cues-elsewhere';
import type { RuleEdit } from './rule-edits';
import { isInstruction, isReport, type KeptPolarity, keptPolarity, weakens } from './rule-polarity';
import { comparedSides, hasSides, type Sides, sidesOf } from './rule-sides';
import { RuleText } from './rule-text';
import { ruleWords, ruleWordsElsewhere } from './rule-words';
import { type SessionRule, type SessionRules, sessionRules } from './session-rules';
import { polarityOf, type UserRule } from './user-rules';

/** `degraded`: only half of it is stated, or its condition is gone. `turned`: the opposite is asked for. */
export type RuleState = 'preserved' | 'degraded' | 'turned' | 'lost';

/** [K4] What became of a user's rule. */
export interface RuleFate {
  readonly rule: SessionRule;
  readonly state: RuleState;
  /** The closest sentence, unless it is lost. */
  readonly said: TextRange | undefined;
}

/** No real session has more rules; a malicious text might. */
const MAX_RULES = 1_000;
const PRESERVED_SHARE = 0.75;
/** “8443, not 8080” says nearly all of “Always use port 8443, not 8080”. */
const SHARE_OF_SIDES = 0.6;
const FEWEST_OF_A_REASON = 3;

/**
 * The rules in removed user messages, and those that an earlier, removed summary had kept: what was lost before cannot be
 * kept. A rule that the user added, and that no prompt says, always counts.
 */
export function rulesAtCut(
  messages: readonly Message[],
  { left, later }: Pick<Cut, 'left' | 'later'>,
  edits: readonly RuleEdit[] = [],
): SessionRules {
  const leftAt = new Set(left.map(({ place }) => place?.message));
  const earlier = earlierSummary(left);
  const { rules, removed } = sessionRules(messages, edits, later.from);
  const counted = rules.filter(
    (rule) =>
      rule.was === undefined ||
      leftAt.has(rule.was.message) ||
      (earlier !== undefined && ruleStateIn(earlier, rule).state === 'preserved'),
  );
  return { rules: counted.slice(-MAX_RULES), removed };
}

export function ruleFates(
  messages: readonly Message[],
  cut: Cut,
  remaining: RuleText,
  edits: readonly RuleEdit[] = [],
): RuleFate[] {
  return rulesAtCut(messages, cut, edits).rules.map((rule) => ({ rule, ...ruleStateIn(remaining, rule) }));
}

function earlierSummary(left: Cut['left']): RuleText | undefined {
  const texts = left.flatMap(({ message, part }) =>
    message.kind === 'summary' && part.kind === 'text' ? [part.text] : [],
  );
  return texts.length === 0 ? undefined : new RuleText(texts.join('\n'));
}

/** [K4] What a text makes of a rule. */
export function ruleStateIn(
  remaining: RuleText,
  rule: Pick<UserRule, 'text' | 'polarity'>,
): Pick<RuleFate, 'state' | 'said'> {
  const asked = withoutReason(rule.text);
  const quoted = remaining.verbatim(rule.text) ?? remaining.verbatim(asked);
  if (quoted !== undefined) return { state: 'preserved', said: quoted };
  const whole = stateOf(remaining, rule, asked);
  if (whole.state !== 'lost') return whole;
  const main = withoutCondition(asked);
  const half = main === undefined ? whole : stateOf(remaining, rule, main);
  return half.state === 'preserved' ? { ...half, state: 'degraded' } : whole;
}

function stateOf(
  remaining: RuleText,
  rule: Pick<UserRule, 'text' | 'polarity'>,
  asked: string,
): Pick<RuleFate, 'state' | 'said'> {
  const isEnglish = englishPolarity(rule.text) !== undefined || polarityElsewhere(rule.text) === undefined;
  const sides = sidesOf(asked);
  const condition = conditionOf(asked);
  const wordsOf = isEnglish ? ruleWords : ruleWordsElsewhere;
  const needed = new Set(wordsOf(condition).map(({ word }) => word));
  const found = remaining.about(asked, isEnglish).map((said) => withCondition(compared(rule, sides, said), needed));
  if (hasSides(sides) && !found.some(isPreserved)) {
    // Wanted and unwanted may be in two sentences: “Use 8443. Never 8080.”
    const inTwo = remaining.aboutInTwo(asked, isEnglish);
    found.push(...inTwo.map((said) => withCondition(compared(rule, sides, said), needed)));
  }
  const preserved = found.find(isPreserved);
  if (preserved !== undefined) return { state: 'preserved', said: preserved.said.sentence };
  const turned = found.find(
    (each) => isTurned(each) && (!isEnglish || rule.polarity !== 'do-not' || isMeant(remaining, each)),
  );
  if (turned !== undefined) return { state: 'turned', said: turned.said.sentence };
  const swapped = isEnglish && rule.polarity !== 'do-not' ? remaining.opposite(asked) : undefined;
  if (swapped !== undefined && !isReport(swapped.text)) return { state: 'turned', said: swapped };
  const degraded = found.find(({ polarity }) => polarity !== 'turned');
  return degraded === undefined
    ? { state: 'lost', said: undefined }
    : { state: 'degraded', said: degraded.said.sentence };
}

interface Compared {
  readonly said: SaidAbout;
  readonly polarity: KeptPolarity;
  /** Two things changed places, which is no report. */
  readonly isExchanged: boolean;
  readonly isEnough: boolean;
}

function compared(rule: Pick<UserRule, 'text' | 'polarity'>, sides: Sides, said: SaidAbout): Compared {
  const isNear = said.share >= SHARE_OF_SIDES && hasSides(sides);
  const found = isNear ? comparedSides(sides, sidesSaid(said.sentence)) : undefined;
  const least = found === 'kept' || found === 'exchanged' ? SHARE_OF_SIDES : PRESERVED_SHARE;
  const polarity = keptPolarity(rule, said, found);
  return {
    said,
    polarity: polarity === 'kept' && weakens(rule.text, said.sentence.text) ? 'weakened' : polarity,
    isExchanged: found === 'exchanged',
    isEnough: said.share >= least,
  };
}

function isPreserved({ said, polarity, isEnough }: Compared): boolean {
  return polarity === 'kept' && isEnough && said.hasAllExact;
}

/** “Pushed to main” reports what was done, and asks for nothing. */
function isTurned({ said, polarity, isExchanged, isEnough }: Compared): boolean {
  return polarity === 'turned' && isEnough && (isExchanged || !isReport(said.sentence.text));
}

/** One word in a statement may be about something else. */
function isMeant(remaining: RuleText, { said, isExchanged }: Compared): boolean {
  return isExchanged || remaining.telling(said) > 1 || isInstruction(said.sentence.text);
}

const known = new WeakMap<SaidSentence, Sides>();

/** Many rules may be compared with one sentence. */
function sidesSaid(sentence: SaidSentence): Sides {
  const before = known.get(sentence);
  if (before !== undefined) return before;
  const sides = sidesOf(sentence.text);
  known.set(sentence, sides);
  return sides;
}

/** A limit without its limit is half of it. */
function withCondition(given: Compared, needed: ReadonlySet<string>): Compared {
  const isMissing = needed.size > 0 && !given.said.words.some(({ word }) => needed.has(word));
  return isMissing && given.polarity === 'kept' ? { ...given, polarity: 'weakened' } : given;
}

/** “… until I talked to her”: without it, half of the rule is left. */
const CONDITION = /\s(?:until|unless|except|without|before|as long as|bevor|bis|ohne|sauf|avant|salvo|antes)\s/i;

/** Empty without one. */
function conditionOf(rule: string): string {
  const found = CONDITION.exec(rule);
  return found === null ? '' : rule.slice(found.index + found[0].length);
}

/** “Ask before a migration” says nothing without the migration. */
const ORDER = /^\s(?:before|bevor|avant|antes)\s$/i;

function withoutCondition(rule: string): string | undefined {
  const found = CONDITION.exec(rule);
  const at = found === null || ORDER.test(found[0]) ? undefined : found.index;
  return at === undefined || ruleWords(rule.slice(0, at)).length === 0 ? undefined : rule.slice(0, at);
}

/** “…, they come from the vendor”, “…, because …”: not what is asked for. */
const REASON =
  /^(?:I|we|they|he|she|it|that|this|there|these|those|my|our|(?:the|der|die|das|le|la|el) \p{L}+ (?:is|are|was|has|have|ist|sind|est|es)|because|since|as|weil|denn|da|il|elle|car|parce|porque)(?![\p{L}])/iu;

/** For how long: the summary may say so elsewhere. */
const SCOPE =
  /\b(?:for (?:now|the moment|the time being)|from (?:now|here|this point) on(?:wards?)?|going forward|until further notice|(?:in|on) the (?:repo\w*|project|team|code ?base)|(?:in|on|for) (?:this|our) [\w-]+|vorerst|ab (?:jetzt|sofort)|désormais|por ahora)\b/gi;

/** `Never touch a, they have been applied already`: drops clauses after the last imperative, unless they continue a list. */
function withoutReason(given: string): string {
  const rule = given.replace(SCOPE, (scope) => ' '.repeat(scope.length));
  // “When unsure, pick …”: what follows is what is asked for.
  if (/^\s*(?:if|when|whenever|once|in doubt|as soon as|wenn|falls|si|quand|cuando)\b/i.test(rule)) return rule;
  const ends = [...rule.matchAll(/[,:;](?=\s)|[，；、：]|\s(?=(?:because|since|weil|denn|porque|parce que)\s)/g)].map(
    ({ index }) => index,
  );
  const clauses = [...ends, rule.length].map((end, place) => ({
    start: place === 0 ? 0 : (ends[place - 1] ?? 0) + 1,
    end,
  }));
  const last = clauses.findLastIndex(({ start, end }, place) => {
    const clause = rule.slice(start, end).trim();
    if (place > 0 && REASON.test(clause)) return false;
    return polarityOf(clause) !== undefined || ruleWords(clause).length < FEWEST_OF_A_REASON;
  });
  return last === -1 ? rule : rule.slice(0, clauses[last]?.end);
}
