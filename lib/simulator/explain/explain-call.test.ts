import { describe, expect, it } from 'vitest';
import { policies } from '../../policies/index';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { everythingOn } from '../../policies/presets/everything-on';
import { none } from '../../policies/presets/none';
import { teachingV5 } from '../../policies/presets/teaching-v5';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import type { Policy } from '../../policies/shape/policy';
import { policyLayers } from '../../policies/shape/policy-layer';
import { assumed } from '../../summarizers/assumed';
import type { Transcript } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { type ReplayMaterial, replayMaterial } from '../recorded/replay-material';
import { readingSession } from '../replay/reading-session.test-support';
import { type ReplayOptions, replay } from '../replay/replay';
import { ReplayLookup } from '../replay/replay-lookup';
import { callStep } from './call-step';
import { explainCall } from './explain-call';
import { usedSumText } from './used-sum';

const withModel = (transcript: Transcript, model = 'claude-sonnet-4-6'): Transcript => ({
  ...transcript,
  calls: transcript.calls.map((call) => ({ ...call, model })),
});
const material = replayMaterial(withModel(transcriptFromText(readingSession(40))));

/** Explains any call. */
function explainer(of: ReplayMaterial, policy: Policy, options: ReplayOptions = {}) {
  const lookup = new ReplayLookup(of, policy, assumed(), options);
  const simulation = replay(of, policy, assumed(), options);
  return (call: number) => {
    const previous = call === 0 ? undefined : lookup.at(call - 1);
    return explainCall(of, policy, simulation, callStep(of, lookup.at(call), previous, options.mode));
  };
}

const explain = explainer(material, claudeCode21);
const sumAt = (call: number, of = explain) => {
  const { used } = of(call);
  return used && usedSumText(used);
};

describe('the equation of a call', () => {
  it('[G1] [W3] has the numbers of the session', () => {
    expect(explain(15).equations.map(({ text }) => text)).toEqual([
      '171,600 used ≥ 167,000 = 200,000 − 20,000 − 13,000 → compact',
    ]);
    expect(explain(14).equations.map(({ text, missing }) => [text, missing])).toEqual([
      ['161,500 used < 167,000 = 200,000 − 20,000 − 13,000 → no compaction', 5_500],
    ]);
  });

  it('[X1] [X2] of a rejected request follows that of the gate', () => {
    const [era] = claudeCode21.eras;
    if (era === undefined) throw new Error('no era');
    const manual = { ...claudeCode21, eras: [{ thresholds: { ...era.thresholds, isAutomatic: false } }] };
    expect(explainer(material, manual)(19).equations.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^21\d,\d{3} used ≥ 177,000 = 200,000 − 20,000 − 3,000 → blocked: the user must compact$/),
      expect.stringMatching(/^21\d,\d{3} tokens > 200,000, the whole window → rejected$/),
    ]);
  });

  it('[X1] is missing if the session was already dead', () => {
    const dead = explainer(material, none);
    expect(dead(18).equations.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^20\d,\d{3} tokens > 191,900 = the largest request that succeeded → rejected$/),
    ]);
    expect(dead(19)).toMatchObject({ call: 19, equations: [] });
  });

  it('[W9] uses the era of the call’s stretch', () => {
    const [first] = claudeCode21.eras;
    if (first === undefined) throw new Error('no era');
    const eras = [
      { thresholds: { ...first.thresholds, bufferTokens: 50_000 } },
      { fromVersion: '2.1.0', thresholds: first.thresholds },
    ];
    const old = replayMaterial({ ...material.transcript, agent: { name: 'Claude Code', version: '2.0.9' } });
    expect(explainer(old, { ...claudeCode21, eras })(3).equations[0]?.text).toContain('= 200,000 − 20,000 − 50,000');
  });

  it.each(policies)('is there at every call of $id that is not dead', (policy) => {
    const of = explainer(material, policy);
    const { deadAt = 39 } = replay(material, policy, assumed());
    for (let call = 0; call <= deadAt; call++) expect(of(call).equations.length).toBeGreaterThan(0);
  });
});

