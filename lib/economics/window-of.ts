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

/** What the limits follow from. Of a session that grew, they follow from its parts. */
export interface LimitFacts {
  readonly format: FormatId;
  /** As the file states it. */
  readonly contextWindow: number | undefined;
  /** In the order of their first calls. */
  readonly models: readonly { readonly id: string; readonly calls: number }[];
  /** The largest request that succeeded, with its reply; 0 if none is recorded. */
  readonly answeredTokens: number;
  /** The same, or the largest context before a compaction, which is a context too. */
  readonly seenTokens: number;
}

/**
 * [W1] The window stated in the file, else the one in the model's id, else the model table's, else 200,000; larger if a
 * larger request succeeded. An id may run with a larger window than usual, which only a request proves. Without any
 * recorded usage, the counted size of the largest successful request, minus the counting error, is evidence too, but not
 * against a window that the file states.
 */
export function limitsOf(transcript: Transcript, countedTokens = 0): ModelLimits {
  return limitsFrom(limitFacts(transcript), countedTokens);
}

export function limitsFrom(facts: LimitFacts, countedTokens = 0): ModelLimits {
  const { answeredTokens, seenTokens, contextWindow } = facts;
  const id = usualModel(facts);
  const model = modelFor(id);
  const isKnown = model.vendor !== 'unknown';
  const stated = statedWindow(facts, id, model, isKnown);
  const counted = answeredTokens === 0 ? countedTokens * (1 - MAX_MISCOUNTED) : 0;
  const evidence = contextWindow === undefined ? Math.max(seenTokens, counted) : answeredTokens;
  return {
    ...(evidence > stated.windowTokens
      ? { windowTokens: windowThatHolds(evidence, facts, model), windowSource: 'answered' }
      : stated),
    ...(isKnown ? { maxOutputTokens: model.maxOutputTokens } : {}),
    tokensFactor: model.tokensFactor,
    answeredTokens,
  };
}

export function limitFacts({ format, contextWindow, models, calls, boundaries }: Transcript): LimitFacts {
  const counts = new Map<string, number>();
  for (const { model } of calls) if (model !== undefined) counts.set(model, (counts.get(model) ?? 0) + 1);
  for (const model of models) if (!counts.has(model)) counts.set(model, 0);
  const answeredTokens = largestAnswered(calls);
  return {
    format,
    contextWindow,
    models: [...counts].map(([id, calls]) => ({ id, calls })),
    answeredTokens,
    seenTokens: largestSeen(boundaries, answeredTokens),
  };
}

function statedWindow(
  { contextWindow, format }: LimitFacts,
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
function usualModel({ models }: LimitFacts): string {
  const [most] = [...models].sort((a, b) => b.calls - a.calls);
  return most?.id ?? '';
}

function largestAnswered(calls: Transcript['calls']): number {
  return calls.reduce((most, { usage }) => (usage === undefined ? most : Math.max(most, contextTotal(usage))), 0);
}

function largestSeen(boundaries: Transcript['boundaries'], answeredTokens: number): number {
  return boundaries.reduce(
    (most, { preTokens = 0, preTokensMeans }) => (preTokensMeans === 'clearable' ? most : Math.max(most, preTokens)),
    answeredTokens,
  );
}

/** Anthropic's next size is a million. For others, and for a window that the file states, only the size itself is proven. */
function windowThatHolds(
  tokens: number,
  { contextWindow, format }: LimitFacts,
  { vendor, largeWindowTokens }: Model,
): number {
  const mayBeAnthropic = vendor === 'anthropic' || (vendor === 'unknown' && !OPENAI_FORMATS.has(format));
  const next = contextWindow === undefined && mayBeAnthropic ? LARGE_WINDOW : tokens;
  return [largeWindowTokens ?? next, next].find((window) => window >= tokens) ?? tokens;
}
