import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crush } from '../../policies/agents/crush';
import { roo } from '../../policies/agents/roo';
import { claudeCode20 } from '../../policies/presets/claude-code-2-0';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { claudeCodeCurrent } from '../../policies/presets/claude-code-current';
import { everythingOn } from '../../policies/presets/everything-on';
import { none } from '../../policies/presets/none';
import { teachingV5 } from '../../policies/presets/teaching-v5';
import { tutorial } from '../../policies/presets/tutorial';
import { changeSetting, type SettingValue } from '../../policies/shape/change-setting';
import { eraOf, type Policy, windowFor } from '../../policies/shape/policy';
import { type ThresholdRule, thresholdsOf } from '../../policies/shape/thresholds';
import { type GateState, gate } from '../pipeline/gate';
import { type EquationFacts, equationOf, fitsEquation } from './equation';

interface Moment extends Partial<GateState> {
  readonly used: number;
  readonly modelWindow?: number;
  readonly version?: string;
  readonly wasTaken?: boolean;
}

function factsAt(
  policy: Policy,
  { modelWindow = 200_000, version, wasTaken = false, ...state }: Moment,
): EquationFacts {
  const rule = eraOf(policy, version).thresholds;
  const thresholds = thresholdsOf(rule, windowFor(policy, modelWindow), policy.maxOutputTokens);
  const isOn = policy.layers.some(
    ({ layer, isOn }) => isOn && (layer === 'full-compact' || layer === 'session-memory'),
  );
  const { opens, reason } = gate({
    isOn,
    isThrashing: false,
    hasRoom: true,
    failuresInARow: 0,
    isLatched: false,
    asker: 'main',
    isAutomatic: thresholds.isAutomatic,
    isReactiveOnly: policy.isReactiveOnly === true,
    isInTurn: false,
    messages: 100,
    atMessages: thresholds.atMessages,
    isCollapseOn: policy.layers.some(({ layer, isOn }) => isOn && layer === 'collapse'),
    threshold: thresholds.auto,
    isAbove: thresholds.isAutoAbove === true,
    ...state,
  });
  return {
    policy,
    rule,
    thresholds,
    modelWindow,
    verdict: { type: opens ? 'open' : 'closed', reason },
    used: state.used,
    size: state.used,
    wasTaken,
  };
}

const equation = (policy: Policy, moment: Moment) => equationOf(factsAt(policy, moment)).text;

function withSettings(policy: Policy, changes: Readonly<Record<string, SettingValue>>): Policy {
  return Object.entries(changes).reduce((before, [path, value]) => {
    const changed = changeSetting(before, path, value);
    if (!changed.ok) throw new Error(changed.error);
    return changed.value;
  }, policy);
}

