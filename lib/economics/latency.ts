import type { Transcript, Usage } from '../transcript/transcript';

/** [E5] What a response is taken to need where nothing was recorded. All of it is the user's to change. */
export interface LatencyRates {
  readonly startMs: number;
  /** Tokens a second that the model takes in anew: uncached and written. */
  readonly prefillPerSecond: number;
  readonly cacheReadPerSecond: number;
  readonly outputPerSecond: number;
}

/**
 * Fitted to 1,183 responses of eight recordings with Claude Opus 4.5 to 5 and Fable 5, from what stood before the call to
 * the first part of its response: off by 22 % in the median.
 */
export const usualRates: LatencyRates = {
  startMs: 1_250,
  prefillPerSecond: 35_000,
  cacheReadPerSecond: 220_000,
  outputPerSecond: 100,
};

export function modelledLatencyMs(usage: Usage, rates: LatencyRates = usualRates): number {
  const seconds =
    (usage.input + usage.cacheWrite5m + usage.cacheWrite1h) / rates.prefillPerSecond +
    usage.cacheRead / rates.cacheReadPerSecond +
    usage.output / rates.outputPerSecond;
  return rates.startMs + seconds * 1_000;
}

/** From what was sent last to the response; `undefined` where the recording has no such times, or they go backwards. */
export function recordedLatencyMs(transcript: Transcript, call: number): number | undefined {
  const { timeMs: answered, at } = transcript.calls[call] ?? {};
  const asked = at === undefined ? undefined : transcript.messages[at - 1]?.timeMs;
  if (answered === undefined || asked === undefined || answered < asked) return undefined;
  return answered - asked;
}

/** [E5] Recorded where there are times, else modelled where there is a usage. */
export function latencyMs(
  transcript: Transcript,
  call: number,
  rates: LatencyRates = usualRates,
): { readonly ms: number; readonly isRecorded: boolean } | undefined {
  const recorded = recordedLatencyMs(transcript, call);
  if (recorded !== undefined) return { ms: recorded, isRecorded: true };
  const usage = transcript.calls[call]?.usage;
  return usage === undefined ? undefined : { ms: modelledLatencyMs(usage, rates), isRecorded: false };
}
