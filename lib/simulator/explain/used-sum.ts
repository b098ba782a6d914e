import { assertNever } from '../../base/assert-never';
import { type Measure, measureOf } from '../../policies/shape/measure';
import type { Policy } from '../../policies/shape/policy';
import type { Usage } from '../../transcript/transcript';
import { inputSide } from '../../transcript/usage';
import type { CountedTerms } from '../pipeline/context-size';
import { policyCount } from '../pipeline/policy-count';

/** The terms of the compared size: whole numbers that add up to `used`. */
export interface UsedSum {
  readonly used: number;
  readonly terms: readonly UsedTerm[];
}

export type UsedTerm = { readonly tokens: number } /** The newest usage. Its parts come to its tokens. */ & (
  | {
      readonly type: 'usage';
      readonly call: number;
      readonly isRecorded: boolean;
      readonly isOutputEstimated: boolean;
      readonly parts: UsageParts;
    }
  /** The user went back: the rest has no usage. */
  | { readonly type: 'recounted' }
  | { readonly type: 'system' }
  | { readonly type: 'added'; readonly messages: number; readonly by: Measure['since'] }
  /** [W10] */
  | { readonly type: 'old-reasoning' }
  /** [T3] Negative, unless a span was unfolded [C1]. */
  | { readonly type: 'freed' }
  /** [T9] Every message counted by the policy itself; the system part is not. */
  | { readonly type: 'each-message'; readonly messages: number }
  | { readonly type: 'whole'; readonly isRecorded: boolean }
);

export interface UsageParts {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWritten: number;
  readonly output: number;
}

export interface UsedFacts {
  readonly policy: Pick<Policy, 'counter' | 'usage' | 'since' | 'countsOldReasoning'>;
  readonly call: number;
  readonly used: number;
  readonly counted: CountedTerms;
  readonly systemTokens: number;
  /** Messages in the context, and those added since the last call without being its reply. */
  readonly messages: number;
  readonly addedMessages: number;
  /** The size of this call is a recorded usage. */
  readonly isMeasured: boolean;
  /** Missing before the first call. */
  readonly last: LastCall | undefined;
}

/** The usage of the previous call in the replay. */
export interface LastCall {
  readonly tokens: number;
  /** As simulated. */
  readonly parts: UsageParts;
  readonly recorded: Usage | undefined;
  readonly isOutputEstimated: boolean;
}

/** [T2] [T9] */
export function usedSum(facts: UsedFacts): UsedSum {
  // Just below the threshold it must not be rounded up to it.
  const used = Math.floor(facts.used);
  const count = policyCount(facts.policy.counter);
  switch (count) {
    case 'size':
      return { used, terms: [{ type: 'whole', tokens: used, isRecorded: facts.isMeasured }] };
    case 'usage-and-rough':
      return { used, terms: [...sinceUsage(used, facts)] };
    default:
      return { used, terms: [{ type: 'each-message', tokens: used, messages: facts.messages }] };
  }
}

/** The rounding difference is added to the estimate. */
function sinceUsage(used: number, facts: UsedFacts): UsedTerm[] {
  const { counted, addedMessages } = facts;
  const { usage, since } = measureOf(facts.policy);
  const start = startOf(facts, usage);
  const freed = Math.round(counted.freed);
  const old = Math.round(counted.oldReasoning);
  const added = used - start.tokens - old + freed;
  const isCounted = added !== 0 || (addedMessages > 0 && since !== 'nothing');
  return [
    start,
    ...(isCounted ? [{ type: 'added', tokens: added, messages: addedMessages, by: since } as const] : []),
    ...(old === 0 ? [] : [{ type: 'old-reasoning', tokens: old } as const]),
    ...(freed === 0 ? [] : [{ type: 'freed', tokens: -freed } as const]),
  ];
}

function startOf({ call, counted, systemTokens, last }: UsedFacts, usage: Measure['usage']): UsedTerm {
  if (last === undefined) return { type: 'system', tokens: Math.round(systemTokens) };
  const tokens = Math.round(counted.last);
  const reply = usage === 'total' ? last.parts.output : 0;
  if (tokens !== last.tokens - last.parts.output + reply) return { type: 'recounted', tokens };
  const { isOutputEstimated, recorded } = last;
  const whole = recorded && recordedParts(recorded, last.parts);
  const parts = whole && { ...whole, output: reply };
  return {
    type: 'usage',
    tokens,
    call: call - 1,
    isRecorded: parts !== undefined,
    isOutputEstimated,
    parts: parts ?? { ...last.parts, output: reply },
  };
}

/** Undefined if the replay sent something else. For an unfinished output, the estimate includes the rest. */
function recordedParts(usage: Usage, simulated: UsageParts): UsageParts | undefined {
  if (inputSide(usage) !== simulated.input + simulated.cacheRead + simulated.cacheWritten) return undefined;
  const { input, cacheRead } = usage;
  return { input, cacheRead, cacheWritten: usage.cacheWrite5m + usage.cacheWrite1h, output: simulated.output };
}

/** `171,600 = 161,600 recorded usage of call 15 (12 input + …) + 10,000 rough for 1 message since` */
export function usedSumText({ used, terms }: UsedSum): string {
  const pieces = terms.map((term, place) => {
    const sign = term.tokens < 0 ? '− ' : place === 0 ? '' : '+ ';
    return `${sign}${number(Math.abs(term.tokens))} ${usedTermName(term)}${term.type === 'usage' ? inParts(term.parts) : ''}`;
  });
  return `${number(used)} = ${pieces.join(' ')}`;
}

function inParts({ input, cacheRead, cacheWritten, output }: UsageParts): string {
  return ` (${number(input)} input + ${number(cacheRead)} cache read + ${number(cacheWritten)} cache written + ${number(output)} output)`;
}

const SINCE: Readonly<Record<Measure['since'], string>> = {
  rough: 'rough ',
  'json-items': 'bytes of JSON / 4 ',
  chars4: 'characters of JSON / 4 ',
  texts: 'characters / 4 ',
  nothing: '',
};

export function usedTermName(term: UsedTerm): string {
  switch (term.type) {
    case 'usage':
      return `${term.isRecorded ? 'recorded' : 'simulated'} usage of call ${number(term.call + 1)}`;
    case 'recounted':
      return 'counted for what is left after the rewind';
    case 'system':
      return 'system and tools';
    case 'added':
      return `${SINCE[term.by]}for ${term.messages === 1 ? '1 message' : `${number(term.messages)} messages`} since`;
    case 'old-reasoning':
      return 'for the reasoning of earlier turns';
    case 'freed':
      return term.tokens > 0 ? 'restored since' : 'freed since';
    case 'each-message':
      return `for ${number(term.messages)} messages, at a quarter of their characters; system not counted`;
    case 'whole':
      return term.isRecorded ? 'recorded for this call' : 'counted, including system and tools';
    default:
      return assertNever(term);
  }
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