describe('the equation', () => {
  it.each([
    [
      '[W2] [W3] with a capped reserve',
      claudeCode21,
      171_220,
      '171,220 used ≥ 167,000 = 200,000 − 20,000 − 13,000 → compact',
    ],
    [
      'below the threshold',
      claudeCode21,
      166_999,
      '166,999 used < 167,000 = 200,000 − 20,000 − 13,000 → no compaction',
    ],
    [
      '[W9] with the whole output reserved',
      claudeCode20,
      155_031,
      '155,031 used ≥ 155,000 = 200,000 − 32,000 − 13,000 → compact',
    ],
    [
      "[W9] at the model's limit",
      claudeCodeCurrent,
      198_000,
      '198,000 used < 200,000, the whole window → no compaction',
    ],
    ['[W3] by a share', tutorial, 168_000, '168,000 used ≥ 167,000 = 200,000 × 83.5 % → compact'],
    [
      '[W7] at the threshold, compared strictly',
      teachingV5,
      170_616,
      '170,616 used ≤ 170,616 = 200,000 − 16,384 − 13,000 → no compaction',
    ],
    [
      '[W7] above the threshold, compared strictly',
      teachingV5,
      170_617,
      '170,617 used > 170,616 = 200,000 − 16,384 − 13,000 → compact',
    ],
    ['[X1] without compaction', none, 168_000, '168,000 tokens ≤ 168,000 = 200,000 − 32,000 → fits'],
    [
      '[X1] without compaction, if it does not fit',
      none,
      168_001,
      '168,001 tokens > 168,000 = 200,000 − 32,000 → rejected',
    ],
    [
      '[C3] with collapse turned on',
      everythingOn,
      170_000,
      '170,000 used ≥ 167,000 = 200,000 − 20,000 − 13,000, but context collapse is on, so automatic compaction waits → no compaction',
    ],
  ] as const)('%s', (_, policy, used, text) => expect(equation(policy, { used })).toBe(text));

  it('[W3] computes a share of the effective window, and says if it has no effect', () => {
    const half = withSettings(claudeCode21, { 'thresholds.percent': 50 });
    expect(equation(half, { used: 90_000 })).toBe('90,000 used ≥ 90,000 = (200,000 − 20,000) × 50 % → compact');
    expect(equation(half, { used: 1, modelWindow: 199_999 })).toBe(
      '1 used < 89,999 = ⌊(199,999 − 20,000) × 50 %⌋ → no compaction',
    );
    const high = equationOf(factsAt(withSettings(claudeCode21, { 'thresholds.percent': 95 }), { used: 1 }));
    expect(high.text).toBe('1 used < 167,000 = 200,000 − 20,000 − 13,000 → no compaction');
    expect(high.notes).toEqual(['95 % of 180,000 is 171,000: not lower, so it has no effect.']);
  });

  it('[W1] compares a window set by the policy with that of the model', () => {
    const set = withSettings(claudeCode21, { 'policy.windowTokens': 150_000 });
    const { text, notes } = equationOf(factsAt(set, { used: 1 }));
    expect(text).toBe('1 used < 117,000 = 150,000 − 20,000 − 13,000 → no compaction');
    expect(notes).toEqual(["The window of 150,000 is set by the policy; the model's is 200,000."]);
    expect(equationOf(factsAt(set, { used: 1, modelWindow: 100_000 })).notes).toEqual([
      "The policy sets a window of 150,000, but the model's 100,000 is smaller and applies.",
    ]);
  });

  it('[W5] [X3] uses the blocking limit without automatic compaction', () => {
    const manual = withSettings(claudeCode21, { 'thresholds.isAutomatic': false });
    expect(equation(manual, { used: 176_999 })).toBe('176,999 used < 177,000 = 200,000 − 20,000 − 3,000 → allowed');
    expect(equation(manual, { used: 177_000 })).toBe(
      '177,000 used ≥ 177,000 = 200,000 − 20,000 − 3,000 → blocked: the user must compact',
    );
  });

  it('[W5] [X3] names a blocking limit that overrides the formula, with the result of the formula', () => {
    const manual = withSettings(claudeCode21, {
      'thresholds.isAutomatic': false,
      'thresholds.blockingLimitTokens': 150_000,
    });
    expect(equation(manual, { used: 149_999 })).toBe('149,999 used < 150,000, the override → allowed');
    const { text, terms, notes } = equationOf(factsAt(manual, { used: 150_000 }));
    expect(text).toBe('150,000 used ≥ 150,000, the override → blocked: the user must compact');
    expect(terms).toEqual([{ tokens: 150_000, name: 'override of the blocking limit', rule: 'W5' }]);
    expect(notes).toEqual([
      'Without the override: 177,000 = 200,000 − 20,000 − 3,000.',
      'Automatic compaction is turned off.',
    ]);
  });

  it("[G1] is the provider's if only rejected requests are compacted", () => {
    const reactive = withSettings(claudeCode21, { 'policy.isReactiveOnly': true });
    const { text, notes } = equationOf(factsAt(reactive, { used: 190_000 }));
    expect(text).toBe('190,000 tokens ≤ 200,000, the whole window → fits');
    expect(notes).toEqual(['Reactive only: compacts after a rejected request.']);
  });

  it("[G1] is the provider's if compaction is turned off", () => {
    const off = withSettings(claudeCode21, { 'policy.isDisabled': true });
    const { text, notes } = equationOf(factsAt(off, { used: 190_000, isOn: false }));
    expect(text).toBe('190,000 tokens ≤ 200,000, the whole window → fits');
    expect(notes).toEqual(['Compaction is turned off.']);
  });

  it('[G3] [G4] says what keeps the gate closed', () => {
    expect(equation(claudeCode21, { used: 170_000, failuresInARow: 3 })).toContain(
      '≥ 167,000 = 200,000 − 20,000 − 13,000, but compaction failed 3 times in a row',
    );
    expect(equation(claudeCode21, { used: 170_000, isThrashing: true })).toContain(
      ', but the context was full again right after a compaction, three times in a row → no compaction',
    );
    const { notes } = equationOf(factsAt(claudeCode21, { used: 1, failuresInARow: 3 }));
    expect(notes).toEqual(['Also: compaction failed 3 times in a row and is no longer tried.']);
  });

  it('[X1] says that a recorded request was accepted', () => {
    expect(fitsEquation(factsAt(none, { used: 190_000, wasTaken: true })).text).toBe(
      '190,000 tokens > 168,000 = 200,000 − 32,000, but the recording shows it was accepted → accepted',
    );
  });

  it('says how many tokens are missing', () => {
    expect(equationOf(factsAt(claudeCode21, { used: 166_000 })).missing).toBe(1_000);
    expect(equationOf(factsAt(claudeCode21, { used: 167_000 })).missing).toBe(0);
    expect(equationOf(factsAt(none, { used: 168_000 })).missing).toBe(1);
    expect(equationOf(factsAt(teachingV5, { used: 170_616 }))).toMatchObject({ missing: 1, notes: [] });
  });

  it('[W7] never rounds across a limit', () => {
    expect(equation(claudeCode21, { used: 166_999.7 })).toContain('166,999 used < 167,000');
    expect(equation(none, { used: 168_000.3 })).toContain('168,001 tokens > 168,000');
  });

  it('[W3] works out a share of the whole window, and what applies to large windows', () => {
    const { text, terms } = equationOf(factsAt(roo, { used: 171_809 }));
    expect(text).toBe('171,809 used > 171,808 = 180,000 − 8,192 → compact');
    expect(terms[0]).toEqual({ tokens: 180_000, name: '90 % of the window', rule: 'W3' });
    expect(equation(crush, { used: 160_000 })).toContain('160,000 used ≥ 160,000 = 200,000 × 80 %');
    expect(equation(crush, { used: 252_000, modelWindow: 272_000 })).toContain('252,000 = 272,000 − 20,000');
  });

  it('names every number', () => {
    const { terms, limit } = equationOf(factsAt(claudeCode21, { used: 1 }));
    expect(terms).toEqual([
      { tokens: 200_000, name: 'window', rule: 'W1' },
      { tokens: 20_000, name: 'reserved for the reply (of 32,000 max)', rule: 'W2' },
      { tokens: 13_000, name: 'buffer before the end of the effective window', rule: 'W3' },
    ]);
    expect(equationOf(factsAt(claudeCodeCurrent, { used: 1 })).terms).toHaveLength(1);
    expect(limit).toEqual({ tokens: 167_000, name: 'threshold', rule: 'W3' });
    expect(equationOf(factsAt(tutorial, { used: 1 })).limit.name).toBe('83.5 % of that: the threshold');
  });
});

