import { optional } from '../../base/optional';
import { limitsOf } from '../../economics/window-of';
import { summarise, type TranscriptSummary } from '../../transcript/summarise';
import type { Transcript } from '../../transcript/transcript';
import { recordedBill } from './recorded-bill';
import { recordedTimeline } from './recorded-timeline';
import type { Timeline } from './timeline';

/** The largest context of a run with its reply, counted if not recorded. */
export function peakOf({ used, output }: Pick<Timeline, 'used' | 'output'>): number {
  return used.reduce((peak, tokens, call) => Math.max(peak, tokens + (output[call] ?? 0)), 0);
}

/** For a transcript that is not opened. */
export function summaryOf(transcript: Transcript): TranscriptSummary {
  const peak = peakOf(recordedTimeline(transcript).timeline);
  return summarise(transcript, peak, limitsOf(transcript, peak));
}

/** With what only the list shows. */
export function listedSummaryOf(transcript: Transcript): TranscriptSummary {
  const bill = recordedBill({ transcript });
  return { ...summaryOf(transcript), ...optional('cost', bill?.cost ?? undefined) };
}
