import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContextMessage, tokensOf } from '../../layers/shape/context';
import type { OwnAnswer, OwnAsk, OwnItem, OwnLayer } from '../../layers/shape/own';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import { compactingOutside } from '../../policies/shape/compacting-outside';
import type { Policy } from '../../policies/shape/policy';
import { assumed } from '../../summarizers/assumed';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import type { MessageId, Role, ToolCallId } from '../../transcript/transcript';
import { validateRequest } from '../../transcript/validate-request';
import { replayMaterial } from '../recorded/replay-material';
import type { OwnLayers } from './own-answers';
import { partFates } from './part-fates.test-support';
import { replay } from './replay';
import { answersOfOwn } from './replay-asking';
import { replayedCall } from './replay-lookup';

const RUNS = process.env.HIGHWATER_LONG === '1' ? 5_000 : 40;

/** Windows of real models are never filled by a generated recording. */
function inSmallWindow(policy: Policy): Policy {
  const eras = policy.eras.map((era) => ({
    ...era,
    thresholds: {
      ...era.thresholds,
      reserveCapTokens: 1_000,
      bufferTokens: 500,
      warningTokens: 500,
      blockingTokens: 200,
    },
  }));
  return { ...policy, windowTokens: 12_000, maxOutputTokens: 1_000, eras };
}

/** What a made-up compactor does with a context, from random numbers. */
type Behaviour = (ask: OwnAsk, dice: readonly number[]) => OwnAnswer;

const idOf = ({ message }: ContextMessage) => message.id;
const same = (each: ContextMessage): OwnItem => ({ type: 'same', id: idOf(each) });
const words = (text: string, role: Role = 'user'): OwnItem => ({
  type: 'new',
  role,
  kind: role === 'assistant' ? 'reply' : 'summary',
  parts: [{ kind: 'text', text }],
});
const messages = (items: readonly OwnItem[]): OwnAnswer => ({ type: 'messages', items });

const wellBehaved: Behaviour = ({ context: { messages: all } }, [how = 0, where = 0]) => {
  // A cut before a prompt separates nothing.
  const prompts = all.flatMap(({ message: { kind, role } }, at) => (kind === 'prompt' && role === 'user' ? [at] : []));
  const cuts = [...prompts.filter((at) => at > 0), all.length];
  const cut = cuts[where % cuts.length] ?? all.length;
  if (how % 4 === 0) return { type: 'keep' };
  if (how % 4 === 1) return messages([words(`A summary, the ${where}th`), ...all.slice(cut).map(same)]);
  if (how % 4 === 2) return messages(all.slice(cut).map(same));
  return messages(
    all.map((each, at) =>
      at < cut && each.parts.some(({ part }) => part.kind === 'tool-result')
        ? {
            type: 'changed',
            id: idOf(each),
            parts: each.parts.map(({ part }) =>
              part.kind === 'tool-result' ? { ...part, parts: [{ kind: 'text', text: 'gone' }] } : undefined,
            ),
          }
        : same(each),
    ),
  );
};

/** Anything that passes the door: items of all kinds in any order, with ids that exist or not. */
const hostile: Behaviour = ({ context: { messages: all } }, dice) =>
  messages(
    dice.map((die, index): OwnItem => {
      const each = all[(die >> 3) % Math.max(1, all.length)];
      switch (die % 8) {
        case 0:
          return { type: 'same', id: 'nowhere' as MessageId };
        case 1:
          return words('x'.repeat(die * 10));
        case 2:
          return words('I go on', 'assistant');
        case 3:
          return { type: 'new', role: 'user', kind: 'summary', parts: [] };
        case 4: {
          const result = { kind: 'tool-result', callId: `c${die}` as ToolCallId, parts: [], isError: false } as const;
          return { type: 'new', role: 'tool', kind: 'tool-results', parts: [result] };
        }
        case 5: {
          const call = { kind: 'tool-call', id: 'c1' as ToolCallId, name: 'Read', input: null } as const;
          return { type: 'new', role: 'assistant', kind: 'reply', parts: [call] };
        }
        case 6:
          return each === undefined
            ? words('')
            : { type: 'changed', id: idOf(each), parts: each.parts.map(() => ({ kind: 'text', text: 'short' })) };
        default:
          return index % 2 === 0 && each !== undefined ? same(each) : words(' ');
      }
    }),
  );

