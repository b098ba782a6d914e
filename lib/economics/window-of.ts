import type { WindowSource } from '../transcript/summarise';
import type { FormatId, Transcript } from '../transcript/transcript';
import { contextTotal } from '../transcript/usage';
import type { Model } from './model';
import { modelFor } from './model-table';

/** What a session's model takes, as far as it is known. */
export interface ModelLimits {
  readonly windowTokens: number;
  readonly windowSource: WindowSource;
  /** The longest reply of the model itself, which an agent may ask for less than. */
  readonly maxOutputTokens?: number;
  /** How many tokens it makes of a text for which most models make one. */
  readonly tokensFactor: number;
  /** The largest request that was answered: whatever the limits are, it fitted. */
  readonly answeredTokens: number;
}

const USUAL_WINDOW = 200_000;
/** Of agents that say nothing of it: Codex writes 95 % of a window of 272,000 tokens into nearly all its sessions. */
const USUAL_WINDOWS: Readonly<Partial<Record<FormatId, number>>> = { codex: 258_400 };
const LARGE_WINDOW = 1_000_000;
/** By a counter that nothing in the file has corrected. */
export const MOST_MISCOUNTED = 0.15;
const OPENAI_FORMATS: ReadonlySet<FormatId> = new Set(['codex', 'openai-chat', 'openai-responses']);

/**
 * [W1] The window that the file states, else the one in the id of the model, else that of the model in the table, else 200,000;
 * and larger than that where something larger was answered. An id may run with a larger window than its usual one, and only
 * a request proves it. Where no usage is recorded at all, what was counted of the largest answered request proves what is left of
 * it after the error of counting; not against a window that the file states.
 */
export function limitsOf(transcript: Transcript, countedTokens = 0): ModelLimits {
  const id = usualModel(transcript);
  const model = modelFor(id);
  const isKnown = model.vendor !== 'unknown';
  const stated = statedWindow(transcript, id, model, isKnown);
  const answeredTokens = largestAnswered(transcript);
  const counted = answeredTokens === 0 ? countedTokens * (1 - MOST_MISCOUNTED) : 0;
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

/** The one that made most calls. */
function usualModel({ calls, models }: Transcript): string {
  const counts = new Map<string, number>();
  for (const { model } of calls) if (model !== undefined) counts.set(model, (counts.get(model) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? models[0] ?? '';
}

function largestAnswered({ calls }: Transcript): number {
  return calls.reduce((most, { usage }) => (usage === undefined ? most : Math.max(most, contextTotal(usage))), 0);
}

/** What a compaction began with was a context too. */
function largestSeen({ boundaries }: Transcript, answeredTokens: number): number {
  return boundaries.reduce(
    (most, { preTokens = 0, preTokensMeans }) => (preTokensMeans === 'clearable' ? most : Math.max(most, preTokens)),
    answeredTokens,
  );
}

/** A million is Anthropic's next size. Of others, and of a window that the file states, only so much is proved. */
function windowThatHolds(
  tokens: number,
  { contextWindow, format }: Transcript,
  { vendor, largeWindowTokens }: Model,
): number {
  const mayBeAnthropic = vendor === 'anthropic' || (vendor === 'unknown' && !OPENAI_FORMATS.has(format));
  const next = contextWindow === undefined && mayBeAnthropic ? LARGE_WINDOW : tokens;
  return [largeWindowTokens ?? next, next].find((window) => window >= tokens) ?? tokens;
}
