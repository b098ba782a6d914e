import type { Transcript } from '../transcript/transcript';
import { recordedTimeline } from './recorded-timeline';

/** The largest context of a run, counted where nothing is recorded. */
export function peakTokens(transcript: Transcript): number {
  const { used, output } = recordedTimeline(transcript).timeline;
  return used.reduce((peak, tokens, call) => Math.max(peak, tokens + (output[call] ?? 0)), 0);
}
