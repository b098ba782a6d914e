import type {
  Boundary,
  Call,
  Message,
  RecordedFork,
  RecordedHook,
  Transcript,
  Usage,
} from '../../transcript/transcript';
import { contextTotal, isPlausibleSize } from '../../transcript/usage';
import type { ImportEnv } from './importer';

/** Thirty years: nothing that is recorded took longer. */
const MAX_MS = 1e12;

type Warn = ImportEnv['warn'];

/**
 * Ignores sizes that no request can have, in all formats, and rounds fractions, both with a warning. One such number is
 * enough to make every sum of a session infinite, or no number.
 */
export function withPlausibleSizes(transcript: Transcript, warn: Warn): Transcript {
  const { messages, forks, hooks } = transcript;
  const { contextWindow, ...others } = transcript;
  const plausible: Transcript = {
    ...others,
    ...field('contextWindow', checked(contextWindow, 'context window', { warn, line: 0 })),
    calls: transcript.calls.map((call) => plausibleCall(call, { warn, line: lineAt(messages, call.at) })),
    boundaries: transcript.boundaries.map((boundary) => plausibleBoundary(boundary, { warn, line: boundary.line })),
    children: transcript.children.map((child) => withPlausibleSizes(child, warn)),
  };
  return {
    ...plausible,
    ...(forks === undefined ? {} : { forks: forks.map((fork) => plausibleFork(fork, { warn, line: 0 })) }),
    ...(hooks === undefined ? {} : { hooks: hooks.map((hook) => plausibleHook(hook, { warn, line: hook.line })) }),
  };
}

/** A call whose reply is not in the file has the line of what was said before it. */
export function lineAt(messages: readonly Message[], at: number): number {
  return (messages[at] ?? messages[at - 1] ?? messages.at(-1))?.line ?? 0;
}

interface At {
  readonly warn: Warn;
  readonly line: number;
}

function plausibleCall<With extends Pick<Call, 'usage'>>(call: With, at: At): With {
  const { usage, ...others } = call;
  if (usage === undefined || sizesOf(usage).every(isPlausibleAndWhole)) return call;
  const wrong = sizesOf(usage).find((size) => !isPlausible(size));
  if (wrong === undefined) {
    at.warn('repaired', at.line, 'Rounded a usage that is not in whole tokens');
    return { ...call, usage: rounded(usage) };
  }
  at.warn('skipped', at.line, `Ignored an implausible usage of ${inWords(wrong)} tokens in one call`);
  return others as With;
}

function sizesOf(usage: Usage): readonly number[] {
  const { input, cacheRead, cacheWrite5m, cacheWrite1h, output, reasoning = 0, extraPasses = [] } = usage;
  const parts = [input, cacheRead, cacheWrite5m, cacheWrite1h, output, reasoning];
  return [contextTotal(usage), ...parts, ...extraPasses.flatMap(sizesOf)];
}

/** Each part for itself: their sum is what was sent. */
function rounded(usage: Usage): Usage {
  const { input, cacheRead, cacheWrite5m, cacheWrite1h, output, reasoning, extraPasses } = usage;
  const whole = {
    input: Math.round(input),
    cacheRead: Math.round(cacheRead),
    cacheWrite5m: Math.round(cacheWrite5m),
    cacheWrite1h: Math.round(cacheWrite1h),
    output: Math.round(output),
  };
  return {
    ...whole,
    ...(reasoning === undefined ? {} : { reasoning: Math.round(reasoning) }),
    ...(extraPasses === undefined ? {} : { extraPasses: extraPasses.map(rounded) }),
  };
}

function plausibleBoundary(boundary: Boundary, at: At): Boundary {
  const { preTokens, postTokens, tokensSaved, durationMs, clearedToTokens, ...others } = boundary;
  const what = 'compaction size';
  return {
    ...others,
    ...field('preTokens', checked(preTokens, what, at)),
    ...field('postTokens', checked(postTokens, what, at)),
    ...field('tokensSaved', checked(tokensSaved, what, at)),
    ...field('durationMs', checkedMs(durationMs, at)),
    ...(clearedToTokens === undefined
      ? {}
      : { clearedToTokens: clearedToTokens.map((tokens) => checked(tokens, 'placeholder size', at) ?? 0) }),
  };
}

function plausibleFork(fork: RecordedFork, at: At): RecordedFork {
  const { tookMs, tokens, gapTokens, ...others } = fork;
  return plausibleCall(
    {
      ...others,
      ...field('tookMs', checkedMs(tookMs, at)),
      ...field('tokens', checked(tokens, 'answer', at)),
      ...field('gapTokens', checked(gapTokens, 'excess', at)),
    },
    at,
  );
}

function plausibleHook({ tookMs, ...hook }: RecordedHook, at: At): RecordedHook {
  return { ...hook, ...field('tookMs', checkedMs(tookMs, at)) };
}

function field<Name extends string>(name: Name, value: number | undefined): { readonly [N in Name]?: number } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [N in Name]: number });
}

function checked(tokens: number | undefined, what: string, { warn, line }: At): number | undefined {
  if (tokens === undefined || isPlausibleAndWhole(tokens)) return tokens;
  if (isPlausible(tokens)) {
    warn('repaired', line, `Rounded a ${what} that is not in whole tokens`);
    return Math.round(tokens);
  }
  warn('skipped', line, `Ignored an implausible ${what} of ${inWords(tokens)} tokens`);
  return undefined;
}

function checkedMs(ms: number | undefined, { warn, line }: At): number | undefined {
  if (ms === undefined || (ms >= 0 && ms <= MAX_MS)) return ms;
  warn('skipped', line, `Ignored an implausible duration of ${inWords(ms)} ms`);
  return undefined;
}

function isPlausible(tokens: number): boolean {
  return tokens >= 0 && isPlausibleSize(tokens);
}

function isPlausibleAndWhole(tokens: number): boolean {
  return isPlausible(tokens) && Number.isInteger(tokens);
}

function inWords(amount: number): string {
  if (Number.isNaN(amount)) return 'an unknown number of';
  if (!Number.isFinite(amount)) return 'an infinite number of';
  return Math.abs(amount) < Number.MAX_SAFE_INTEGER ? amount.toLocaleString('en-US') : amount.toExponential(1);
}
