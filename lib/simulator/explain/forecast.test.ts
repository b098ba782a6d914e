import { describe, expect, it } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import { teachingV5 } from '../../policies/presets/teaching-v5';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import type { Policy } from '../../policies/shape/policy';
import { assumed } from '../../summarizers/assumed';
import { scripted } from '../../summarizers/scripted';
import type { Summarizer } from '../../summarizers/summarizer';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import type { SimulatedChange, Simulation } from '../pipeline/simulation';
import { replayMaterial } from '../recorded/replay-material';
import { readingSession } from '../replay/reading-session.test-support';
import { replay } from '../replay/replay';
import { FEW_CALLS, forecast, isStuck } from './forecast';

function simulate(calls: number, policy: Policy, summarizer: Summarizer = assumed()): Simulation {
  return replay(replayMaterial(transcriptFromText(readingSession(calls))), policy, summarizer);
}

/** Of the reading session, with nothing but what a test is about. */
function made(used: readonly number[], of: Partial<Simulation> = {}): Simulation {
  const whole = simulate(1, claudeCode21);
  const threshold = Float64Array.from(used, () => 1_000);
  return {
    ...whole,
    calls: used.length,
    used: Float64Array.from(used),
    counted: Float64Array.from(used),
    threshold,
    ...of,
  };
}

const compaction = (call: number, after: number, of: Partial<SimulatedChange> = {}): SimulatedChange => ({
  call,
  layer: 'full-compact',
  turn: 'gate',
  trigger: 'auto',
  before: 1_000,
  after,
  reason: { rule: 'G1', code: 'at-threshold', values: {} },
  changes: [],
  summaryTokens: 0,
  boundary: undefined,
  callsSinceLast: undefined,
  ...of,
});

describe('after each compaction', () => {
  const simulation = simulate(60, claudeCode21);
  const { refills, findings, loops } = forecast(simulation, 'rough');

  it('has the floor, the threshold and the growth, and the number of calls until the next one', () => {
    expect(refills.map(({ from }) => from)).toEqual([0, ...simulation.compactions.map(({ call }) => call)]);
    for (const { compaction, floor, line, growth, expectedCalls, from, nextAt } of refills) {
      expect(line).toBe(167_000);
      expect(Math.abs((growth.average ?? 0) - 10_100)).toBeLessThan(50);
      if (compaction !== undefined) expect(floor).toBe(simulation.used[from]);
      if (nextAt !== undefined) expect(Math.abs((expectedCalls ?? 0) - (nextAt - from))).toBeLessThanOrEqual(1);
    }
    expect(refills.length).toBeGreaterThan(3);
  });

  it('finds no loop if there is room for more than a few calls', () => {
    expect(loops).toEqual([]);
    expect(refills.some(isStuck)).toBe(false);
  });

  it('says how many calls after the recording the next one would come', () => {
    const [finding] = findings;
    const next = simulation.compactions.at(-1);
    const longer = simulate(80, claudeCode21).compactions.find(({ call }) => call > (next?.call ?? 0));
    expect(finding?.type).toBe('next');
    const callsLeft = finding?.type === 'next' ? finding.callsLeft : Number.NaN;
    expect(Math.abs(59 + callsLeft - (longer?.call ?? 0))).toBeLessThanOrEqual(1);
  });
});

describe('growth', () => {
  const newestOf = (used: readonly number[], of: Partial<Simulation> = {}) =>
    forecast(made(used, of), 'rough').refills.at(-1);

  it('is the mean and median of what the calls since the compaction added', () => {
    const compactions = [compaction(2, 300)];
    expect(newestOf([10, 900, 300, 310, 330, 930, 936], { compactions })).toMatchObject({
      growth: { average: 159, median: 15, calls: 4, tokens: 636, taken: 0 },
      expectedCalls: 5,
    });
    expect(newestOf([10, 900, 300, 310, 330, 930], { compactions })?.growth).toMatchObject({
      average: 210,
      median: 20,
    });
  });

  it('is reduced by what other layers have removed since', () => {
    const changes = [compaction(3, 400, { turn: 'before-call', before: 500 })];
    const { growth } = newestOf([100, 300, 500, 600], { changes }) ?? {};
    expect(growth).toEqual({ calls: 3, tokens: 600, taken: 100, average: 500 / 3, median: 200 });
  });

  it('excludes calls where the recording itself shrank', () => {
    expect(newestOf([100, 300, 50, 250])?.growth).toMatchObject({ calls: 2, average: 200 });
  });

  it('needs two calls', () => {
    const after = newestOf([10, 300], { compactions: [compaction(1, 300)] });
    expect(after).toMatchObject({ growth: { average: undefined, calls: 0 }, expectedCalls: undefined });
    expect(forecast(made([300]), 'rough').findings).toEqual([{ type: 'too-short' }]);
    expect(forecast(made([]), 'rough')).toEqual({ refills: [], findings: [], loops: [] });
  });

  it('gives no forecast if other layers remove most of it', () => {
    const taking = (after: number) => [compaction(2, after, { turn: 'before-call', before: 500 })];
    const findingsWith = (after: number) =>
      forecast(made([100, 300, after, after + 100], { changes: taking(after) }), 'rough').findings;
    expect(findingsWith(100)).toMatchObject([{ type: 'held', refill: { growth: { tokens: 500, taken: 400 } } }]);
    expect(findingsWith(300)).toMatchObject([{ type: 'next' }]);
  });

  it('may be zero, and then there is no next compaction', () => {
    expect(forecast(made([300, 300, 300]), 'rough').findings).toMatchObject([{ type: 'no-growth' }]);
  });

  it('excludes calls that were not sent', () => {
    const { refills, findings } = forecast(made([10, 20, 30, 0, 0], { deadAt: 3 }), 'rough');
    expect(refills[0]).toMatchObject({ growth: { average: 10, calls: 2 } });
    expect(findings).toEqual([{ type: 'dead', call: 3 }]);
  });

  it('starts from the last of several compactions before one call', () => {
    const compactions = [compaction(1, 900), compaction(1, 400)];
    expect(forecast(made([10, 400, 410], { compactions }), 'rough').refills.map(({ floor }) => floor)).toEqual([
      10, 400,
    ]);
  });
});

