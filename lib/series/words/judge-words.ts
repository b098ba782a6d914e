import type { ProbeKind } from '../../judge/probe';
import { type Finding, findings, type RatingSpread, type Trial } from '../../judge/trial';

export const probeKindWords: Readonly<Record<ProbeKind, string>> = {
  fact: 'Fact',
  file: 'Files',
  'next-step': 'Next step',
  decision: 'Decision',
  own: 'Your question',
};

export const findingWords: Readonly<Record<Finding, string>> = {
  right: 'right',
  partly: 'partly right',
  wrong: 'wrong',
  'not-known': 'unknown',
};

/** `4`, or `4 (3–5)` if the repeats differ. */
export function ratingText({ least, median, most }: RatingSpread): string {
  return least === most ? `${median}` : `${median} (${least}–${most})`;
}

/** `2 right, 1 wrong`: over all repeats. */
export function findingCounts(trials: readonly Trial[], probe: string): string {
  return findings
    .flatMap((finding) => {
      const count = trials.filter(({ found }) => found[probe]?.finding === finding).length;
      return count === 0 ? [] : [`${count} ${findingWords[finding]}`];
    })
    .join(', ');
}
