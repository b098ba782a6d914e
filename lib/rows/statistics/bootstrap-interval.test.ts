import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from './bootstrap-interval';
import { type Pair, pairedDifference } from './paired-difference';
import { Random } from './random';

/** The usual bell, by two fractions (Box and Muller). */
function bell(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());
}

const skewed = (random: Random) => Math.exp(bell(random));

interface MadeUp {
  readonly sessions: number;
  readonly truth: number;
  draw(random: Random): number;
}

const differences: Readonly<Record<string, MadeUp>> = {
  normal: { sessions: 20, truth: 1, draw: (random) => 1 + 2 * bell(random) },
  skewed: { sessions: 50, truth: Math.exp(0.5), draw: skewed },
  'skewed both ways': { sessions: 40, truth: 0, draw: (random) => skewed(random) - skewed(random) },
  'many zeros, else more': {
    sessions: 100,
    truth: 0.6,
    draw: (random) => (random.chance(0.8) ? 0 : random.integer(1, 5)),
  },
  'many zeros, else much more': {
    sessions: 60,
    truth: 0.3 * Math.exp(0.5),
    draw: (random) => (random.chance(0.7) ? 0 : skewed(random)),
  },
  'many zeros, else more or less': {
    sessions: 100,
    truth: 0,
    draw: (random) => (random.chance(0.8) ? 0 : bell(random)),
  },
};

const REPETITIONS = 500;

/** In how many of 100 repetitions the interval holds the truth. Those too alike for an interval say nothing. */
function coverage(name: string, pairsOf: (random: Random) => readonly Pair[], truth: number, of: 'mean' | 'change') {
  const random = new Random(name);
  let said = 0;
  let held = 0;
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const { interval, changeInterval } = pairedDifference(pairsOf(random));
    const found = of === 'mean' ? interval : changeInterval;
    if (found === null) continue;
    said += 1;
    if (found.low <= truth && truth <= found.high) held += 1;
  }
  expect(said).toBeGreaterThan(0.9 * REPETITIONS);
  return (100 * held) / said;
}

describe('the interval of a mean difference', () => {
  it.each(Object.entries(differences))('holds the truth as often as it says: %s', (name, { sessions, truth, draw }) => {
    const pairs = (random: Random) => Array.from({ length: sessions }, () => ({ baseline: 0, policy: draw(random) }));
    const held = coverage(name, pairs, truth, 'mean');
    expect(held).toBeGreaterThan(92);
    expect(held).toBeLessThan(97.5);
  });
});

describe('the interval of a change of sums', () => {
  it('holds the truth as often as it says, over sessions of very different sizes', () => {
    // 5 % more, give or take 30 % of each session.
    const pair = (random: Random) => {
      const baseline = skewed(random);
      return { baseline, policy: baseline * (1.05 + 0.3 * bell(random)) };
    };
    const pairs = (random: Random) => Array.from({ length: 60 }, () => pair(random));
    const held = coverage('change', pairs, 0.05, 'change');
    expect(held).toBeGreaterThan(92);
    expect(held).toBeLessThan(97.5);
  });
});

describe('an interval', () => {
  const shares = Array.from({ length: 40 }, (_, place) => ({ above: (place * 37) % 11, below: 1 + (place % 3) }));

  it('is the same for the same shares in any order', () => {
    expect(bootstrapInterval([...shares].reverse())).toEqual(bootstrapInterval(shares));
  });

  it('is around what it is of, and moves with it', () => {
    const found = bootstrapInterval(shares.map(({ above }) => ({ above, below: 1 })));
    const moved = bootstrapInterval(shares.map(({ above }) => ({ above: above + 100, below: 1 })));
    const mean = shares.reduce((sum, { above }) => sum + above, 0) / shares.length;
    expect(found?.low).toBeLessThan(mean);
    expect(found?.high).toBeGreaterThan(mean);
    expect(moved?.low).toBeCloseTo((found?.low ?? 0) + 100, 8);
    expect(moved?.high).toBeCloseTo((found?.high ?? 0) + 100, 8);
  });

  it('is a point where all are alike, and none where nothing is', () => {
    expect(bootstrapInterval(shares.map(() => ({ above: 2, below: 4 })))).toEqual({ low: 0.5, high: 0.5 });
    expect(bootstrapInterval([])).toBeUndefined();
    expect(bootstrapInterval([{ above: 1, below: 0 }])).toBeUndefined();
  });

  it('is none where so few differ that resamples lose them', () => {
    const rare = Array.from({ length: 40 }, (_, place) => ({ above: place === 0 ? 5 : 0, below: 1 }));
    expect(bootstrapInterval(rare)).toBeUndefined();
  });
});