describe('no progress', () => {
  it('is reported if the floor is at or above the threshold', () => {
    const stuck = made([10, 1_000], { compactions: [compaction(1, 1_000)] });
    expect(forecast(stuck, 'rough').findings).toMatchObject([{ type: 'stuck', refill: { floor: 1_000, line: 1_000 } }]);
    const below = made([10, 999], { compactions: [compaction(1, 999)] });
    expect(forecast(below, 'rough').findings).not.toMatchObject([{ type: 'stuck' }]);
  });

  it('[G4] is reported if the replay was stopped for thrashing', () => {
    // The system alone takes 20,000, and every compaction puts files back.
    const simulation = simulate(30, { ...claudeCode21, windowTokens: 70_000 });
    expect(simulation.thrash).toBeDefined();
    expect(forecast(simulation, 'rough').findings[0]).toEqual({ type: 'thrash', ...simulation.thrash });
  });

  it('[X1] is reported if the session is dead', () => {
    const simulation = simulate(40, none);
    const { findings, refills } = forecast(simulation, 'rough');
    expect(findings).toEqual([{ type: 'dead', call: simulation.deadAt }]);
    expect(refills).toMatchObject([{ line: simulation.thresholds.fits, lineIs: 'limit' }]);
  });

  it('[G3] is reported if compaction has failed: the threshold is reached, and nothing happens', () => {
    const simulation = simulate(18, claudeCode21, scripted({ type: 'error', what: 'overloaded' }));
    expect(forecast(simulation, 'rough').findings).toEqual([{ type: 'left-full', call: 15, failures: 3 }]);
  });
});

describe('a loop', () => {
  const loopsAt = (...calls: number[]) => {
    const used = Array.from({ length: 60 }, () => 500);
    return forecast(made(used, { compactions: calls.map((call) => compaction(call, 500)) }), 'rough').loops;
  };

  it('consists of compactions within a few calls of each other', () => {
    expect(loopsAt(4, 4 + FEW_CALLS, 5 + FEW_CALLS, 40, 41)).toEqual([
      { from: 4, to: 5 + FEW_CALLS, compactions: 3 },
      { from: 40, to: 41, compactions: 2 },
    ]);
    expect(loopsAt(4, 5 + FEW_CALLS)).toEqual([]);
  });

  it('does not include the start of the session', () => {
    expect(loopsAt(2)).toEqual([]);
  });
});

describe('the forecast threshold', () => {
  it('[X1] is the limit of a call if that triggered the compaction', () => {
    const simulation = made([10, 20], { compactions: [compaction(1, 20, { trigger: 'reactive' })] });
    expect(forecast(simulation, 'rough').refills.at(-1)).toMatchObject({
      line: simulation.thresholds.fits,
      lineIs: 'limit',
    });
  });

  it('[W7] counts a context exactly at the threshold as full only if that triggers', () => {
    const whole = made([500, 1_000, 1_000]);
    const isLeftFull = (thresholds: Simulation['thresholds']) =>
      forecast({ ...whole, thresholds }, 'rough').findings.some(({ type }) => type === 'left-full');
    expect(isLeftFull(whole.thresholds)).toBe(true);
    expect(isLeftFull({ ...whole.thresholds, isAutoAbove: true })).toBe(false);
  });

  it('[T9] is converted if the policy counts in its own tokens', () => {
    const simulation = made([10, 20], {
      compactions: [compaction(1, 20, { before: 500 })],
      counted: Float64Array.of(10, 1_000),
    });
    const lineBy = (counter: 'rough' | 'chars4') => forecast(simulation, counter).refills.at(-1);
    expect(lineBy('rough')).toMatchObject({ line: 1_000, isConverted: false });
    expect(lineBy('chars4')).toMatchObject({ line: 500, isConverted: true });
  });

  it('[T9] once converted, predicts the next compaction of such a policy as well', () => {
    const policy = changed(teachingV5, 'microcompact-counting.isOn', false);
    const { refills } = forecast(simulate(60, policy), policy.counter);
    const complete = refills.filter(({ nextAt }) => nextAt !== undefined);
    expect(complete.length).toBeGreaterThan(1);
    for (const { expectedCalls, nextAt, from } of complete) {
      expect(Math.abs((expectedCalls ?? 0) - ((nextAt ?? 0) - from))).toBeLessThanOrEqual(2);
    }
  });
});
