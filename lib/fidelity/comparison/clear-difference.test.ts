import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fisherChance, rankChance } from './chances';
import { type Difference, difference, type Side } from './clear-difference';

const model = (...values: readonly number[]): Side => ({ values, isFixed: false });
const fixed = (value: number): Side => ({ values: [value], isFixed: true });
const counted = (count: number, of: number): Side => ({ ...fixed(count / of), items: { count, of } });
const at = (a: Side, b: Side) => difference([{ a, b }]);

describe('[K15] answers of two models at one place', () => {
  it('differ clearly if they are apart, three against three or two against five', () => {
    expect(at(model(5, 6, 7), model(1, 2, 4))).toEqual({ type: 'clear', more: 'a', chance: 2 / 20 });
    expect(at(model(1, 2), model(3, 4, 5, 6, 7))).toEqual({ type: 'clear', more: 'b', chance: 2 / 21 });
    expect(at(model(5, 6, 7), model(1, 2, 6))).toMatchObject({ type: 'unclear' });
  });

  it('cannot tell if they are too few, however far apart', () => {
    for (const [a, b] of [
      [1, 1],
      [2, 2],
      [2, 4],
      [1, 18],
    ] as const) {
      const many = (count: number, from: number) => Array.from({ length: count }, (_, index) => from + index);
      expect(at(model(...many(a, 100)), model(...many(b, 0)))).toEqual({ type: 'too-few' });
    }
  });

  it('differ clearly in spite of one outlier, if there are enough of them', () => {
    expect(at(model(5, 6, 7, 8, 2.5), model(2, 3, 4, 2, 3))).toMatchObject({ type: 'clear', more: 'a' });
    expect(at(model(5, 6, 1), model(2, 3, 4))).toMatchObject({ type: 'unclear' });
  });

  it('have no difference where their medians are equal', () => {
    expect(at(model(3), model(3))).toEqual({ type: 'none' });
    expect(at(model(1, 3, 5), model(3, 3, 3))).toEqual({ type: 'none' });
    expect(at(model(), model(3, 3, 3))).toEqual({ type: 'none' });
    expect(difference([])).toEqual({ type: 'none' });
  });
});

describe('[K15] a summary written without a model', () => {
  it('is compared with the side on which the answers are', () => {
    expect(at(model(5, 6, 7, 8), fixed(4))).toEqual({ type: 'too-few' });
    expect(at(model(5, 6, 7, 8, 9), fixed(4))).toEqual({ type: 'clear', more: 'a', chance: 2 / 32 });
    expect(at(fixed(9), model(5, 6, 7, 8, 8))).toMatchObject({ type: 'clear', more: 'a' });
    expect(at(fixed(6), model(5, 7, 7, 8, 8))).toMatchObject({ type: 'unclear' });
  });

  it('is compared with another by the items', () => {
    // By Fisher's exact test, as in its textbook example of tea: 3 of 4 against 1 of 4.
    expect(at(counted(3, 4), counted(1, 4))).toEqual({ type: 'unclear', chance: expect.closeTo(34 / 70, 10) });
    expect(at(counted(13, 30), counted(17, 30))).toMatchObject({ type: 'unclear' });
    expect(at(counted(0, 6), counted(6, 6))).toMatchObject({ type: 'clear', more: 'b' });
    expect(at(counted(3, 6), counted(5, 10))).toEqual({ type: 'none' });
  });

  it('differs in size from a tenth on', () => {
    expect(at(fixed(100), fixed(91))).toEqual({ type: 'small' });
    expect(at(fixed(100), fixed(90))).toEqual({ type: 'clear', more: 'a', chance: 0 });
  });
});

describe('[K15] several places', () => {
  const win = { a: model(2), b: model(1) };
  const loss = { a: model(1), b: model(2) };
  const tie = { a: model(1), b: model(1) };
  const of = (wins: number, losses: number, ties = 0) => [
    ...Array.from({ length: wins }, () => win),
    ...Array.from({ length: losses }, () => loss),
    ...Array.from({ length: ties }, () => tie),
  ];

  it('are told by a sign test over their medians, without ties', () => {
    for (const [wins, losses] of [
      [5, 0],
      [7, 1],
      [9, 2],
    ] as const) {
      expect(difference(of(wins, losses, 3))).toMatchObject({ type: 'clear', more: 'a' });
      expect(difference(of(losses, wins))).toMatchObject({ type: 'clear', more: 'b' });
      if (losses > 0) expect(difference(of(wins - 1, losses))).toMatchObject({ type: 'unclear' });
    }
    expect(difference(of(4, 0))).toEqual({ type: 'too-few' });
    expect(difference(of(0, 0, 8))).toEqual({ type: 'none' });
  });

  it('are told at few of them if the answers differ clearly at each', () => {
    const clear = { a: model(5, 6, 7), b: model(1, 2, 3) };
    expect(difference([clear, clear])).toMatchObject({ type: 'clear', more: 'a' });
    expect(difference([clear, { a: model(5, 6, 7), b: model(1, 2, 6) }])).toMatchObject({ type: 'unclear' });
    expect(difference([clear, { a: clear.b, b: clear.a }])).toMatchObject({ type: 'unclear' });
    expect(difference([clear, win])).toEqual({ type: 'too-few' });
  });
});

