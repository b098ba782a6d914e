import { describe, expect, it } from 'vitest';
import { reasonText } from '../../layers/shape/reason';
import { policies } from '../../policies/index';
import { none } from '../../policies/presets/none';
import type { Policy } from '../../policies/shape/policy';
import { assumed } from '../../summarizers/assumed';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { validateRequest } from '../../transcript/validate-request';
import { gateReasons } from '../pipeline/gate';
import type { ReplayMode } from '../pipeline/replay-mode';
import type { Simulation } from '../pipeline/simulation';
import { replayMaterial } from '../recorded/replay-material';
import { readingSession } from './reading-session.test-support';
import { replay } from './replay';
import { replayedCall } from './replay-lookup';

const withPrices = 'claude-sonnet-4-5';

/** What is handed in may be as bad as it likes: it is replayed to an end, and every number is one. */
const RECORDINGS: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'no calls': 'user "hello"\ninjected "there"',
  'no usage': 'window 200000\nuser 1000 tokens\ncall #1 read a.ts\n---\nresult #1 300000 tokens\nassistant "done"',
  'orphan results':
    'window 200000\nresult #9 100000 tokens\nassistant "a"\nuser "b"\nresult #8 100000 tokens\nassistant "c"',
  'calls without results': 'window 200000\ncall #1 read a.ts\n---\ncall #2 read b.ts\n---\nuser "and?"\nassistant "no"',
  'one message larger than the window': 'window 200000\nuser 250000 tokens\nassistant "a"\nuser "b"\nassistant "c"',
  'a system prompt larger than the window':
    'window 20000\nsystem 90000 tokens\nuser "a"\nassistant "b"\nuser "c"\nassistant "d"',
  'nothing but a compaction': 'window 200000\nboundary full auto 167000\nsummary "what was"\nassistant "on"',
};

function expectNumbers(simulation: Simulation): void {
  const end = simulation.deadAt ?? simulation.calls;
  const { byCategory, cost: _, ...columns } = simulation;
  for (const column of [...Object.values(columns), ...Object.values(byCategory)]) {
    if (!(column instanceof Float64Array)) continue;
    for (const value of column.slice(0, end)) {
      expect(Number.isFinite(value)).toBe(true);
      expect(value).toBeGreaterThanOrEqual(0);
    }
  }
  const { cost, ...totals } = simulation.totals;
  for (const value of [...Object.values(totals), cost.dollars]) expect(Number.isFinite(value)).toBe(true);
  for (const { before, after } of simulation.changes) {
    expect(Number.isFinite(before)).toBe(true);
    expect(Number.isFinite(after)).toBe(true);
  }
}

describe.each(Object.entries(RECORDINGS))('a recording with %s', (_, text) => {
  it.each(
    policies.flatMap((policy) => [[policy.id, 'free', policy] as const, [policy.id, 'following', policy] as const]),
  )('replays to its end under %s, %s, with valid numbers', (_id, mode: ReplayMode, policy: Policy) => {
    const transcript = transcriptFromText(text);
    const calls = transcript.calls.map((call) => ({ ...call, model: withPrices }));
    const material = replayMaterial({ ...transcript, calls });
    const simulation = replay(material, policy, assumed(), { mode });
    expectNumbers(simulation);
    for (let call = 0; call < calls.length; call++) {
      const { after } = replayedCall(material, policy, assumed(), call, { mode });
      for (const { tokens } of after) expect(tokens).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('a replay that cannot continue says so:', () => {
  const last = (text: string, policy: Policy) => {
    const material = replayMaterial(transcriptFromText(text));
    return { simulation: replay(material, policy, assumed()), material };
  };
  const large = RECORDINGS['one message larger than the window'] ?? '';
  const hugeSystem = RECORDINGS['a system prompt larger than the window'] ?? '';

  it('[X1] [F4] with a message larger than the window, no summary request fits either, so the session is dead', () => {
    expect(last(large, none).simulation.deadAt).toBe(0);
    const compacting = policies.filter(({ layers }) =>
      layers.some(({ layer, isOn }) => layer === 'full-compact' && isOn),
    );
    for (const policy of compacting) {
      const { simulation } = last(large, policy);
      expect([policy.id, simulation.deadAt]).toEqual([policy.id, 0]);
      // Or it is what stays, and nothing is left to summarise.
      expect(simulation.failures.some(({ kind }) => kind === 'too-long' || kind === 'empty')).toBe(true);
      expect(simulation.totals.modelCalls).toBe(0);
    }
  });

  it('[X1] with a system prompt larger than the window, no compaction can help, so no request is made and the session ends', () => {
    for (const policy of policies.filter(({ layers }) => layers.some(({ isOn }) => isOn))) {
      const { simulation, material } = last(hugeSystem, policy);
      expect([policy.id, simulation.deadAt, simulation.totals.modelCalls]).toEqual([policy.id, 0, 0]);
      const { verdicts, isDead } = replayedCall(material, policy, assumed(), 0);
      expect(isDead).toBe(true);
      expect(verdicts.length).toBeGreaterThan(0);
    }
  });

  it('[G1] the equation names the numbers of a window smaller than its reserves', () => {
    const small = { ...none, windowTokens: 30_000, layers: policies[0]?.layers ?? [] };
    const eras = small.eras.map((era) => ({
      ...era,
      thresholds: { ...era.thresholds, isAutomatic: true, leavesFree: 'nothing' as const },
    }));
    const material = replayMaterial(transcriptFromText(readingSession(2)));
    const [gate] = replayedCall(material, { ...small, eras }, assumed(), 0).verdicts.filter(({ by }) => by === 'gate');
    expect(gate && reasonText(gate.reason, gateReasons)).toMatch(/^20,\d{3} used ≥ 0$/);
  });

  it('[M3] without times, there are no pauses', () => {
    const withTime = policies.find(({ id }) => id === 'everything-on');
    if (withTime === undefined) throw new Error('no such policy');
    const { verdicts } = replayedCall(replayMaterial(transcriptFromText(readingSession(10))), withTime, assumed(), 9);
    expect(verdicts.find(({ by }) => by === 'microcompact-time')?.reason.code).toBe('no-times');
  });

  it('[L1] orphan results stay orphans: no layer makes the request worse', () => {
    const material = replayMaterial(transcriptFromText(RECORDINGS['orphan results'] ?? ''));
    for (const policy of policies) {
      const { before, after } = replayedCall(material, policy, assumed(), 1);
      const broken = (messages: typeof before) =>
        validateRequest(
          messages.map(({ message }) => message),
          'anthropic',
        ).length;
      expect(broken(after)).toBeLessThanOrEqual(broken(before));
    }
  });
});
