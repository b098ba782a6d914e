import { optional } from '../base/optional';
import type { Agent, FormatId, Transcript } from './transcript';
import { contextTotal } from './usage';

/**
 * [W1] How the window of a session is known: the file states it, the id of the model or its row in the table, a request that was
 * answered and is larger, or nothing.
 */
export const windowSources = ['file', 'model-id', 'model', 'answered', 'assumed'] as const;

export type WindowSource = (typeof windowSources)[number];

/** What a list shows of a transcript without opening it. */
export interface TranscriptSummary {
  readonly title: string;
  readonly format: FormatId;
  readonly agent?: Agent;
  readonly models: readonly string[];
  readonly window: number;
  /** Missing where the session was stored by an older version. */
  readonly windowSource?: WindowSource;
  /** [W2] The longest reply of the model itself, where it is known. */
  readonly maxOutputTokens?: number;
  readonly messages: number;
  readonly calls: number;
  /** The largest context, reply included; estimated where no call has a usage. */
  readonly peakTokens: number;
  readonly peakIsEstimated: boolean;
  /** Full compactions, those that were only guessed not counted. */
  readonly compactions: number;
  readonly children: number;
  readonly warnings: number;
  readonly recordedAtMs?: number;
}

export function summarise(
  transcript: Transcript,
  estimatedPeak: number,
  limits: Pick<TranscriptSummary, 'windowSource' | 'maxOutputTokens'> & { readonly windowTokens: number },
): TranscriptSummary {
  const recordedPeak = transcript.calls.reduce(
    (peak, call) => (call.usage === undefined ? peak : Math.max(peak, contextTotal(call.usage))),
    0,
  );
  const recordedAtMs = firstTimeMs(transcript);
  return {
    title: transcript.title ?? 'Untitled session',
    format: transcript.format,
    ...(transcript.agent === undefined ? {} : { agent: transcript.agent }),
    models: transcript.models,
    window: limits.windowTokens,
    ...optional('windowSource', limits.windowSource),
    ...optional('maxOutputTokens', limits.maxOutputTokens),
    messages: transcript.messages.length,
    calls: transcript.calls.length,
    peakTokens: recordedPeak > 0 ? recordedPeak : estimatedPeak,
    peakIsEstimated: recordedPeak === 0,
    compactions: transcript.boundaries.filter((boundary) => boundary.kind === 'full' && !boundary.isGuess).length,
    children: transcript.children.length,
    warnings: transcript.warnings.length,
    ...(recordedAtMs === undefined ? {} : { recordedAtMs }),
  };
}

function firstTimeMs(transcript: Transcript): number | undefined {
  for (const message of transcript.messages) if (message.timeMs !== undefined) return message.timeMs;
  return transcript.calls.find((call) => call.timeMs !== undefined)?.timeMs;
}
