import { reasonText } from '../../layers/shape/reason';
import type { Policy } from '../../policies/shape/policy';
import { reachesAuto, ruleFor, shareOf, type ThresholdRule, type Thresholds } from '../../policies/shape/thresholds';
import { gateReasons } from '../pipeline/gate';
import type { Verdict } from '../pipeline/verdict';

/** What was compared before a call, with its numbers. */
export interface Equation {
  /** `171,220 used ≥ 167,000 = 200,000 − 20,000 − 13,000 → compact`: can be copied and recalculated. */
  readonly text: string;
  readonly isReached: boolean;
  /** Tokens left until it is reached. */
  readonly missing: number;
  /** The named numbers of the limit: the first, and what is subtracted. */
  readonly terms: readonly Term[];
  readonly limit: Term;
  /** What the numbers do not show. */
  readonly notes: readonly string[];
}

export interface Term {
  readonly tokens: number;
  readonly name: string;
  readonly rule: string;
}

/** What is known about the moment at which the gate decided. */
export interface EquationFacts {
  readonly policy: Pick<Policy, 'maxOutputTokens' | 'windowTokens' | 'isDisabled'>;
  readonly rule: ThresholdRule;
  readonly thresholds: Thresholds;
  readonly modelWindow: number;
  /** Of the gate. */
  readonly verdict: Pick<Verdict, 'type' | 'reason'>;
  /** As the policy counts. */
  readonly used: number;
  /** What the call would carry. */
  readonly size: number;
  /** It was recorded as sent, so the provider accepted it, whatever its size. */
  readonly wasTaken: boolean;
}

/** [G1] The decisive threshold under this policy: that of automatic compaction, else the blocking limit. */
export function equationOf(facts: EquationFacts): Equation {
  const { reason } = facts.verdict;
  switch (reason.code) {
    case 'not-automatic':
      return blockingEquation(facts);
    case 'reactive-only':
      return fitsEquation(facts);
    case 'disabled':
    case 'no-room':
      return fitsEquation(facts);
    default:
      return autoEquation(facts);
  }
}

/** [W2] [W3] */
function autoEquation(given: EquationFacts): Equation {
  const { thresholds, verdict } = given;
  const { auto, effective, window } = thresholds;
  const rule = ruleFor(given.rule, window);
  const facts = { ...given, rule };
  const byBuffer = effective - rule.bufferTokens;
  const byShare = shareOf(rule, window, effective);
  const isOfWindow = rule.percentOf === 'window';
  const isByShare = byShare < byBuffer;
  const isByPercent = isByShare && !isOfWindow;
  const isSet = rule.atTokens > 0 && rule.atTokens < Math.min(byBuffer, byShare);
  const buffer = term(rule.bufferTokens, 'buffer before the end of the effective window', 'W3');
  const whole = isByShare && isOfWindow ? [windowShare(facts)] : [windowTerm(window)];
  const formula = [...whole, ...reserveTerms(facts), ...(isByShare ? [] : buffer)];
  const terms = isSet ? term(auto, 'threshold that is set', 'W3') : formula;
  const shown = difference(terms);
  const worked = isByPercent
    ? percentText(terms, rule.percent, (effective * rule.percent) / 100)
    : floored(shown, auto === 0);
  const because = isSet ? OVERRIDE : worked;
  const isReached = reachesAuto(facts.used, auto, thresholds);
  const relation = thresholds.isAutoAbove === true ? '>' : '≥';
  const outcome = verdict.type === 'open' ? 'compact' : 'no compaction';
  const why = reasonText(verdict.reason, gateReasons);
  const isOther = isReached !== (verdict.type === 'open');
  const hindrance = isOther ? `, but ${why}` : '';
  return {
    ...compared(facts.used, 'used', relation, auto, because, isReached, `${hindrance} → ${outcome}`),
    terms,
    limit: {
      tokens: auto,
      name: isByPercent && !isSet ? `${rule.percent} % of that: the threshold` : 'threshold',
      rule: 'W3',
    },
    notes: [
      ...windowNotes(facts),
      ...(rule.percent < 100 && !isByShare && !isSet
        ? [
            `${rule.percent} % of ${number(isOfWindow ? window : effective)}${isOfWindow ? ' less what is reserved' : ''} is ${number(byShare)}: not lower, so it has no effect.`,
          ]
        : []),
      ...(isReached || BELOW.has(verdict.reason.code) ? [] : [`Also: ${why}.`]),
    ],
  };
}

/** What the numbers already show. */
const BELOW: ReadonlySet<string> = new Set(['below-threshold', 'not-above-threshold']);

/** [W5] [X3] */
function blockingEquation(facts: EquationFacts): Equation {
  const { rule, thresholds } = facts;
  const { blocking } = thresholds;
  const isOverridden = rule.blockingLimitTokens > 0;
  const formula = [
    ...effectiveTerms(facts),
    ...term(rule.blockingTokens, 'left before the end of the effective window', 'W5'),
  ];
  const terms = isOverridden ? term(blocking, 'override of the blocking limit', 'W5') : formula;
  const isReached = facts.used >= blocking;
  const outcome = isReached ? ' → blocked: the user must compact' : ' → allowed';
  const because = isOverridden ? OVERRIDE : floored(difference(terms), blocking === 0);
  return {
    ...compared(facts.used, 'used', '≥', blocking, because, isReached, outcome),
    terms,
    limit: { tokens: blocking, name: 'blocking limit', rule: 'W5' },
    notes: [
      ...windowNotes(facts),
      ...(isOverridden ? [withoutOverride(facts, formula)] : []),
      'Automatic compaction is turned off.',
    ],
  };
}

