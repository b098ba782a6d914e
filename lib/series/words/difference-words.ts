import { assertNever } from '../../base/assert-never';
import type { Difference } from '../../fidelity/comparison/clear-difference';
import { percent } from './format-number';

/** [K15] `clear`, `may be chance, 34 %`. */
export function differenceWords(difference: Difference): string {
  switch (difference.type) {
    case 'none':
      return 'none';
    case 'clear':
      return 'clear';
    case 'unclear':
      return `may be chance, ${percent(difference.chance)}`;
    case 'too-few':
      return 'too few answers';
    case 'small':
      return 'under 10 %';
    default:
      return assertNever(difference);
  }
}

/** [K15] What can be done about it. */
export const tooFewWords =
  'Too few answers to tell: repeat each prompt at least three times, or five times against a summary written without a model.';
