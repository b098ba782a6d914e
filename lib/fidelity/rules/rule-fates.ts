import type { Message } from '../../transcript/transcript';
import { contentWords } from '../text/content-words';
import { type SaidAbout, type SaidSentence, SaidText } from '../text/said-text';
import type { Cut } from '../values/cut';
import type { PartPlace } from '../values/value-index';
import { type KeptPolarity, keptPolarity } from './rule-polarity';
import { comparedSides, hasSides, type Sides, sidesOf } from './rule-sides';
import { polarityOf, type UserRule, userRules } from './user-rules';

/** [K4] What became of a user's rule. `degraded`: only half of it is stated, or its condition is gone. */
export interface RuleFate {
  readonly rule: UserRule;
  readonly was: PartPlace;
  readonly state: 'preserved' | 'degraded' | 'turned' | 'lost';
  /** The closest sentence, unless it is lost. */
  readonly said: SaidSentence | undefined;
}

interface GivenRule {
  readonly rule: UserRule;
  readonly was: PartPlace;
}

/** No real session has more rules; a malicious text might. */
const MAX_RULES = 1_000;
const PRESERVED_SHARE = 0.75;
/** “8443, not 8080” says nearly all of “Always use port 8443, not 8080”. */
const SHARE_OF_SIDES = 0.6;
const FEWEST_OF_A_REASON = 3;

/**
 * The rules in removed user messages, and those that an earlier, removed summary had kept: what was lost before cannot be
 * kept.
 */
export function ruleFates(messages: readonly Message[], { left, later }: Cut, remaining: SaidText): RuleFate[] {
  const leftAt = new Set(left.map(({ place }) => place?.message));
  const earlier = earlierSummary(left);
  const rules = [...rulesGiven(messages, later.from)].filter(
    ({ rule, was }) =>
      leftAt.has(was.message) || (earlier !== undefined && fateIn(earlier, rule).state === 'preserved'),
  );
  return rules.slice(-MAX_RULES).map(({ rule, was }) => ({ rule, was, ...fateIn(remaining, rule) }));
}

function earlierSummary(left: Cut['left']): SaidText | undefined {
  const texts = left.flatMap(({ message, part }) =>
    message.kind === 'summary' && part.kind === 'text' ? [part.text] : [],
  );
  return texts.length === 0 ? undefined : new SaidText(texts.join('\n'));
}

/** Each once, at its last occurrence. */
function rulesGiven(messages: readonly Message[], end: number): Iterable<GivenRule> {
  const given = new Map<string, GivenRule>();
  for (const [message, { kind, role, parts }] of messages.slice(0, end).entries()) {
    if (kind !== 'prompt' || role !== 'user') continue;
    for (const [part, held] of parts.entries()) {
      if (held.kind !== 'text') continue;
      for (const rule of userRules(held.text)) {
        // “Only that one” matches any words.
        if (contentWords(rule.text).length === 0) continue;
        const key = rule.text.toLowerCase().replace(/\s+/g, ' ');
        given.delete(key);
        given.set(key, { rule, was: { message, part } });
      }
    }
  }
  return given.values();
}

function fateIn(remaining: SaidText, rule: UserRule): Pick<RuleFate, 'state' | 'said'> {
  const asked = withoutReason(rule.text);
  const sides = sidesOf(asked);
  const found = remaining.about(asked).map((said) => compared(rule, sides, said));
  if (hasSides(sides) && !found.some(isPreserved)) {
    // Wanted and unwanted may be in two sentences: “Use 8443. Never 8080.”
    found.push(...remaining.aboutInTwo(asked).map((said) => compared(rule, sides, said)));
  }
  const preserved = found.find(isPreserved);
  if (preserved !== undefined) return { state: 'preserved', said: preserved.said.sentence };
  const turned = found.find(({ polarity, isEnough }) => polarity === 'turned' && isEnough);
  if (turned !== undefined) return { state: 'turned', said: turned.said.sentence };
  const degraded = found.find(({ polarity }) => polarity !== 'turned');
  return degraded === undefined
    ? { state: 'lost', said: undefined }
    : { state: 'degraded', said: degraded.said.sentence };
}

interface Compared {
  readonly said: SaidAbout;
  readonly polarity: KeptPolarity;
  readonly isEnough: boolean;
}

function compared(rule: UserRule, sides: Sides, said: SaidAbout): Compared {
  const isNear = said.share >= SHARE_OF_SIDES && hasSides(sides);
  const found = isNear ? comparedSides(sides, sidesSaid(said.sentence)) : undefined;
  const least = found === 'kept' || found === 'exchanged' ? SHARE_OF_SIDES : PRESERVED_SHARE;
  return { said, polarity: keptPolarity(rule, said, found), isEnough: said.share >= least };
}

function isPreserved({ said, polarity, isEnough }: Compared): boolean {
  return polarity === 'kept' && isEnough && said.hasAllExact;
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

/** `Never touch a, they have been applied already`: drops clauses after the last imperative, unless they continue a list. */
function withoutReason(rule: string): string {
  const ends = [...rule.matchAll(/[,:;](?=\s)|[，；、：]/g)].map(({ index }) => index);
  const clauses = [...ends, rule.length].map((end, place) => ({
    start: place === 0 ? 0 : (ends[place - 1] ?? 0) + 1,
    end,
  }));
  const last = clauses.findLastIndex(({ start, end }) => {
    const clause = rule.slice(start, end).trim();
    return polarityOf(clause) !== undefined || contentWords(clause).length < FEWEST_OF_A_REASON;
  });
  return last === -1 ? rule : rule.slice(0, clauses[last]?.end);
}
