import type { Boundary, Call, Transcript, Usage, WarningKind } from '../../transcript/transcript';
import { contextTotal, isPlausibleSize } from '../../transcript/usage';

type Warn = (kind: WarningKind, line: number, what: string) => void;

/** Ignores sizes that no request can have, in all formats, with a warning. */
export function withPlausibleSizes(transcript: Transcript, warn: Warn): Transcript {
  const calls = transcript.calls.map((call) => plausibleCall(call, transcript, warn));
  const boundaries = transcript.boundaries.map((boundary) => plausibleBoundary(boundary, warn));
  const children = transcript.children.map((child) => withPlausibleSizes(child, warn));
  const { contextWindow, ...others } = transcript;
  const whole = { ...others, calls, boundaries, children };
  if (contextWindow === undefined || isPlausibleSize(contextWindow))
    return { ...transcript, calls, boundaries, children };
  warn('skipped', 0, `Ignored an implausible context window of ${inWords(contextWindow)} tokens`);
  return whole;
}

function plausibleCall(call: Call, { messages }: Transcript, warn: Warn): Call {
  const { usage, ...others } = call;
  if (usage === undefined || sizesOf(usage).every(isPlausibleSize)) return call;
  const most = Math.max(...sizesOf(usage));
  warn('skipped', messages[call.at]?.line ?? 0, `Ignored an implausible usage of ${inWords(most)} tokens in one call`);
  return others;
}

function sizesOf(usage: Usage): readonly number[] {
  return [contextTotal(usage), ...(usage.extraPasses ?? []).map(contextTotal)];
}

function plausibleBoundary(boundary: Boundary, warn: Warn): Boundary {
  const { preTokens = 0, postTokens = 0, preTokens: _, postTokens: __, ...others } = boundary;
  if (isPlausibleSize(preTokens) && isPlausibleSize(postTokens)) return boundary;
  const most = Math.max(preTokens, postTokens);
  warn('skipped', boundary.line, `Ignored an implausible compaction size of ${inWords(most)} tokens`);
  return others;
}

function inWords(tokens: number): string {
  return Number.isSafeInteger(tokens) ? tokens.toLocaleString('en-US') : tokens.toExponential(1);
}
