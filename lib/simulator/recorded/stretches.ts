import { optional } from '../../base/optional';
import type { ModelLimits } from '../../economics/window-of';
import type { EarlierPolicy } from '../../policies/shape/earlier-policy';
import { eraOf, eraVersion, type Policy, policyThresholds } from '../../policies/shape/policy';
import type { ThresholdRule, Thresholds } from '../../policies/shape/thresholds';
import type { Transcript } from '../../transcript/transcript';

/** The calls from one recorded compaction to the next, made by one version of the agent. */
export interface Stretch {
  readonly from: number;
  readonly rule: ThresholdRule;
  readonly thresholds: Thresholds;
}

/** [W9] A session may be continued in a newer version: each stretch uses the version that ended it. */
export function stretchesOf(transcript: Transcript, policy: Policy, limits: ModelLimits): readonly Stretch[] {
  const { agent } = transcript;
  const { windowTokens: window, maxOutputTokens, answeredTokens } = limits;
  const stretch = (from: number, version: string | undefined): Stretch => {
    const { thresholds: rule } = eraOf(policy, version);
    const thresholds = policyThresholds(policy, rule, { window, maxOutputTokens });
    // [X1] An answered request fits, unless the policy makes the window smaller.
    const fits = thresholds.window < window ? thresholds.fits : Math.max(thresholds.fits, answeredTokens);
    return { from, rule, thresholds: { ...thresholds, fits } };
  };
  const stretches: Stretch[] = [];
  let from = 0;
  for (const boundary of transcript.boundaries) {
    if (boundary.kind !== 'full') continue;
    const version = boundary.agentVersion ?? agent?.version;
    stretches.push(stretch(from, agent && eraVersion({ ...agent, ...optional('version', version) })));
    from = firstCallFrom(transcript, boundary.at) + 1;
  }
  return [...stretches, stretch(from, eraVersion(agent))];
}

/** The same for a policy that came after others: each has its own calls. */
export function stretchesOfAll(
  transcript: Transcript,
  policy: Policy,
  earlier: readonly EarlierPolicy[],
  limits: ModelLimits,
): readonly Stretch[] {
  const starts = [0, ...earlier.map(({ until }) => until)];
  const all = [...earlier.map((each) => each.policy), policy];
  return all.flatMap((each, place) => {
    const [start = 0, end = Number.POSITIVE_INFINITY] = starts.slice(place);
    const own = stretchesOf(transcript, each, limits).filter(({ from }) => from < end);
    const first = own.findLastIndex(({ from }) => from <= start);
    return own.slice(Math.max(0, first)).map((stretch) => ({ ...stretch, from: Math.max(start, stretch.from) }));
  });
}

/** The first call after this many messages, or the number of calls if there is none. */
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
