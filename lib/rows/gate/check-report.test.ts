import { describe, expect, it } from 'vitest';
import type { SessionRow } from '../session-row';
import { checkReport } from './check-report';
import { parseCondition } from './condition';
import { gateRow, gateRows, pairsOf, unreadable } from './gate-rows.test-support';

function reportOf(ours: readonly SessionRow[], baseline: readonly SessionRow[], ...texts: string[]) {
  const conditions = texts.map((text) => {
    const condition = parseCondition(text);
    if (!condition.ok) throw new Error(condition.error);
    return condition.value;
  });
  return checkReport(pairsOf(ours, baseline), conditions);
}

/** Of the first condition. */
function gateOf(...given: Parameters<typeof reportOf>) {
  return reportOf(...given).gates[0];
}

const baseline = gateRows(30, (place) => ({ policy: 'main', cost: 1 + place / 10, neededLater: place % 4 }));
/** Each session by `factor`, give or take `spread` of it. */
const changed = (factor: number, spread = 0) =>
  gateRows(30, (place) => ({
    cost: (1 + place / 10) * (factor + (spread * ((place % 5) - 2)) / 2),
    neededLater: place % 4,
  }));

describe('[Q1] a gate', () => {
  it('passes for the same policy, and fails for a planted regression', () => {
    expect(reportOf(baseline, baseline, 'cost > +0%', 'neededLater > +0').verdict).toBe('passed');
    const worse = reportOf(changed(1.06), baseline, 'cost > +5%', 'neededLater > +2%');
    expect(worse.verdict).toBe('failed');
    expect(worse.gates.map(({ verdict }) => verdict)).toEqual(['failed', 'passed', 'passed', 'passed']);
    expect(reportOf(changed(1.04), baseline, 'cost > +5%').verdict).toBe('passed');
    expect(reportOf(changed(0.9), baseline, 'cost > -5%').verdict).toBe('passed');
    expect(reportOf(changed(0.97), baseline, 'cost > -5%').verdict).toBe('failed');
  });

  it('compares sums, so a small session does not count as much as a large one', () => {
    const both = [gateRow({ hash: 'small', cost: 0.01 }), gateRow({ hash: 'large', cost: 10 })];
    const ours = [gateRow({ hash: 'small', cost: 0.03 }), gateRow({ hash: 'large', cost: 10.2 })];
    expect(gateOf(ours, both, 'cost > +5%')).toMatchObject({
      verdict: 'passed',
      value: expect.closeTo(0.022, 4),
    });
    expect(gateOf(ours, both, 'cost > +5% in any session')).toMatchObject({
      verdict: 'failed',
      furthest: { hash: 'small', place: 0 },
    });
    expect(gateOf(ours, both, 'cost > +0.3 in any session')).toMatchObject({
      verdict: 'passed',
      furthest: { hash: 'large', place: 0 },
    });
  });

  it('says whether other sessions could have come out on the other side of the limit', () => {
    expect(gateOf(changed(1.06, 0.01), baseline, 'cost > +5%')).toMatchObject({
      verdict: 'failed',
      isTooCloseToTell: false,
    });
    const close = gateOf(changed(1.06, 0.3), baseline, 'cost > +5%');
    expect(close).toMatchObject({ verdict: 'failed', isTooCloseToTell: true });
    if (close?.verdict !== 'failed') throw new Error('passed');
    expect(close.interval?.low).toBeLessThan(0.05);
    expect(close.interval?.high).toBeGreaterThan(0.06);
  });

  it('has the interval in the unit of its limit', () => {
    const ours = changed(1.1, 0.1);
    const share = gateOf(ours, baseline, 'cost > +5%');
    const amount = gateOf(ours, baseline, 'cost > +1');
    if (share?.verdict !== 'failed' || amount?.verdict !== 'failed') throw new Error('passed');
    for (const { value, interval } of [share, amount]) {
      expect(interval?.low).toBeLessThan(value);
      expect(interval?.high).toBeGreaterThan(value);
    }
    expect(amount.value).toBeCloseTo(share.value * share.baseline);
    const peaks = gateRows(30, (place) => ({ peakTokens: 100_000 + 1_000 * (place % 7) }));
    const peak = gateOf(peaks, baseline, 'peak > +1000');
    if (peak?.verdict !== 'failed') throw new Error('passed');
    expect(peak.ours).toBeCloseTo(100_000 + (1_000 * (84 + 1)) / 30);
    expect(peak.interval?.high).toBeLessThan(5_000);
  });

  it('has no interval of few sessions', () => {
    const gate = gateOf(changed(1.06, 0.3).slice(0, 5), baseline.slice(0, 5), 'cost > +5%');
    expect(gate).toMatchObject({ verdict: 'failed', isTooCloseToTell: false });
    expect(gate).not.toHaveProperty('interval');
  });

  it('takes more than nothing as past every share, and nothing as no change of nothing', () => {
    const none = [gateRow({ neededLater: 0 })];
    expect(gateOf([gateRow({ neededLater: 1 })], none, 'neededLater > +900%')).toMatchObject({ verdict: 'failed' });
    expect(gateOf(none, none, 'neededLater > +0%')).toMatchObject({ verdict: 'passed', value: 0 });
  });

  it('on a value alone needs no baseline of it', () => {
    const unknown = [gateRow({ cost: null })];
    expect(gateOf([gateRow({ cost: 7 })], unknown, 'cost > 6')).toMatchObject({ verdict: 'failed', value: 7 });
    expect(gateOf([gateRow({ cost: 7 })], unknown, 'cost > +5%')).toMatchObject({ verdict: 'unknown', leftOut: 1 });
  });
});

