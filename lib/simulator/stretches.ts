import { eraOf, type Policy, windowFor } from '../policies/policy';
import { type ThresholdRule, type Thresholds, thresholdsOf } from '../policies/thresholds';
import type { Transcript } from '../transcript/transcript';

/** The calls from one recorded compaction to the next, made by one version of the agent. */
export interface Stretch {
  readonly from: number;
  readonly rule: ThresholdRule;
  readonly thresholds: Thresholds;
}

/** [W9] A session may be gone on with in a newer version: each stretch goes by the version that ended it. */
export function stretchesOf(transcript: Transcript, policy: Policy, modelWindow: number): readonly Stretch[] {
  const window = windowFor(policy, modelWindow);
  const stretch = (from: number, version: string | undefined): Stretch => {
    const { thresholds: rule } = eraOf(policy, version);
    return { from, rule, thresholds: thresholdsOf(rule, window, policy.maxOutputTokens) };
  };
  const stretches: Stretch[] = [];
  let from = 0;
  for (const boundary of transcript.boundaries) {
    if (boundary.kind !== 'full') continue;
    stretches.push(stretch(from, boundary.agentVersion ?? transcript.agent?.version));
    from = firstCallFrom(transcript, boundary.at) + 1;
  }
  return [...stretches, stretch(from, transcript.agent?.version)];
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
