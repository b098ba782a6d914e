import type { FormatId } from '../transcript/formats';
import type { WindowSource } from '../transcript/summarise';
import type { Transcript } from '../transcript/transcript';
import { contextTotal } from '../transcript/usage';
import type { Model } from './model';
import { modelFor } from './model-table';

/** The limits of a session's model, as far as they are known. */
export interface ModelLimits {
  readonly windowTokens: number;
  readonly windowSource: WindowSource;
  /** The model's own output limit; an agent may request less. */
  readonly maxOutputTokens?: number;
  /** Tokens it produces where most models produce one. */
  readonly tokensFactor: number;
  /** The largest request that succeeded: whatever the limits are, it fitted. */
  readonly answeredTokens: number;
}

const USUAL_WINDOW = 200_000;
/**
 * Default windows of agents that do not record it: Codex writes 95 % of a window of 272,000 tokens into nearly all its
 * sessions.
 */
const USUAL_WINDOWS: Readonly<Partial<Record<FormatId, number>>> = { codex: 272_000 };
const LARGE_WINDOW = 1_000_000;
/** By a counter that nothing in the file has corrected. */
export const MAX_MISCOUNTED = 0.15;
const OPENAI_FORMATS: ReadonlySet<FormatId> = new Set(['codex', 'openai-chat', 'openai-responses']);

/**
 * [W1] The window stated in the file, else the one in the model's id, else the model table's, else 200,000; larger if a
 * larger request succeeded. An id may run with a larger window than usual, which only a request proves. Without any
 * recorded usage, the counted size of the largest successful request, minus the counting error, is evidence too, but not
 * against a window that the file states.
 */
export function limitsOf(transcript: Transcript, countedTokens = 0): ModelLimits {
  const id = usualModel(transcript);
  const model = modelFor(id);
  const isKnown = model.vendor !== 'unknown';
  const stated = statedWindow(transcript, id, model, isKnown);
  const answeredTokens = largestAnswered(transcript);
  const counted = answeredTokens === 0 ? countedTokens * (1 - MAX_MISCOUNTED) : 0;
  const evidence =
    transcript.contextWindow === undefined
      ? Math.max(largestSeen(transcript, answeredTokens), counted)
      : answeredTokens;
  return {
    ...(evidence > stated.windowTokens
      ? { windowTokens: windowThatHolds(evidence, transcript, model), windowSource: 'answered' }
      : stated),
    ...(isKnown ? { maxOutputTokens: model.maxOutputTokens } : {}),
    tokensFactor: model.tokensFactor,
    answeredTokens,
  };
}

function statedWindow(
  { contextWindow, format }: Transcript,
  id: string,
  { windowTokens }: Model,
  isKnown: boolean,
): Pick<ModelLimits, 'windowTokens' | 'windowSource'> {
  if (contextWindow !== undefined) return { windowTokens: contextWindow, windowSource: 'file' };
  if (/\[1m\]\s*$/i.test(id)) return { windowTokens, windowSource: 'model-id' };
  return isKnown
    ? { windowTokens, windowSource: 'model' }
    : { windowTokens: USUAL_WINDOWS[format] ?? USUAL_WINDOW, windowSource: 'assumed' };
}

/** The model with the most calls. */
function usualModel({ calls, models }: Transcript): string {
  const counts = new Map<string, number>();
  for (const { model } of calls) if (model !== undefined) counts.set(model, (counts.get(model) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? models[0] ?? '';
}

function largestAnswered({ calls }: Transcript): number {
  return calls.reduce((most, { usage }) => (usage === undefined ? most : Math.max(most, contextTotal(usage))), 0);
}

/** The context before a compaction is a context too. */
function largestSeen({ boundaries }: Transcript, answeredTokens: number): number {
  return boundaries.reduce(
    (most, { preTokens = 0, preTokensMeans }) => (preTokensMeans === 'clearable' ? most : Math.max(most, preTokens)),
    answeredTokens,
  );
}

/** Anthropic's next size is a million. For others, and for a window that the file states, only the size itself is proven. */
function windowThatHolds(
  tokens: number,
  { contextWindow, format }: Transcript,
  { vendor, largeWindowTokens }: Model,
): number {
  const mayBeAnthropic = vendor === 'anthropic' || (vendor === 'unknown' && !OPENAI_FORMATS.has(format));
  const next = contextWindow === undefined && mayBeAnthropic ? LARGE_WINDOW : tokens;
  return [largeWindowTokens ?? next, next].find((window) => window >= tokens) ?? tokens;
}