describe('[K15] a difference', () => {
  const values = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 6 });
  const side = fc.oneof(
    values.map((all) => model(...all)),
    fc.integer({ min: 0, max: 6 }).map(fixed),
    fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 20 })).map(([a, b]) => counted(a, a + b + 1)),
  );
  const pair = fc.record({ a: side, b: side });
  const pairs = fc.array(pair, { minLength: 1, maxLength: 9 });

  it('is none between equal answers', () => {
    fc.assert(
      fc.property(fc.array(side, { maxLength: 9 }), (sides) => {
        expect(difference(sides.map((each) => ({ a: each, b: each })))).toEqual({ type: 'none' });
      }),
    );
  });

  it('does not depend on the order of answers and places', () => {
    fc.assert(
      fc.property(pairs, (all) => {
        const turned = (each: Side) => ({ ...each, values: [...each.values].reverse() });
        const other = difference(all.map(({ a, b }) => ({ a: turned(a), b: turned(b) })).reverse());
        expect(other).toEqual(difference(all));
      }),
    );
  });

  it('has the other sign, and the same chance, if the two are swapped', () => {
    const swapped = (found: Difference) =>
      found.type === 'clear' ? { ...found, more: found.more === 'a' ? 'b' : 'a' } : found;
    fc.assert(
      fc.property(pairs, (all) => {
        const back = difference(all.map(({ a, b }) => ({ a: b, b: a })));
        const there = swapped(difference(all));
        expect(back.type).toBe(there.type);
        if (back.type === 'clear' && there.type === 'clear') expect(back.more).toBe(there.more);
        if ('chance' in back && 'chance' in there) expect(back.chance).toBeCloseTo(there.chance, 12);
      }),
    );
  });

  it('stays clear if all answers, or all places, come again', () => {
    const times = <Item>(items: readonly Item[], count: number) => Array.from({ length: count }, () => items).flat();
    const more = (each: Side, count: number) => (each.isFixed ? each : { ...each, values: times(each.values, count) });
    fc.assert(
      fc.property(pairs, fc.integer({ min: 2, max: 4 }), (all, count) => {
        const found = difference(all);
        if (found.type !== 'clear') return;
        const again = all.map(({ a, b }) => ({ a: more(a, count), b: more(b, count) }));
        expect(difference(again)).toMatchObject({ type: 'clear', more: found.more });
        expect(difference(times(all, count))).toMatchObject({ type: 'clear', more: found.more });
      }),
      { numRuns: 1_000 },
    );
  });

  it('is clear for at most one in ten ways in which the same answers can fall to two equal prompts', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 9 }), fc.nat(), (all, cut) => {
        const size = 1 + (cut % (all.length - 1));
        const ways = splits(all, size);
        const clear = ways.filter(([a, b]) => at(model(...a), model(...b)).type === 'clear');
        expect(clear.length / ways.length).toBeLessThanOrEqual(1 / 10);
      }),
      { numRuns: 60 },
    );
  });

  it('has the chance that counting all of these ways gives', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const sum = (some: readonly number[]) => some.reduce((total, value) => total + rank(value), 0);
        const all = [...a, ...b];
        const rank = (value: number) =>
          all.filter((other) => other < value).length + (all.filter((other) => other === value).length + 1) / 2;
        const off = (some: readonly number[]) => Math.abs(sum(some) - (some.length * (all.length + 1)) / 2);
        const ways = splits(all, a.length);
        const far = ways.filter(([some]) => off(some) >= off(a));
        expect(rankChance(a, b).chance).toBeCloseTo(far.length / ways.length, 12);
      }),
      { numRuns: 60 },
    );
  });

  it('has a chance between 0 and 1, for any counts', () => {
    const count = fc.tuple(fc.nat(60), fc.nat(60)).map(([some, rest]) => ({ count: some, of: some + rest }));
    fc.assert(
      fc.property(count, count, (a, b) => {
        expect(fisherChance(a, b)).toBeGreaterThan(0);
        expect(fisherChance(a, b)).toBeLessThanOrEqual(1);
        expect(fisherChance(b, a)).toBeCloseTo(fisherChance(a, b), 10);
      }),
    );
  });
});

/** All ways to give `size` of them to one, and the rest to the other. */
function splits(all: readonly number[], size: number): readonly (readonly [readonly number[], readonly number[]])[] {
  return Array.from({ length: 2 ** all.length }, (_, bits) => bits)
    .map((bits) => {
      const isFirst = (_: number, index: number) => (bits & (1 << index)) !== 0;
      return [all.filter(isFirst), all.filter((value, index) => !isFirst(value, index))] as const;
    })
    .filter(([first]) => first.length === size);
}
