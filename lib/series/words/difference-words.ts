import type { Difference } from '../../fidelity/comparison/clear-difference';
import { percent } from './format-number';

/** [K15] `clear`, `may be chance, 34 %`. */
export function differenceWords(difference: Difference): string {
  if (difference.type === 'none') return 'none';
  const isClear = difference.type === 'clear';
  if (difference.by === 'size') return isClear ? 'clear' : 'under 10 %';
  if (difference.by === 'spread') {
    if (isClear) return 'clear in all answers';
    return difference.chance === 1 ? 'ranges overlap' : 'too few answers';
  }
  return isClear ? 'clear' : `may be chance, ${percent(difference.chance)}`;
}
