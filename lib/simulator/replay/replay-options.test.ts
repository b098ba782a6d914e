import { describe, expect, it } from 'vitest';
import { optional } from '../../base/optional';
import { fullCompact } from '../../layers/full-compact/full-compact';
import type { LayerSettings } from '../../layers/index';
import { layers } from '../../layers/index';
import { type ContextMessage, tokensOf } from '../../layers/shape/context';
import type { Reply } from '../../layers/shape/layer';
import { reasonText } from '../../layers/shape/reason';
import { withHooks } from '../../policies/parse-hooks';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { everythingOn } from '../../policies/presets/everything-on';
import { none } from '../../policies/presets/none';
import { playground } from '../../policies/presets/playground';
import { teachingV5 } from '../../policies/presets/teaching-v5';
import { tutorial } from '../../policies/presets/tutorial';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import type { Policy } from '../../policies/shape/policy';
import { policyLayers } from '../../policies/shape/policy-layer';
import { assumed } from '../../summarizers/assumed';
import { scripted } from '../../summarizers/scripted';
import type { Summarizer } from '../../summarizers/summarizer';
import { chars4Message } from '../../tokens/chars4';
import type { Message, Transcript } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { gateReasons } from '../pipeline/gate';
import { replayMaterial } from '../recorded/replay-material';
import { readingSession } from './reading-session.test-support';
import { type ReplayOptions, replay } from './replay';
import { replayedCall } from './replay-lookup';

const material = replayMaterial(transcriptFromText(readingSession(40)));

const withLayers = (policy: Policy, on: { readonly [Id in keyof LayerSettings]?: Partial<LayerSettings[Id]> }) => ({
  ...policy,
  layers: policyLayers(on),
});

function compactions(policy: Policy, options: ReplayOptions = {}, of = material) {
  return replay(of, policy, assumed(), options).changes.map(({ call, layer, trigger }) => [call, layer, trigger]);
}

it('[N3] a note written after a reply reads what that call has cached, even if the call read nothing', () => {
  const text = [
    'clock 2026-01-01T10:00:00Z',
    'user 12000 tokens',
    'assistant "a"',
    'usage 30000 written 30000 output 10',
    'user 9000 tokens',
    'wait 3 h',
    'assistant "b"',
    'usage 40000 written 40000 output 10',
  ];
  const noting = withLayers(claudeCode21, { 'note-extraction': {} });
  const { forks } = replay(replayMaterial(transcriptFromText(text.join('\n'))), noting, assumed());
  expect(forks.map(({ call, purpose, read }) => [call, purpose, read])).toEqual([
    [0, 'note', 30_000],
    [1, 'note', 40_000],
  ]);
});

it("[T3] the policy's count is never negative, even if a stored result weighs less than counted", () => {
  const text = [
    'user "a"',
    'call #0 read a.ts',
    'usage 1000 output 10',
    'result #0 6000 tokens',
    'user "b"',
    'rewind 1',
    'user "c"',
    'call #1 read b.ts',
    'usage 1900 output 10',
  ];
  const { changes, counted } = replay(replayMaterial(transcriptFromText(text.join('\n'))), playground, assumed());
  expect(changes.map(({ layer }) => layer)).toContain('result-budget');
  expect(counted[1]).toBeGreaterThanOrEqual(1_000);
});

