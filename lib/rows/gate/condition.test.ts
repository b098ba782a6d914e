import { describe, expect, it } from 'vitest';
import { type Condition, isPast, parseCondition, withUsualConditions } from './condition';

const parsed = (text: string): Condition => {
  const condition = parseCondition(text);
  if (!condition.ok) throw new Error(condition.error);
  return condition.value;
};

describe('a condition', () => {
  it.each([
    ['cost > +5%', { measure: 'cost', comparison: '>', limit: 0.05, unit: 'share', of: 'difference', scope: 'all' }],
    ['cost>+$1.50', { measure: 'cost', limit: 1.5, unit: 'amount', of: 'difference' }],
    ['cost >= $20', { comparison: '>=', limit: 20, unit: 'amount', of: 'value' }],
    ['sent < -10%', { measure: 'sent', comparison: '<', limit: -0.1, unit: 'share', of: 'difference' }],
    ['sent < −10 %', { limit: -0.1 }],
    ['dead > 0', { measure: 'dead', limit: 0, of: 'value' }],
    ['peak > 180000 in any session', { measure: 'peak', limit: 180_000, of: 'value', scope: 'any-session' }],
    ['neededLater > +3 in any session', { measure: 'neededLater', of: 'difference', scope: 'any-session' }],
    ['lostNeededLater > +2%', { measure: 'neededLater', text: 'lostNeededLater > +2%' }],
  ])('%s', (text, is) => {
    expect(parsed(text)).toMatchObject(is);
  });

  it.each([
    ['', '"" is not a condition; expected MEASURE > LIMIT, such as cost > +5% or dead > 0'],
    ['cost', '"cost" is not a condition'],
    ['cost = 5', '"cost = 5" is not a condition'],
    ['cost > 5 in most sessions', '"cost > 5 in most sessions" is not a condition'],
    ['cost > +1e3', '"cost > +1e3" is not a condition'],
    ['costs > +5%', 'unknown measure "costs" in "costs > +5%"; expected one of: cost, compactions, '],
    ['toString > +5%', 'unknown measure "toString"'],
    ['cost > 5%', '"cost > 5%": a limit in % is against the baseline, so it has a sign: +5% or -5%'],
    ['peak > +$5', '"peak > +$5": only cost is in $'],
    ['cost > +$5%', '"cost > +$5%": a limit is in $ or in %, not in both'],
  ])('is refused with one line: %j', (text, says) => {
    const condition = parseCondition(text);
    const problem = condition.ok ? 'accepted' : condition.error;
    expect(problem.startsWith(says)).toBe(true);
    expect(problem).not.toContain('\n');
  });

  it('is past its limit only beyond it, unless it says so', () => {
    expect([1, 2, 3].map((value) => isPast({ comparison: '>', limit: 2 }, value))).toEqual([false, false, true]);
    expect([1, 2, 3].map((value) => isPast({ comparison: '>=', limit: 2 }, value))).toEqual([false, true, true]);
    expect([1, 2, 3].map((value) => isPast({ comparison: '<', limit: 2 }, value))).toEqual([true, false, false]);
    expect([1, 2, 3].map((value) => isPast({ comparison: '<=', limit: 2 }, value))).toEqual([true, true, false]);
  });

  it('comes with those on sessions that end early or have no result, unless they are given', () => {
    const texts = (...given: string[]) => withUsualConditions(given.map(parsed)).map(({ text }) => text);
    expect(texts('cost > +5%')).toEqual(['cost > +5%', 'dead > +0', 'failures > +0']);
    expect(texts('dead > +2', 'failures > 9')).toEqual(['dead > +2', 'failures > 9']);
  });
});