describe('the sum behind the equation', () => {
  it('[T2] is the latest usage, as recorded, plus what was added since', () => {
    expect(sumAt(15)).toBe(
      '171,600 = 161,600 recorded usage of call 15 (0 input + 151,400 cache read + 10,100 cache written + 100 output) + 10,000 rough for 1 message since',
    );
  });

  it('[T2] is the simulated usage once the context differs', () => {
    expect(sumAt(17)).toMatch(/simulated usage of call 17 \(0 input \+ [\d,]+ cache read \+ [\d,]+ cache written/);
  });

  it('[T2] starts with the system prompt', () => {
    expect(sumAt(0)).toMatch(/^20,079 = 19,979 system and tools \+ 100 rough for 1 message since$/);
  });

  it('[T3] subtracts freed tokens', () => {
    const snipping = { ...claudeCode21, layers: policyLayers({ snip: {}, 'full-compact': {} }) };
    const sums = Array.from({ length: 20 }, (_, call) => sumAt(call, explainer(material, snipping)));
    expect(sums.some((sum) => / rough for 1 message since − [\d,]+ freed since$/.test(sum ?? ''))).toBe(true);
  });

  it('[T9] is the messages alone if the policy counts each', () => {
    expect(sumAt(3, explainer(material, teachingV5))).toMatch(/^([\d,]+) = \1 for 7 messages, at a quarter/);
  });

  it('says which remaining parts were recounted', () => {
    const text = 'user "one"\nassistant "a"\nusage 1000\nuser "two"\nrewind 2\nuser "three"\nassistant "b"\nusage 1100';
    const back = replayMaterial(transcriptFromText(text));
    expect(sumAt(1, explainer(back, claudeCode21))).toMatch(/counted for what is left after the rewind/);
  });

  it.each(policies)('of $id equals what was compared, at every call', (policy) => {
    const of = explainer(material, policy);
    const { counted, deadAt = 39 } = replay(material, policy, assumed());
    for (let call = 0; call <= deadAt; call++) {
      const { used } = of(call);
      expect(used?.used).toBe(Math.floor(counted[call] ?? 0));
      expect(used?.terms.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(used?.used);
      for (const term of used?.terms ?? []) {
        if (term.type !== 'usage') continue;
        const { input, cacheRead, cacheWritten, output } = term.parts;
        expect(input + cacheRead + cacheWritten + output).toBe(term.tokens);
      }
    }
  });
});

describe('the next threshold', () => {
  it('[W4] is the first above the size', () => {
    expect(explain(3).next).toMatchObject({ line: 'error', tokens: 147_000 });
    expect(explain(14).next).toEqual({ line: 'auto', tokens: 167_000, missing: 5_500 });
    expect(explain(15).next).toBeUndefined();
    const above = changed(claudeCode21, 'thresholds.comparison', 'above');
    const { next } = explainer(material, changed(above, 'thresholds.bufferTokens', 18_500))(14);
    expect(next).toEqual({ line: 'auto', tokens: 161_500, missing: 1 });
  });
});

describe('[E1] the cache', () => {
  it('is read up to the first part that differs', () => {
    expect(explain(14).cache).toMatchObject({ why: 'hit', brokenTokens: 0 });
    expect(explain(14).cache).not.toHaveProperty('firstChange');
    expect(explain(15).cache).toMatchObject({ why: 'changed', firstChange: { message: 0, part: 0 } });
  });

  it('names the exact part within a message', () => {
    const text = [
      'window 200000',
      'user "go"',
      ...Array.from({ length: 8 }, (_, n) => [
        `call #${n}a read a${n}.ts`,
        `call #${n}b mcp__x b`,
        `result #${n}b 10 tokens`,
        `result #${n}a 15000 tokens`,
      ]).flat(),
    ];
    const several = replayMaterial(transcriptFromText(text.join('\n')));
    const policy = { ...claudeCode21, layers: policyLayers({ 'microcompact-counting': {} }) };
    const { changes } = replay(several, policy, assumed());
    const cleared = changes[0]?.call ?? -1;
    expect(explainer(several, policy)(cleared).cache?.firstChange).toEqual({ message: 2, part: 1 });
  });

  it('says what a break cost, if prices are known', () => {
    const { cache } = explain(15);
    const rewritten = cache?.brokenTokens ?? 0;
    expect(rewritten).toBeGreaterThan(4_000);
    // Written at 3.75, it could have been read at 0.30.
    expect(cache?.brokenCost).toBeCloseTo((rewritten * (3.75 - 0.3)) / 1e6);
    const unknown = replayMaterial(transcriptFromText(readingSession(20)));
    expect(explainer(unknown, claudeCode21)(15).cache).not.toHaveProperty('brokenCost');
  });

  it('does not break if a request is too short to be cached', () => {
    const short = replayMaterial(transcriptFromText('user "hello"\nassistant "a"\nuser "go on"\nassistant "b"'));
    expect(explainer(short, claudeCode21)(1).cache).toMatchObject({ why: 'below-minimum', brokenTokens: 0 });
  });

  it('expires in a pause', () => {
    const lines = readingSession(4, (call) => (call === 3 ? ['wait 10 min'] : []))
      .replace('usage 50400 read 40300 written 10100', 'usage 50400 written 50400')
      .split('\n');
    const paused = replayMaterial(transcriptFromText(['clock 2026-01-01T10:00:00Z', ...lines].join('\n')));
    const { cache } = explainer(paused, claudeCode21)(3);
    expect(cache).toMatchObject({ why: 'expired', pauseMs: 600_000, read: 0 });
    expect(cache).not.toHaveProperty('firstChange');
    expect(cache?.brokenTokens).toBeGreaterThan(40_000);
  });
});

describe('[E3] the bill', () => {
  it('of a compaction has request, output and rewriting, and pays back', () => {
    const { bill } = explain(15);
    expect(bill).toMatchObject({ layers: ['full-compact'], model: 'claude-sonnet-4-6', summaryTokens: 4_000 });
    expect(bill?.rewrittenTokens).toBe(explain(15).cache?.brokenTokens);
    expect(bill?.bill?.output).toBeCloseTo((4_000 * 15) / 1e6);
    expect(bill?.bill?.total).toBeCloseTo(
      (bill?.bill?.request ?? 0) + (bill?.bill?.output ?? 0) + (bill?.bill?.rewrite ?? 0),
    );
    expect(bill?.bill?.gainPerCall).toBeCloseTo(((bill?.freedTokens ?? 0) * 0.3) / 1e6);
    expect(bill?.bill?.breakEvenCall).toBeGreaterThan(1);
  });

  it('of a clearing has no request, and on the server no rewriting either', () => {
    const clearing = { ...claudeCode21, layers: policyLayers({ 'microcompact-counting': {} }) };
    const atServer = { ...claudeCode21, layers: policyLayers({ 'microcompact-cached': {} }) };
    const billAt = (policy: Policy) =>
      explainer(material, policy)(replay(material, policy, assumed()).changes[0]?.call ?? -1).bill;
    expect(billAt(clearing)).toMatchObject({ askedTokens: 0, bill: { request: 0, output: 0 } });
    expect(billAt(clearing)?.rewrittenTokens).toBeGreaterThan(10_000);
    expect(billAt(atServer)).toMatchObject({
      askedTokens: 0,
      rewrittenTokens: 0,
      bill: { total: 0, breakEvenCall: 1 },
    });
  });

  it('excludes what a pause would have rewritten anyway', () => {
    const lines = readingSession(6, (call) => (call === 4 ? ['wait 10 min'] : []))
      .replace('usage 60500 read 50400 written 10100', 'usage 60500 written 60500')
      .split('\n');
    const paused = replayMaterial(transcriptFromText(['clock 2026-01-01T10:00:00Z', ...lines].join('\n')));
    const policy = { ...claudeCode21, layers: policyLayers({ 'microcompact-cached': { trigger: 3, keep: 1 } }) };
    const { bill, cache } = explainer(paused, policy)(4);
    expect(cache?.brokenTokens).toBeGreaterThan(10_000);
    expect(bill).toMatchObject({ layers: ['microcompact-cached'], rewrittenTokens: 0 });
  });

  it('is missing if nothing was done, and has only tokens if prices are unknown', () => {
    expect(explain(14)).not.toHaveProperty('bill');
    const unknown = explainer(replayMaterial(withModel(material.transcript, 'some model')), claudeCode21)(15).bill;
    expect(unknown).toMatchObject({ summaryTokens: 4_000 });
    expect(unknown).not.toHaveProperty('bill');
  });

  it('[P1] is missing for a recorded compaction, following', () => {
    const text = readingSession(
      18,
      (call) => (call === 15 ? ['boundary full auto 171000', 'summary 3000 tokens'] : []),
      (call) => (call < 15 ? 20_100 + call * 10_100 : 23_500 + (call - 15) * 10_100),
    );
    const recorded = replayMaterial(transcriptFromText(text));
    const { bill, cache, equations } = explainer(recorded, claudeCode21, { mode: 'following' })(15);
    expect(bill).toBeUndefined();
    // Its summary stands for what had been sent.
    expect(cache?.brokenTokens).toBeGreaterThanOrEqual(3_000);
    expect(explainer(recorded, claudeCode21)(15).bill).toBeDefined();
    expect(equations[0]?.text).toMatch(/→ compact$/);
  });
});

it('[P1] judges a recording by the rules of its agent, and by nothing if they are unknown', () => {
  const mode = { mode: 'recorded' } as const;
  const { equations, used, isDead } = explainer(material, claudeCode21, mode)(15);
  expect(equations.map(({ text }) => text)).toEqual(explain(15).equations.map(({ text }) => text));
  const unknown = explainer(material, none, mode)(15);
  expect([unknown.equations, unknown.next, unknown.isDead, isDead]).toEqual([[], undefined, false, false]);
  expect(unknown.used?.used).toBe(used?.used);
});

it.each([
  ['', 'nothing'],
  ['user "hello"', 'no call'],
  ['assistant "no usage"', 'no usage'],
])('%j: %s', (text) => {
  const of = replayMaterial(transcriptFromText(text));
  for (const policy of [claudeCode21, everythingOn]) {
    const explained = of.transcript.calls.map((_, call) => explainer(of, policy)(call));
    expect(explained.every(({ hasUsage, equations }) => !hasUsage && equations.length > 0)).toBe(true);
  }
});
