import { assertNever } from '../../base/assert-never';
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
  | { readonly type: 'added'; readonly messages: number }
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
  readonly policy: Pick<Policy, 'counter'>;
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
function sinceUsage(used: number, { call, counted, systemTokens, addedMessages, last }: UsedFacts): UsedTerm[] {
  const start = startOf(call, counted, systemTokens, last);
  const freed = Math.round(counted.freed);
  const added = used - start.tokens + freed;
  return [
    start,
    ...(added === 0 && addedMessages === 0 ? [] : [{ type: 'added', tokens: added, messages: addedMessages } as const]),
    ...(freed === 0 ? [] : [{ type: 'freed', tokens: -freed } as const]),
  ];
}

function startOf(call: number, counted: CountedTerms, systemTokens: number, last: LastCall | undefined): UsedTerm {
  if (last === undefined) return { type: 'system', tokens: Math.round(systemTokens) };
  const tokens = Math.round(counted.last);
  if (tokens !== last.tokens) return { type: 'recounted', tokens };
  const { isOutputEstimated, recorded } = last;
  const parts = recorded && recordedParts(recorded, last.parts);
  return {
    type: 'usage',
    tokens,
    call: call - 1,
    isRecorded: parts !== undefined,
    isOutputEstimated,
    parts: parts ?? last.parts,
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

export function usedTermName(term: UsedTerm): string {
  switch (term.type) {
    case 'usage':
      return `${term.isRecorded ? 'recorded' : 'simulated'} usage of call ${number(term.call + 1)}`;
    case 'recounted':
      return 'counted for what is left after the rewind';
    case 'system':
      return 'system and tools';
    case 'added':
      return `rough for ${term.messages === 1 ? '1 message' : `${number(term.messages)} messages`} since`;
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