const tokens = fc.integer({ min: 0, max: 300_000 });
const rules: fc.Arbitrary<ThresholdRule> = fc.record({
  reserve: fc.constantFrom('capped', 'whole', 'none'),
  reserveCapTokens: tokens,
  bufferTokens: tokens,
  percent: fc.integer({ min: 1, max: 200 }).map((halves) => halves / 2),
  warningTokens: tokens,
  errorTokens: tokens,
  blockingTokens: tokens,
  blockingLimitTokens: fc.oneof(fc.constant(0), tokens),
  isAutomatic: fc.boolean(),
  leavesFree: fc.constantFrom('output', 'nothing'),
  comparison: fc.constantFrom('at-least', 'above'),
  atTokens: fc.oneof(fc.constant(0), tokens),
  atMessages: fc.constant(0),
  percentOf: fc.constantFrom('effective', 'window'),
  largeFromTokens: fc.oneof(fc.constant(0), tokens),
  largeBufferTokens: tokens,
});

it('[W2] [W3] [W5] [W7] is correct, whatever the numbers', () => {
  fc.assert(
    fc.property(
      rules,
      tokens,
      tokens,
      tokens,
      fc.boolean(),
      (thresholds, modelWindow, output, used, isReactiveOnly) => {
        const policy = { ...claudeCode21, maxOutputTokens: output, isReactiveOnly, eras: [{ thresholds }] };
        expect(isTrue(equation(policy, { used, modelWindow }))).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});

/** Works it out as it is written. */
function isTrue(text: string): boolean {
  const [, used = '', relation = '', limit = '', because] =
    /^([\d,]+) \w+ (≥|<|>|≤) ([\d,]+)(?:, the whole window|, the override)?(?: = ([^→]*?))? → /.exec(text) ?? [];
  const [left, right] = [workedOut(used), workedOut(limit)];
  const holds = { '≥': left >= right, '<': left < right, '>': left > right, '≤': left <= right }[relation] === true;
  return holds && (because === undefined || workedOut(because) === right);
}

function workedOut(text: string): number {
  const floor = /^⌊(.*)⌋$/.exec(text)?.[1];
  if (floor !== undefined) return Math.floor(workedOut(floor));
  const most = /^max\(0, (.*)\)$/.exec(text)?.[1];
  if (most !== undefined) return Math.max(0, workedOut(most));
  const [of = '', percent] = text.split(' × ');
  const [first = Number.NaN, ...others] = of
    .replace(/[()]/g, '')
    .split(' − ')
    .map((number) => Number(number.replaceAll(',', '')));
  const difference = others.reduce((sum, number) => sum - number, first);
  return percent === undefined ? difference : (difference * Number(percent.replace(' %', ''))) / 100;
}