describe('manual', () => {
  const noted = withLayers(claudeCode21, { 'session-memory': {}, 'full-compact': {}, 'note-extraction': {} });

  it('[F9] /compact compacts before its call, whatever the size', () => {
    const options = { commands: [{ call: 5, command: { type: 'compact' as const } }] };
    expect(compactions(claudeCode21, options)[0]).toEqual([5, 'full-compact', 'manual']);
  });

  it('[F9] with a focus, /compact requests a summary even if there is a note', () => {
    // A note tells up to a reply without calls: one is put in the middle.
    const talking = replayMaterial(
      transcriptFromText(
        `window 200000\nuser 100 tokens\n${'call #1 read a.ts\n---\nresult #1 20000 tokens\n'.repeat(2)}assistant 100 tokens\nuser 50 tokens\n${'call #2 read b.ts\n---\nresult #2 9000 tokens\n'.repeat(5)}`,
      ),
    );
    const at = (focus?: string) =>
      compactions(
        noted,
        { commands: [{ call: 7, command: { type: 'compact', ...(focus === undefined ? {} : { focus }) } }] },
        talking,
      );
    expect(at()).toEqual([[7, 'session-memory', 'manual']]);
    expect(at('the parser')).toEqual([[7, 'full-compact', 'manual']]);
  });

  it('[S2] /snip frees at least one round', () => {
    const options = { commands: [{ call: 5, command: { type: 'snip' as const } }] };
    expect(compactions(none, options)).toEqual([[5, 'snip', 'manual']]);
  });

  it('[N2] /summary has the note written, which costs a request', () => {
    const requests = (options: ReplayOptions) => replay(material, none, assumed(), options).totals.modelCalls;
    expect(requests({ commands: [{ call: 5, command: { type: 'note' } }] })).toBe(requests({}) + 1);
  });

  const idAt = (index: number) => {
    const id = material.transcript.messages[index]?.id;
    if (id === undefined) throw new Error('no message');
    return id;
  };
  const sizeAt = (messages: readonly ContextMessage[]) => Math.round(tokensOf(messages));

  it.each(['from', 'up-to'] as const)(
    '[F8] /compact %s a message removes one side of it and keeps the other',
    (direction) => {
      const command = { type: 'compact', partial: { direction, pivot: idAt(5) } } as const;
      const options = { commands: [{ call: 5, command }] };
      const { before, after } = replayedCall(material, claudeCode21, assumed(), 5, options);
      const there = new Set(after.map(({ message }) => message.id));
      const cut = before.findIndex(({ message }) => message.id === idAt(5));
      const [gone, stays] =
        direction === 'from' ? [before.slice(cut), before.slice(0, cut)] : [before.slice(0, cut), before.slice(cut)];
      expect(gone.length > 0 && gone.every(({ message }) => !there.has(message.id))).toBe(true);
      expect(stays.length > 0 && stays.every((each) => after.includes(each))).toBe(true);
      const [change] = replay(material, claudeCode21, assumed(), options).changes;
      const freed = change?.changes.reduce((sum, { tokens }) => sum + tokens, 0) ?? 0;
      expect(Math.round(freed)).toBe(sizeAt(before) - sizeAt(after));
    },
  );

  it('[F9] /compact works even if all compaction is turned off', () => {
    const options = { commands: [{ call: 5, command: { type: 'compact' as const } }] };
    expect(compactions(none, options)).toEqual([[5, 'full-compact', 'manual']]);
  });

  describe('[C1] /unfold', () => {
    const collapsing = withLayers(claudeCode21, { collapse: {} });
    const [collapsed] = replay(material, collapsing, assumed()).changes.filter(({ changes }) => changes.length > 0);
    const [span, summary] = collapsed?.changes.map(({ parts }) => parts[0]?.message) ?? [];
    const call = (collapsed?.call ?? 0) + 1;
    const unfold = (message = span) => {
      if (message === undefined) throw new Error('nothing was collapsed');
      return { commands: [{ call, command: { type: 'unfold' as const, message } }] };
    };

    it.each([
      ['a message of the span', span],
      ['its summary', summary],
    ])('[L5] by %s restores the messages of a collapsed span, with all their tokens', (_, message) => {
      const { before, after } = replayedCall(material, collapsing, assumed(), call, unfold(message));
      expect(before.map((each) => each.message.id)).toContain(summary);
      expect(after.map((each) => each.message.id)).not.toContain(summary);
      const at = before.findIndex((each) => each.message.id === summary);
      expect(after[at]?.message.id).toBe(span);
      const { changes, used } = replay(material, collapsing, assumed(), unfold(message));
      const change = changes.find((each) => each.call === call);
      expect(change).toMatchObject({ layer: 'collapse', trigger: 'manual', reason: { code: 'unfolded' } });
      expect(change?.changes.map(({ fate }) => fate)).toEqual(['unfolded', 'restored']);
      const freed = change?.changes.reduce((sum, { tokens }) => sum + tokens, 0) ?? 0;
      expect(Math.round(freed)).toBe(sizeAt(before) - sizeAt(after));
      const without = replay(material, collapsing, assumed());
      expect(Math.round(used[call] ?? 0)).toBe(Math.round((without.used[call] ?? 0) - freed));
      expect(change && reasonText(change.reason, layers.collapse.reasons)).toMatch(/^run manually: [^{]*$/);
    });

    it('forgets the span, which cannot be unfolded twice', () => {
      const [once] = unfold().commands;
      if (once === undefined) throw new Error('no command');
      const { failures } = replay(material, collapsing, assumed(), { commands: [once, once] });
      expect(failures).toMatchObject([{ call, layer: 'collapse', reason: { rule: 'C1', code: 'not-collapsed' } }]);
    });
  });

  it('[L3] keeps pinned messages', () => {
    const [first] = material.transcript.messages;
    if (first === undefined) throw new Error('no message');
    const look = (options: ReplayOptions) =>
      replayedCall(material, claudeCode21, assumed(), 15, options).after.map(({ message }) => message.id);
    expect(look({})).not.toContain(first.id);
    expect(look({ pinned: [first.id] })).toContain(first.id);
  });

  it('[F1] a hook may block a compaction', () => {
    const { failures } = replay(material, withHooks(claudeCode21, { blocks: 'not on Fridays' }), assumed());
    expect(failures[0]).toMatchObject({ call: 15, kind: 'hook-blocked' });
  });

  it('[H4] hears again what the hooks of our own recordings said', () => {
    const { transcript } = material;
    const at = transcript.calls[15]?.at ?? 0;
    const hook = { event: 'PreCompact', name: 'PreCompact:auto', at, line: 1 } as const;
    const heard: (string | undefined)[] = [];
    const writer: Summarizer = {
      ...assumed(),
      reply: (ask, where) => {
        heard.push(ask.focus);
        return assumed().reply(ask, where);
      },
    };
    const run = (hooks: Transcript['hooks'], policy: Policy = claudeCode21) =>
      replay(replayMaterial({ ...transcript, ...optional('hooks', hooks) }), policy, writer);
    const blocked = run([{ ...hook, blocks: 'not now' }]);
    expect(blocked.failures).toMatchObject([{ call: 15, kind: 'hook-blocked' }]);
    expect(blocked.changes[0]).toMatchObject({ call: 16 });
    heard.length = 0;
    const policy = withHooks(claudeCode21, { instructions: 'Be short.' });
    const spoken = run(
      [
        { ...hook, summary: 'Name all files.' },
        { ...hook, summary: 'And tests.' },
      ],
      policy,
    );
    expect([spoken.changes[0]?.call, heard[0]]).toEqual([15, 'Be short.\n\nName all files.\n\nAnd tests.']);
    heard.length = 0;
    run([{ ...hook, name: 'PreCompact:manual', summary: 'Never heard.' }]);
    expect(heard[0]).toBeUndefined();
  });
});

describe('after a rejected call', () => {
  const large = replayMaterial(transcriptFromText(readingSession(17)));

  it('[G1] [X2] a reactive-only policy compacts only then', () => {
    const { compactions: made } = replay(large, { ...claudeCode21, isReactiveOnly: true }, assumed());
    expect(made).toEqual([]);
    const { compactions: later } = replay(material, { ...claudeCode21, isReactiveOnly: true }, assumed());
    expect(later[0]).toMatchObject({ call: 19, trigger: 'reactive' });
  });

  it('[X4] the tutorial agent tries microcompact, then its note, then a full compaction', () => {
    // All in texts, so that there is nothing to clear; 83.5 % of the window is never looked at.
    const texts = Array.from({ length: 7 }, () => 'user 45000 tokens\n---\nassistant 100 tokens\n').join('');
    const talk = replayMaterial(transcriptFromText(`window 200000\n${texts}`));
    const steps = replayedCall(talk, { ...tutorial, isReactiveOnly: true }, assumed(2_000), 4).verdicts;
    expect(steps.filter(({ trigger }) => trigger === 'reactive').map(({ by, type }) => [by, type])).toEqual([
      ['microcompact-counting', 'idle'],
      // What is too long for a call is too long for the request for a note of it.
      ['note-extraction', 'failed'],
      ['session-memory', 'changed'],
    ]);
  });

  it('[G2] [F10] at 83.5 % the tutorial agent uses its note, or else a summary', () => {
    const ofTurns = (turn: string) => replayMaterial(transcriptFromText(`window 200000\n${turn.repeat(40)}`));
    const first = (session: string) => replay(ofTurns(session), tutorial, assumed()).compactions[0];
    // A note tells up to a reply without calls: where there is none, it cannot stand for anything.
    const talk = first('user 5000 tokens\n---\nassistant 100 tokens\n');
    expect(talk).toMatchObject({ layer: 'session-memory', trigger: 'auto', reason: { code: 'at-threshold' } });
    const work = first('user 5000 tokens\n---\ncall #1 find a.ts\nresult #1 10 tokens\n');
    expect(work).toMatchObject({ layer: 'full-compact', trigger: 'auto', reason: { code: 'at-threshold' } });
  });

  it('[X2] a request too large in bytes loses its images', () => {
    const recording = transcriptFromText('window 200000\nuser 10 tokens\nassistant "a"\nuser 10 tokens\nassistant "b"');
    const heavy: Message['parts'][number] = { kind: 'image', mediaType: 'image/png', bytes: 30_000_000 };
    const messages = recording.messages.map((message, place) =>
      place === 2 ? { ...message, parts: [...message.parts, heavy] } : message,
    );
    const pictures = replayMaterial({ ...recording, messages });
    expect(compactions(claudeCode21, {}, pictures)).toEqual([[1, 'strip-media', 'reactive']]);
    const { after } = replayedCall(pictures, claudeCode21, assumed(), 1);
    expect(after.flatMap(({ message }) => message.parts).some(({ kind }) => kind === 'image')).toBe(false);
    expect(pictures.transcript.messages[2]?.parts.at(-1)).toBe(heavy);
  });
});

it('[G2] the note is tried first, and a summary if it declines', () => {
  const policy = withLayers(claudeCode21, { 'session-memory': {}, 'full-compact': {} });
  const { verdicts } = replayedCall(material, policy, assumed(), 15);
  expect(verdicts.filter(({ by }) => by !== 'gate').map(({ by, type }) => [by, type])).toEqual([
    ['session-memory', 'idle'],
    ['full-compact', 'changed'],
  ]);
});

describe('[G1] with compaction turned off', () => {
  const policy: Policy = { ...claudeCode21, isDisabled: true };

  it('none is made, before a call or after a rejected one, and the session dies', () => {
    const { compactions: made, failures, deadAt, blockedAt } = replay(material, policy, assumed());
    expect(made).toEqual([]);
    expect(failures).toEqual([]);
    expect(deadAt).toBe(19);
    expect(blockedAt).toBeUndefined();
    const { verdicts } = replayedCall(material, policy, assumed(), 15);
    expect(verdicts.find(({ by }) => by === 'gate')).toMatchObject({ type: 'closed', reason: { code: 'disabled' } });
  });

  it('[F9] a manual compaction fails with a reason', () => {
    const commands = [{ call: 5, command: { type: 'compact', focus: 'the parser' } }] as const;
    const { compactions: made, failures } = replay(material, policy, assumed(), { commands });
    expect(made).toEqual([]);
    expect(failures.map(({ call, layer, kind }) => ({ call, layer, kind }))).toEqual([
      { call: 5, layer: 'full-compact', kind: 'disabled' },
    ]);
    const [failure] = failures;
    expect(failure && reasonText(failure.reason, fullCompact.reasons)).toBe('compaction is turned off');
    const by = replayedCall(material, policy, assumed(), 5, { commands }).verdicts[0];
    expect(by).toMatchObject({ by: 'full-compact', trigger: 'manual', type: 'failed' });
  });

  it('[X4] the steps after a rejection skip it, and run the others', () => {
    const recovery = [['session-memory'], ['full-compact'], ['microcompact-counting']] as const;
    const { changes } = replay(material, { ...policy, recovery }, assumed());
    expect(changes.map(({ layer, trigger }) => [layer, trigger])[0]).toEqual(['microcompact-counting', 'reactive']);
    expect(changes.some(({ turn }) => turn === 'gate')).toBe(false);
  });
});

describe('[C3] with collapse turned on', () => {
  const policy = withLayers(claudeCode21, { collapse: {}, 'full-compact': {} });

  it('nothing is compacted automatically', () => {
    const { changes } = replay(material, policy, assumed(500));
    expect(new Set(changes.map(({ layer }) => layer))).toEqual(new Set(['collapse']));
    const { verdicts } = replayedCall(material, policy, assumed(500), 16);
    expect(verdicts.find(({ by }) => by === 'gate')?.reason.code).toBe('collapse-is-on');
  });

  it('manual compaction still works, as does compaction after a rejected call', () => {
    const commands = [{ call: 5, command: { type: 'compact' as const } }];
    expect(compactions(policy, { commands })[0]).toEqual([5, 'full-compact', 'manual']);
    const stuck = withLayers(claudeCode21, { collapse: { protectedRounds: 100 }, 'full-compact': {} });
    expect(compactions(stuck)[0]).toEqual([19, 'full-compact', 'reactive']);
  });
});

describe('the log of one call', () => {
  it('[G5] has every verdict in order, with its numbers', () => {
    const { verdicts } = replayedCall(material, everythingOn, assumed(), 3);
    expect(verdicts.map(({ by, type }) => `${by} ${type}`)).toEqual([
      'result-budget changed',
      'snip idle',
      'microcompact-time idle',
      'microcompact-cached idle',
      'microcompact-declarative idle',
      'microcompact-counting idle',
      'collapse idle',
      'gate closed',
    ]);
    for (const { before, after, reason } of verdicts) {
      expect([before, after]).toEqual([50_400, 50_400]);
      expect(reason.rule).toMatch(/^[A-Z]\d/);
    }
  });

  it('[G5] [G1] has the equation of a compaction, the layers that declined and the one that acted', () => {
    const policy = withLayers(claudeCode21, { 'session-memory': {}, 'full-compact': {} });
    const { verdicts } = replayedCall(material, policy, assumed(), 15);
    expect(verdicts.map(({ by, type }) => [by, type])).toEqual([
      ['gate', 'open'],
      ['session-memory', 'idle'],
      ['full-compact', 'changed'],
    ]);
    const [gate] = verdicts;
    expect(gate && reasonText(gate.reason, gateReasons)).toMatch(/^17\d,\d{3} used ≥ 167,000$/);
  });

  it('[G5] says how many calls a compaction came after the previous one', () => {
    const { compactions: made } = replay(material, claudeCode21, assumed());
    const [first, second] = made;
    expect(first?.callsSinceLast).toBeUndefined();
    expect(second?.callsSinceLast).toBe((second?.call ?? 0) - (first?.call ?? 0));
  });
});

it('[F10] the teaching agent requests summaries of 2,000 tokens', () => {
  const asked: number[] = [];
  const summarizer: Summarizer = {
    id: 'scripted',
    reply: (ask, moment) => {
      asked.push(ask.maxTokens);
      return assumed().reply(ask, moment);
    },
  };
  const policy = changed(teachingV5, 'microcompact-counting.isOn', false);
  expect(replay(material, policy, summarizer).compactions.length).toBeGreaterThan(0);
  expect(new Set(asked)).toEqual(new Set([2_000]));
});

describe('[T9] a policy decides with its own counter:', () => {
  it('[T1] the teaching agents with a quarter of the characters', () => {
    const { counted } = replay(material, teachingV5, assumed());
    const [first, second, third] = material.transcript.messages;
    if (first === undefined || second === undefined || third === undefined) throw new Error('too few messages');
    expect([...counted.slice(0, 2)]).toEqual([
      chars4Message(first),
      chars4Message(first) + chars4Message(second) + chars4Message(third),
    ]);
  });

  it('others with the measured size', () => {
    const { counted, used } = replay(material, { ...none, counter: 'anchored' }, assumed());
    expect([...counted.slice(0, 5)]).toEqual([...used.slice(0, 5)]);
  });
});

it('[F7] the boundary of a compaction records what it did, and the tools of the session so far', () => {
  const [first] = replay(material, claudeCode21, assumed()).compactions;
  expect(first?.boundary).toMatchObject({ trigger: 'auto', tools: ['read'] });
  expect(Math.round(first?.boundary?.tokensAfter ?? 0)).toBe(Math.round(first?.after ?? 0));
});

it('[E2] the costs of the calls add up to the total', () => {
  const priced = transcriptFromText(readingSession(40));
  const calls = priced.calls.map((call) => ({ ...call, model: 'claude-sonnet-4-5' }));
  const { cost, totals } = replay(replayMaterial({ ...priced, calls }), claudeCode21, assumed());
  expect(totals.cost.unknown).toBe(0);
  expect(cost.reduce((sum, dollars) => sum + dollars, 0)).toBeCloseTo(totals.cost.dollars, 9);
});

it('[E2] if a price is unknown, the cost is undefined and not zero', () => {
  const { cost, totals } = replay(material, none, assumed());
  expect(Number.isNaN(cost[0])).toBe(true);
  expect(totals.cost.known).toBe(0);
});

it('inspecting a call shows what the replay had there, from whatever checkpoint it starts', () => {
  const long = replayMaterial(transcriptFromText(readingSession(700)));
  const simulation = replay(long, claudeCode21, assumed());
  for (const call of [0, 15, 255, 256, 257, 511, 513, 699]) {
    const { after } = replayedCall(long, claudeCode21, assumed(), call);
    const size = after.reduce((sum, { tokens }) => sum + tokens, 0) + (long.unchanged('free').systemTokens[call] ?? 0);
    expect(Math.abs(size - (simulation.used[call] ?? 0))).toBeLessThan(1);
  }
});

it('[N2] lists the notes written, with their reply and length, apart from changes of the context', () => {
  const session = replayMaterial(transcriptFromText(readingSession(6)));
  const { notes, changes, totals } = replay(session, everythingOn, assumed());
  expect(notes.map(({ call, tokens, reason }) => [call, tokens, reason.code])).toEqual([
    [0, 4_000, 'first'],
    [3, 4_000, 'grown'],
  ]);
  expect(changes.filter(({ layer }) => layer === 'note-extraction')).toEqual([]);
  expect(totals.modelCalls).toBe(6 + notes.length);
});

describe('[G3] a policy that stops when the result would be no smaller', () => {
  /** Only the first summary is longer than what it replaces. */
  const said = (tokens: number): Reply => ({ type: 'text', text: 'What was done', tokens });
  const growing = () => scripted(said(500_000), said(4_000));
  const latching = { ...claudeCode21, latchesWhenInflated: true };

  it('does not compact any more, and is not rescued, while another tries again', () => {
    const free = replay(material, claudeCode21, growing());
    expect(free.failures.map(({ kind, call }) => [kind, call])).toEqual([['inflated', 15]]);
    expect(free.compactions[0]?.call).toBe(16);
    const { failures, compactions, deadAt } = replay(material, latching, growing());
    expect(failures.map(({ kind, call }) => [kind, call])).toEqual([['inflated', 15]]);
    expect(compactions).toEqual([]);
    expect(deadAt).toBeGreaterThan(16);
  });

  it('goes on after a compaction by hand', () => {
    const commands = [{ call: 17, command: { type: 'compact' as const } }];
    const { compactions, deadAt } = replay(material, latching, growing(), { commands });
    expect(compactions.map(({ trigger }) => trigger).slice(0, 2)).toEqual(['manual', 'auto']);
    expect(compactions[0]?.call).toBe(17);
    expect(deadAt).toBeUndefined();
  });
});
