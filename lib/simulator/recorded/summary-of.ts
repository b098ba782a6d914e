import { limitsOf } from '../../economics/window-of';
import { summarise, type TranscriptSummary } from '../../transcript/summarise';
import type { Transcript } from '../../transcript/transcript';
import { recordedTimeline } from './recorded-timeline';
import type { Timeline } from './timeline';

/** The largest context of a run with its reply, counted where nothing is recorded. */
export function peakOf({ used, output }: Pick<Timeline, 'used' | 'output'>): number {
  return used.reduce((peak, tokens, call) => Math.max(peak, tokens + (output[call] ?? 0)), 0);
}

/** Of a transcript that nobody opens. */
export function summaryOf(transcript: Transcript): TranscriptSummary {
  const peak = peakOf(recordedTimeline(transcript).timeline);
  return summarise(transcript, peak, limitsOf(transcript, peak));
}