/** Smaller, and what a provider would take, but in another order. */
const swapping: Behaviour = ({ context: { messages: all } }, [first = 0, second = 0]) => {
  const places = all.flatMap(({ message: { role } }, at) => (role === 'user' ? [at] : []));
  const [one, other] = [places[first % Math.max(1, places.length)], places[second % Math.max(1, places.length)]];
  return messages(
    all.flatMap((each, at): OwnItem[] => {
      const instead = at === one ? all[other ?? at] : at === other ? all[one ?? at] : each;
      const isLeftOut = each.message.kind === 'injected' && at !== one && at !== other;
      return instead === undefined || isLeftOut ? [] : [same(instead)];
    }),
  );
};

/** Sometimes the one, sometimes the other. */
const mixed: Behaviour = (ask, dice) =>
  ([hostile, wellBehaved, wellBehaved, swapping][(dice[0] ?? 0) % 4] ?? hostile)(ask, dice.slice(1));

const dice = fc.array(fc.array(fc.nat(4_000), { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 20 });

function answering(behaviour: Behaviour, rolls: readonly (readonly number[])[], layer: OwnLayer): OwnLayers {
  // By the moment, not by the number of questions: the same replay must get the same answers.
  return {
    layers: [layer],
    answer: (ask, { call, nth }) => behaviour(ask, rolls[(call + nth) % rolls.length] ?? []),
  };
}

/** Before every call, also where nothing is full. */
const policies = [none, inSmallWindow(claudeCode21)];
const cases = policies.flatMap((given) =>
  (['threshold', 'always'] as const).flatMap((when) =>
    Object.entries({ wellBehaved, hostile, swapping, mixed }).map(([title, behaviour]) => ({
      title: `${given.id}, ${when}, ${title}`,
      policy: compactingOutside(given, when),
      behaviour,
      layer: { name: 'made up', when } as const,
    })),
  ),
);

describe.each(cases)('under $title', ({ policy, behaviour, layer }) => {
  const summarizer = assumed(300);
  const rulesBroken = (all: readonly ContextMessage[]) =>
    validateRequest(
      all.map(({ message }) => message),
      'anthropic',
    ).map(({ rule }) => rule);

  it('[Z2] [L1] [L2] [L3] [L6] [L7] the laws hold, whatever is answered', () => {
    fc.assert(
      fc.property(arbitraryRecording, dice, fc.nat(), (transcript, rolls, seed) => {
        if (transcript.calls.length === 0) return;
        const material = replayMaterial(transcript);
        const options = { own: answering(behaviour, rolls, layer) };
        const simulation = replay(material, policy, summarizer, options);
        for (const { changes, turn } of simulation.changes) {
          if (turn === 'results') continue;
          expect(changes.reduce((sum, { tokens }) => sum + tokens, 0)).toBeGreaterThan(-1e-6);
        }
        const call = seed % Math.min(simulation.deadAt ?? transcript.calls.length, transcript.calls.length);
        if (Number.isNaN(call)) return;
        const { before, after } = replayedCall(material, policy, summarizer, call, options);
        const broken = new Set(rulesBroken(before));
        expect(rulesBroken(after).filter((rule) => !broken.has(rule))).toEqual([]);
        const places = new Map(before.map(({ message }, place) => [message.id, place]));
        const kept = after.flatMap(({ message }) => places.get(message.id) ?? []);
        expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
        const shown = new Map(after.map((each) => [each.message.id, each]));
        for (const [id, fates] of partFates(material, simulation, call)) {
          fates.forEach((fate, part) => {
            const state = shown.get(id)?.parts[part]?.state ?? 'gone';
            const isGone = ['summarised', 'snipped', 'abandoned', 'collapsed'].includes(fate);
            expect([id, part, fate, state === 'gone']).toEqual([id, part, fate, isGone]);
            if (!isGone) expect(state === 'cleared').toBe(fate === 'cleared');
          });
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('[L5] every change says what it removed', () => {
    fc.assert(
      fc.property(arbitraryRecording, dice, (transcript, rolls) => {
        const options = { own: answering(behaviour, rolls, layer) };
        for (const { before, after, changes, layer: by } of replay(
          replayMaterial(transcript),
          policy,
          summarizer,
          options,
        ).changes) {
          const removed = changes.reduce((sum, { tokens }) => sum + tokens, 0);
          if (by === 'own') expect(Math.abs(before - after - removed)).toBeLessThan(1e-6);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('[Z1] waiting for the answers leads to the same replay', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryRecording,
        dice,
        fc.constantFrom('free', 'following'),
        async (transcript, rolls, mode) => {
          const material = replayMaterial(transcript);
          const own = answering(behaviour, rolls, layer);
          const seen: string[] = [];
          const answers = await answersOfOwn(material, policy, summarizer, { mode }, [layer], async (ask, moment) => {
            seen.push(`${moment.call} ${moment.nth}`);
            await Promise.resolve();
            return own.answer(ask, moment);
          });
          const waited = replay(material, policy, summarizer, { mode, own: answers });
          expect(JSON.stringify(waited)).toBe(JSON.stringify(replay(material, policy, summarizer, { mode, own })));
          // Nothing is asked twice.
          expect(new Set(seen).size).toBe(seen.length);
        },
      ),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  });
});

it('[Z1] the laws apply to something: layers from outside are asked, and taken', () => {
  const all = fc
    .sample(fc.tuple(arbitraryRecording, dice), { numRuns: 300, seed: 7 })
    .flatMap(([transcript, rolls]) => {
      const own = answering(mixed, rolls, { name: 'made up', when: 'always' });
      return replay(replayMaterial(transcript), none, assumed(), { own });
    });
  expect(all.flatMap(({ changes }) => changes).length).toBeGreaterThan(80);
  const kinds = new Set(all.flatMap(({ failures }) => failures.map(({ kind }) => kind)));
  expect(kinds).toContain('invalid');
  expect(kinds).toContain('inflated');
});

it('[Z1] one that keeps everything costs what no layer costs', () => {
  fc.assert(
    fc.property(arbitraryRecording, fc.constantFrom('threshold' as const, 'always' as const), (transcript, when) => {
      const material = replayMaterial(transcript);
      const everything = ({ context }: OwnAsk) => messages(context.messages.map(same));
      const own = { layers: [{ name: 'identity', when }], answer: everything };
      const policy = inSmallWindow(none);
      const plain = replay(material, policy, assumed());
      const asked = replay(material, compactingOutside(policy, when), assumed(), { own });
      expect(asked.totals).toEqual(plain.totals);
      expect([...asked.used]).toEqual([...plain.used]);
      expect(asked.changes).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

it('[Z2] a pinned message stays, whatever is answered', () => {
  fc.assert(
    fc.property(arbitraryRecording, dice, fc.nat(), fc.nat(), (transcript, rolls, at, pinnedAt) => {
      if (transcript.calls.length === 0) return;
      const call = at % transcript.calls.length;
      const pinned = transcript.messages[pinnedAt % Math.max(1, transcript.calls[call]?.at ?? 1)]?.id;
      if (pinned === undefined) return;
      const own = answering(mixed, rolls, { name: 'made up', when: 'always' });
      const options = { own, pinned: [pinned] };
      const { before, after } = replayedCall(replayMaterial(transcript), none, assumed(), call, options);
      const has = (all: readonly ContextMessage[]) => all.find(({ message }) => message.id === pinned);
      expect(has(after)?.message).toEqual(has(before)?.message);
      expect(tokensOf(after)).toBeLessThanOrEqual(tokensOf(before) + 1e-6);
    }),
    { numRuns: RUNS },
  );
});
