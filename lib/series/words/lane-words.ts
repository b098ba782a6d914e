import type { ChildLane, ChildLanes } from '../../simulator/children/child-lane';
import { dollars } from './format-dollars';
import { counted, exactNumber, percent, shortNumber } from './format-number';

export interface LaneSums {
  readonly carried: number;
  readonly returned: number;
  readonly spared: number;
  readonly sent: number;
  /** Of all that was sent, by the parent and its sub-agents. */
  readonly sentShare: number;
  /** Undefined if the cost of one of them is not known. */
  readonly cost: number | undefined;
  readonly costShare: number | undefined;
}

/** What a sub-agent added to its own context and its parent did not get. */
export function sparedTokens({ carriedTokens, returnedTokens, placedBy }: ChildLane): number {
  // What no call of the parent started would never have been in its context.
  return placedBy === 'call' ? Math.max(0, carriedTokens - returnedTokens) : 0;
}

export function laneSums({ lanes, parent }: ChildLanes): LaneSums {
  const sum = (of: (lane: ChildLane) => number) => lanes.reduce((total, lane) => total + of(lane), 0);
  const sent = sum(({ sentTokens }) => sentTokens);
  const cost = lanes.some((lane) => lane.cost === undefined) ? undefined : sum((lane) => lane.cost ?? 0);
  return {
    carried: sum(({ carriedTokens }) => carriedTokens),
    returned: sum(({ returnedTokens }) => returnedTokens),
    spared: sum(sparedTokens),
    sent,
    sentShare: share(sent, parent.sentTokens + sent) ?? 0,
    cost,
    costShare: cost === undefined || parent.cost === undefined ? undefined : share(cost, parent.cost + cost),
  };
}

/** Of the cost of the parent and all its sub-agents. */
export function costShareOf(lane: ChildLane, { lanes, parent }: ChildLanes): number | undefined {
  const { cost } = laneSums({ lanes, parent });
  if (lane.cost === undefined || cost === undefined || parent.cost === undefined) return undefined;
  return share(lane.cost, parent.cost + cost);
}

function share(part: number, whole: number): number | undefined {
  return whole > 0 ? part / whole : undefined;
}

/** Above the lanes. */
export function lanesSummary(all: ChildLanes): string {
  const { isCostEstimated } = all;
  const { carried, returned, spared, cost, costShare, sentShare } = laneSums(all);
  const who = counted(all.lanes.length, 'sub-agent');
  const spares = spared > 0 ? `, so ${shortNumber(spared)} fewer were in this context` : '';
  const price =
    cost === undefined
      ? `${percent(sentShare)} of all tokens sent`
      : `${isCostEstimated === true ? '≈ ' : ''}${dollars(cost)}${costShare === undefined ? '' : `, ${percent(costShare)} of the cost`}`;
  return `${who}: ${shortNumber(carried)} tokens of work, ${shortNumber(returned)} returned${spares}. ${price}.`;
}

/** Behind the cost of the parent alone. Nothing if it has no sub-agents. */
export function leftOutChildren(all: ChildLanes): string {
  if (all.lanes.length === 0) return '';
  const { cost } = laneSums(all);
  const about = all.isCostEstimated === true ? '≈ ' : '';
  const price = cost === undefined ? '' : `the ${about}${dollars(cost)} of `;
  return `, without ${price}${counted(all.lanes.length, 'sub-agent')}`;
}

/** In the lane. */
export function laneName({ title, type }: ChildLane): string {
  return type === undefined ? title : `${type}: ${title}`;
}

/** Of one lane, for its tooltip and for screen readers. */
export function laneDetails(lane: ChildLane, all: ChildLanes): string {
  const about = lane.isEstimate ? 'about ' : '';
  const costShare = costShareOf(lane, all);
  const lines = [
    laneName(lane),
    placeWords(lane, all.parent.calls),
    `${counted(lane.calls, 'call')}, largest context ${about}${exactNumber(lane.peakTokens)} tokens`,
    `${about}${exactNumber(lane.carriedTokens)} tokens of work, ${exactNumber(lane.returnedTokens)} returned`,
    ...(lane.placedBy === 'call' ? [`${exactNumber(sparedTokens(lane))} tokens that its parent did not carry`] : []),
    ...(lane.firstReadShare === undefined
      ? []
      : [`${percent(lane.firstReadShare)} of its first call were read from the cache`]),
    ...(lane.cost === undefined
      ? []
      : [
          `${all.isCostEstimated === true ? 'about ' : ''}${dollars(lane.cost)}${costShare === undefined ? '' : `, ${percent(costShare)} of the cost`}`,
        ]),
  ];
  return lines.join('\n');
}

function placeWords({ from, to, placedBy }: ChildLane, calls: number): string {
  if (placedBy === 'none') return 'The recording does not show when it ran.';
  const when = placedBy === 'time' ? ', by its times' : '';
  const until = to >= calls ? 'no call had its answer' : `call ${exactNumber(to + 1)} had its answer`;
  return `Started after call ${exactNumber(from + 1)}; ${until}${when}`;
}
