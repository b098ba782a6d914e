import { optional } from '../base/optional';
import type { FormatId } from './formats';
import type { Agent, Transcript } from './transcript';
import { contextTotal } from './usage';

/**
 * [W1] The source of a session's window: the file, the model's id, the model table, a larger request that succeeded, or
 * the default.
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
  /** Missing if the session was stored by an older version. */
  readonly windowSource?: WindowSource;
  /** [W2] The model's own output limit, if known. */
  readonly maxOutputTokens?: number;
  readonly messages: number;
  readonly calls: number;
  /** The largest context, including the reply; an estimate if no call has usage. */
  readonly peakTokens: number;
  readonly peakIsEstimated: boolean;
  /** Full compactions, with inferred ones. */
  readonly compactions: number;
  readonly children: number;
  readonly warnings: number;
  readonly recordedAtMs?: number;
  /** The folder in which it was recorded. */
  readonly workingDirectory?: string;
  /**
   * [E2] The recorded bill in $, without sub-agents. Missing if the file or a price does not show it, or if the session was
   * stored by an older version.
   */
  readonly cost?: number;
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
    compactions: transcript.boundaries.filter(({ kind }) => kind === 'full').length,
    children: transcript.children.length,
    warnings: transcript.warnings.length,
    ...(recordedAtMs === undefined ? {} : { recordedAtMs }),
    ...optional('workingDirectory', transcript.workingDirectory),
  };
}

export function firstTimeMs(transcript: Transcript): number | undefined {
  for (const message of transcript.messages) if (message.timeMs !== undefined) return message.timeMs;
  return transcript.calls.find((call) => call.timeMs !== undefined)?.timeMs;
}