describe('[Q1] a session that ended early', () => {
  const ended = [
    ['dead', { deadAtCall: 3 }],
    ['blocked', { blockedAtCall: 3 }],
    ['no longer compacted', { gaveUpAtCall: 3 }],
  ] as const;

  it.each(ended)('saves nothing: %s', (_, end) => {
    const ours = gateRows(3, (place) => (place === 0 ? { cost: 0.01, ...end } : { cost: 1.2 }));
    const theirs = gateRows(3, () => ({ cost: 1 }));
    const report = reportOf(ours, theirs, 'cost > +5%');
    expect(report.gates).toMatchObject([
      { condition: { text: 'cost > +5%' }, verdict: 'failed', compared: 2, leftOut: 1 },
      { condition: { text: 'dead > +0' }, verdict: 'failed', value: 1 },
      { condition: { text: 'failures > +0' }, verdict: 'passed' },
    ]);
    expect(report.endedEarly).toMatchObject({ count: 1, first: [{ hash: 's0', place: 0 }] });
  });

  it('is no change if it ends under the baseline, too', () => {
    const theirs = gateRows(3, (place) => (place === 0 ? { deadAtCall: 9 } : {}));
    expect(reportOf(theirs, theirs, 'cost > +5%').verdict).toBe('passed');
  });
});

describe('sessions', () => {
  it('include their sub-agents, whatever came first', () => {
    const ours = [gateRow({ place: 1, agentId: 'x', cost: 2, peakTokens: 70 }), gateRow({ cost: 1, peakTokens: 50 })];
    const { compared, sums } = reportOf(ours, [...ours].reverse(), 'cost > +5%');
    expect(compared).toBe(1);
    expect(sums.find(({ measure }) => measure === 'cost')).toMatchObject({ ours: 3, baseline: 3, compared: 1 });
    expect(sums.find(({ measure }) => measure === 'peak')).toMatchObject({ ours: 70 });
  });

  it('count once, however often their file was copied', () => {
    const twice = [gateRow({ cost: 1 }), gateRow({ cost: 1 })];
    expect(reportOf(twice, twice, 'cost > +5%').sums[0]).toMatchObject({ ours: 1, baseline: 1 });
  });

  it('that are on one side only are not compared', () => {
    const { compared, onlyOurs, onlyBaseline } = reportOf(
      gateRows(3, () => ({})),
      gateRows(5, () => ({})).slice(1),
      'cost > +5%',
    );
    expect([compared, onlyOurs, onlyBaseline]).toEqual([2, 1, 2]);
  });

  it('that could not be read are no result on both sides', () => {
    const ours = [gateRow(), gateRow({ hash: 'b', failure: unreadable })];
    expect(reportOf(ours, ours, 'cost > +5%')).toMatchObject({ verdict: 'passed', noResult: { count: 1 } });
    const fixed = [gateRow(), gateRow({ hash: 'b' })];
    expect(reportOf(ours, fixed, 'cost > +5%').gates.at(-1)).toMatchObject({ verdict: 'failed', value: 1 });
  });

  it('with the largest differences are ranked by what failed first', () => {
    const ours = gateRows(30, (place) => ({ cost: 1 + place / 10, neededLater: place === 7 ? 50 : 0 }));
    const report = reportOf(ours, baseline, 'cost > +5%', 'neededLater > +2%');
    expect(report.rankedBy).toBe('neededLater');
    expect(report.worst.map(({ session }) => session.hash)).toEqual(['s7']);
    const costly = reportOf(changed(1.1), baseline, 'cost > +5%');
    expect(costly.worst).toHaveLength(10);
    expect(costly.worst[0]?.session.hash).toBe('s29');
    expect(costly.worst.map(({ difference }) => difference)).toEqual(
      costly.worst.map(({ difference }) => difference).sort((a, b) => b - a),
    );
  });

  it('are an error if nothing of what is asked is known of them', () => {
    const free = gateRows(3, () => ({ cost: null }));
    expect(reportOf(free, free, 'cost > +5%').verdict).toBe('error');
  });
});
