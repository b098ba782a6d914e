import { exactNumber, shortNumber } from '@/lib/series/words/format-number';
import type { CompactionMark } from '@/lib/state/prompts/compaction-marks';

/** `Recorded compaction before call 141, 167.1k tokens`. */
export function markWords({ call, by, isGuess, before }: CompactionMark): string {
  const what = by === 'recording' ? (isGuess ? 'Inferred compaction' : 'Recorded compaction') : 'Simulated compaction';
  return `${what} before call ${exactNumber(call + 1)}${before === undefined ? '' : `, ${shortNumber(before)} tokens`}`;
}
