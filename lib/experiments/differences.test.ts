import { describe, expect, it } from 'vitest';
import { type CellValues, isApart, isBetter, type Pair } from './differences';
import { measured } from './measured';

const model = (...values: number[]): CellValues => ({ values, isFixed: false });
const fixed = (value: number): CellValues => ({ values: [value], isFixed: true });

function pair(a: CellValues, b: CellValues): Pair {
  return { a, b, medianA: measured(a.values)?.median ?? 0, medianB: measured(b.values)?.median ?? 0 };
}

describe('[V2] two cells', () => {
  it('differ if all values of one are better, three against three', () => {
    expect(isApart(model(5, 6, 7), model(1, 2, 4), 'more')).toBe(true);
    expect(isApart(model(5, 6, 7), model(1, 2, 5), 'more')).toBe(false);
    expect(isApart(model(1, 2, 4), model(5, 6, 7), 'more')).toBe(false);
    expect(isApart(model(1, 2, 4), model(5, 6, 7), 'less')).toBe(true);
  });

  it('do not differ by too few values, which chance would sort like this more than once in twenty', () => {
    expect(isApart(model(5, 6), model(1, 2, 3), 'more')).toBe(false);
    expect(isApart(model(5, 6), model(1, 2, 3, 4), 'more')).toBe(false);
    expect(isApart(model(5, 6), model(1, 2, 3, 4, 4), 'more')).toBe(true);
    expect(isApart(model(), model(1, 2, 3), 'more')).toBe(false);
  });

  it('need five answers on one side of a text that never changes; two such texts always differ', () => {
    expect(isApart(model(5, 6, 7, 8), fixed(4), 'more')).toBe(false);
    expect(isApart(model(5, 6, 7, 8, 9), fixed(4), 'more')).toBe(true);
    expect(isApart(fixed(9), model(5, 6, 7, 8, 8), 'more')).toBe(true);
    expect(isApart(fixed(5), fixed(4), 'more')).toBe(true);
    expect(isApart(fixed(4), fixed(4), 'more')).toBe(false);
  });
});

describe('[V2] two rows', () => {
  const wins = (count: number) => Array.from({ length: count }, () => pair(model(2), model(1)));
  const losses = (count: number) => Array.from({ length: count }, () => pair(model(1), model(2)));
  const ties = (count: number) => Array.from({ length: count }, () => pair(model(1), model(1)));

  it('differ by a sign test over the boundaries', () => {
    expect(isBetter(wins(5), 'more')).toBe(true);
    expect(isBetter(wins(4), 'more')).toBe(false);
    expect(isBetter([...wins(7), ...losses(1)], 'more')).toBe(true);
    expect(isBetter([...wins(6), ...losses(1)], 'more')).toBe(false);
    expect(isBetter([...wins(9), ...losses(2)], 'more')).toBe(true);
    expect(isBetter([...wins(8), ...losses(2)], 'more')).toBe(false);
    expect(isBetter(losses(5), 'less')).toBe(true);
  });

  it('leave out ties', () => {
    expect(isBetter([...wins(5), ...ties(3)], 'more')).toBe(true);
    expect(isBetter(ties(8), 'more')).toBe(false);
    expect(isBetter([], 'more')).toBe(false);
  });

  it('differ at few boundaries only if their cells differ at each of them', () => {
    const clear = pair(model(5, 6, 7), model(1, 2, 3));
    expect(isBetter([clear], 'more')).toBe(true);
    expect(isBetter([clear, clear], 'more')).toBe(true);
    expect(isBetter([clear, pair(model(5, 6, 7), model(1, 2, 6))], 'more')).toBe(false);
  });
});