const OVERRIDE = 'the override';

function withoutOverride({ rule, thresholds }: EquationFacts, formula: readonly Term[]): string {
  const limit = thresholds.effective - rule.blockingTokens;
  const text = `${number(Math.max(0, limit))} = ${floored(difference(formula), limit <= 0)}`;
  return `Without the override: ${text}.`;
}

/** [X1] */
export function fitsEquation(facts: EquationFacts): Equation {
  const { policy, rule, thresholds } = facts;
  const { window, fits } = thresholds;
  const output = term(policy.maxOutputTokens, 'free for the reply', 'X1');
  const byRule = [windowTerm(window), ...(rule.leavesFree === 'output' ? output : [])];
  const isRaised =
    fits >
    Math.max(
      0,
      byRule.reduce((left, { tokens }, place) => (place === 0 ? tokens : left - tokens), 0),
    );
  const terms = isRaised ? [{ tokens: fits, name: 'the largest request that succeeded', rule: 'X1' }] : byRule;
  const isReached = facts.size > fits;
  return {
    ...compared(
      facts.size,
      'tokens',
      '>',
      fits,
      isRaised ? 'the largest request that succeeded' : floored(difference(terms), fits === 0),
      isReached,
      isReached ? (facts.wasTaken ? ', but the recording shows it was accepted → accepted' : ' → rejected') : ' → fits',
    ),
    terms,
    limit: { tokens: fits, name: 'maximum call size', rule: 'X1' },
    notes: [
      ...windowNotes(facts),
      ...(facts.verdict.reason.code === 'disabled'
        ? [policy.isDisabled === true ? 'Compaction is turned off.' : 'This policy has no compaction layer.']
        : []),
      ...(facts.verdict.reason.code === 'reactive-only' ? ['Reactive only: compacts after a rejected request.'] : []),
    ],
  };
}

function compared(
  size: number,
  unit: string,
  relation: '≥' | '>',
  limit: number,
  because: string,
  isReached: boolean,
  outcome: string,
): Pick<Equation, 'text' | 'isReached' | 'missing'> {
  const not = relation === '≥' ? '<' : '≤';
  // A size just below a limit must not be rounded up to it, nor one just above it down.
  const shown = relation === '≥' ? Math.floor(size) : isReached ? Math.ceil(size) : Math.floor(size);
  const isWindow = because === number(limit);
  const equals = isWindow ? ', the whole window' : because === OVERRIDE ? `, ${because}` : ` = ${because}`;
  return {
    text: `${number(shown)} ${unit} ${isReached ? relation : not} ${number(limit)}${equals}${outcome}`,
    isReached,
    missing: isReached ? 0 : Math.max(0, limit - shown + (relation === '>' ? 1 : 0)),
  };
}

function windowTerm(window: number): Term {
  return { tokens: window, name: 'window', rule: 'W1' };
}

/** [W2] */
function effectiveTerms(facts: EquationFacts): readonly Term[] {
  return [windowTerm(facts.thresholds.window), ...reserveTerms(facts)];
}

/** [W3] */
function windowShare({ rule: { percent }, thresholds: { window } }: EquationFacts): Term {
  return { tokens: Math.floor((window * percent) / 100), name: `${percent} % of the window`, rule: 'W3' };
}

/** [W2] */
function reserveTerms({ policy: { maxOutputTokens }, rule }: EquationFacts): readonly Term[] {
  switch (rule.reserve) {
    case 'none':
      return [];
    case 'whole':
      return term(maxOutputTokens, 'reserved for the reply', 'W2');
    case 'capped': {
      const tokens = Math.min(maxOutputTokens, rule.reserveCapTokens);
      const of = tokens < maxOutputTokens ? ` (of ${number(maxOutputTokens)} max)` : '';
      return term(tokens, `reserved for the reply${of}`, 'W2');
    }
  }
}

function windowNotes({ policy, thresholds: { window }, modelWindow }: EquationFacts): readonly string[] {
  if (policy.windowTokens === undefined) return [];
  return policy.windowTokens > modelWindow
    ? [
        `The policy sets a window of ${number(policy.windowTokens)}, but the model's ${number(modelWindow)} is smaller and applies.`,
      ]
    : [`The window of ${number(window)} is set by the policy; the model's is ${number(modelWindow)}.`];
}

/** Terms of 0 are omitted. */
function term(tokens: number, name: string, rule: string): readonly Term[] {
  return tokens === 0 ? [] : [{ tokens, name, rule }];
}

function difference([first, ...others]: readonly Term[]): string {
  const taken = others.map(({ tokens }) => ` − ${number(tokens)}`);
  return `${number(first?.tokens ?? 0)}${taken.join('')}`;
}

function percentText(terms: readonly Term[], percent: number, product: number): string {
  const of = difference(terms);
  const text = `${of.includes('−') ? `(${of})` : of} × ${percent} %`;
  return Number.isInteger(product) ? text : `⌊${text}⌋`;
}

/** [W3] No threshold is negative. */
function floored(text: string, isAtNothing: boolean): string {
  return isAtNothing && text.includes('−') ? `max(0, ${text})` : text;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
