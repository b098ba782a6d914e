import { describe, expect, it } from 'vitest';
import type { ChildLane, ChildLanes } from '../../simulator/children/child-lane';
import { laneDetails, laneSums, lanesSummary, leftOutChildren, sparedTokens } from './lane-words';

const LANE: ChildLane = {
  title: 'Find it',
  type: 'Explore',
  from: 2,
  to: 4,
  placedBy: 'call',
  calls: 9,
  sizes: [],
  peakTokens: 41_584,
  isEstimate: false,
  carriedTokens: 30_000,
  returnedTokens: 500,
  sentTokens: 300_000,
  cost: 0.3,
};

function lanes(...all: readonly ChildLane[]): ChildLanes {
  return { lanes: all, parent: { calls: 10, sentTokens: 700_000, cost: 0.7 } };
}

describe('the sums of sub-agents', () => {
  it('[O4] are their work, what was returned and spared, and their share', () => {
    expect(laneSums(lanes(LANE, { ...LANE, placedBy: 'time', returnedTokens: 0 }))).toEqual({
      carried: 60_000,
      returned: 500,
      spared: 29_500,
      sent: 600_000,
      sentShare: 600 / 1300,
      cost: 0.6,
      costShare: 0.6 / (0.7 + 0.6),
    });
  });

  it('[O4] spare nothing where they returned more than they did', () => {
    expect(sparedTokens({ ...LANE, returnedTokens: 40_000 })).toBe(0);
  });
});

describe('the words about sub-agents', () => {
  it.each([
    [
      lanes(LANE),
      '1 sub-agent: 30.0k tokens of work, 500 returned, so 29.5k fewer were in this context. $0.300, 30 % of the cost.',
    ],
    [
      lanes(LANE, { ...LANE, placedBy: 'none' }),
      '2 sub-agents: 60.0k tokens of work, 1.0k returned, so 29.5k fewer were in this context. $0.600, 46 % of the cost.',
    ],
  ])('[O4] say their sums', (all, words) => {
    expect(lanesSummary(all)).toBe(words);
  });

  it('[O4] say the share of the tokens where a cost is not known', () => {
    const { cost: _, ...unpriced } = LANE;
    expect(lanesSummary(lanes(unpriced))).toMatch(/context\. 30 % of all tokens sent\.$/);
    expect(laneDetails(unpriced, lanes(unpriced))).not.toContain('$');
  });

  it('[O4] say what the cost of their parent alone leaves out', () => {
    const { cost: _, ...unpriced } = LANE;
    expect(leftOutChildren(lanes(LANE, LANE))).toBe(', without the $0.600 of 2 sub-agents');
    expect(leftOutChildren(lanes(LANE, unpriced))).toBe(', without 2 sub-agents');
    expect(leftOutChildren({ ...lanes(LANE), isCostEstimated: true })).toBe(', without the ≈ $0.300 of 1 sub-agent');
    expect(leftOutChildren(lanes())).toBe('');
  });

  it('[O4] say where one ran', () => {
    expect(laneDetails(LANE, lanes(LANE)).split('\n')).toEqual([
      'Explore: Find it',
      'Started after call 3; call 5 had its answer',
      '9 calls, largest context 41,584 tokens',
      '30,000 tokens of work, 500 returned',
      '29,500 tokens that its parent did not carry',
      '$0.300, 30 % of the cost',
    ]);
    expect(laneDetails({ ...LANE, to: 10 }, lanes(LANE))).toContain('Started after call 3; no call had its answer');
    expect(laneDetails({ ...LANE, placedBy: 'time' }, lanes(LANE))).toContain('had its answer, by its times');
    expect(laneDetails({ ...LANE, placedBy: 'none' }, lanes(LANE))).toContain('does not show when it ran');
  });
});
