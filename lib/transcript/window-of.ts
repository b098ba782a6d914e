import type { Transcript } from './transcript';
import { contextTotal } from './usage';

const USUAL_WINDOW = 200_000;
const LARGE_WINDOW = 1_000_000;

/**
 * The context window to calculate with: what the file states, else 200,000, and 1,000,000 once something recorded is
 * larger. The model's id is no evidence: the same id runs with both.
 */
export function windowOf(transcript: Transcript): number {
  if (transcript.contextWindow !== undefined) return transcript.contextWindow;
  const isLarge =
    transcript.calls.some((call) => call.usage !== undefined && contextTotal(call.usage) > USUAL_WINDOW) ||
    transcript.boundaries.some(
      (boundary) => boundary.preTokensMeans !== 'clearable' && (boundary.preTokens ?? 0) > USUAL_WINDOW,
    );
  return isLarge ? LARGE_WINDOW : USUAL_WINDOW;
}
