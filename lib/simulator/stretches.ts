import { eraOf, type Policy, windowFor } from '../policies/policy';
import { type Thresholds, thresholdsOf } from '../policies/thresholds';
import type { Transcript } from '../transcript/transcript';

/** The calls from one recorded compaction to the next, made by one version of the agent. */
export interface Stretch {
  readonly from: number;
  readonly thresholds: Thresholds;
}

/** [W9] A session may be gone on with in a newer version: each stretch goes by the version that ended it. */
export function stretchesOf(transcript: Transcript, policy: Policy, modelWindow: number): readonly Stretch[] {
  const window = windowFor(policy, modelWindow);
  const thresholds = (version: string | undefined) =>
    thresholdsOf(eraOf(policy, version).thresholds, window, policy.maxOutputTokens);
  const stretches: Stretch[] = [];
  let from = 0;
  for (const boundary of transcript.boundaries) {
    if (boundary.kind !== 'full') continue;
    stretches.push({ from, thresholds: thresholds(boundary.agentVersion ?? transcript.agent?.version) });
    from = firstCallFrom(transcript, boundary.at) + 1;
  }
  return [...stretches, { from, thresholds: thresholds(transcript.agent?.version) }];
}

/** The first call made after so many messages; the number of calls where none follows. */
export function firstCallFrom({ calls }: Transcript, at: number): number {
  let low = 0;
  let high = calls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((calls[middle]?.at ?? 0) >= at) high = middle;
    else low = middle + 1;
  }
  return low;
}
