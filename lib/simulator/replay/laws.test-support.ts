import assert from 'node:assert/strict';
import { budgetBytesOf } from '../../layers/bound-layer';
import { indexOf } from '../../layers/results/result-index';
import { type Change, type ContextMessage, tokensOf } from '../../layers/shape/context';
import type { Policy } from '../../policies/shape/policy';
import type { Summarizer } from '../../summarizers/summarizer';
import { categories } from '../../tokens/category';
import { utf8Bytes } from '../../tokens/text-size';
import { validateRequest } from '../../transcript/validate-request';
import { memoryEvents } from '../memory/session-memory';
import { activeLayers } from '../pipeline/active-layers';
import type { SimulatedMemory } from '../pipeline/simulation';
import type { ReplayMaterial } from '../recorded/replay-material';
import type { PartFate } from './part-fates';
import { partFates } from './part-fates.test-support';
import { Replay, type ReplayOptions, replay } from './replay';
import { replayedCall } from './replay-lookup';

/** What a law is about: a replay that starts anew each time. */
export interface LawCase {
  readonly material: ReplayMaterial;
  readonly policy: Policy;
  readonly summarizer: Summarizer;
  readonly started: ReplayOptions;
}

/** Throws if it is broken. The numbers choose a call, and a message. They hold of any recording, in a free replay. */
export type Law = (replayed: LawCase, seed: number, other: number) => void;

/** The windows of real models are far larger than what a generated recording fills: here they are made to be full. */
export function inSmallWindow(policy: Policy): Policy {
  const eras = policy.eras.map((era) => ({
    ...era,
    thresholds: {
      ...era.thresholds,
      reserveCapTokens: 1_000,
      bufferTokens: Math.min(era.thresholds.bufferTokens, 500),
      warningTokens: 500,
      blockingTokens: 200,
      atMessages: Math.min(era.thresholds.atMessages, 6),
    },
  }));
  // What is kept is too much for it, too.
  const layers = policy.layers.map((row) => {
    const kept = { keep: 1, keptRounds: 2, keptRoundTokens: 2_000 };
    const fewer = Object.entries(kept).flatMap(([name, most]) => {
      const value = Object.entries(row.settings).find(([own]) => own === name)?.[1];
      return typeof value === 'number' && value > most ? [[name, most] as const] : [];
    });
    return { ...row, settings: { ...row.settings, ...Object.fromEntries(fewer) } } as typeof row;
  });
  return { ...policy, windowTokens: 12_000, maxOutputTokens: 1_000, eras, layers };
}

const ids = (messages: readonly ContextMessage[]) =>
  messages.flatMap(({ message, parts }) => parts.map((_, part) => `${message.id}.${part}`));

const run = ({ material, policy, summarizer, started }: LawCase) => replay(material, policy, summarizer, started);

const at = ({ material, policy, summarizer, started }: LawCase, call: number, more: ReplayOptions = {}) =>
  replayedCall(material, policy, summarizer, call, { ...started, ...more });

const sumOf = (changes: readonly Change[]) => changes.reduce((sum, { tokens }) => sum + tokens, 0);

/** [A5] The only thing that is put in without a message. */
const isOfIndex = ({ fate, parts }: Change) => fate === 'injected' && parts.length === 0;

/** [A5] Each time that rules and index were read anew before this call: by how much they had grown. */
function growthOfIndex(memory: SimulatedMemory, at: number): readonly number[] {
  const openings = memoryEvents(memory, 'opened');
  const tokens = openings.map(({ opening: { rulesTokens, indexTokens } }) => rulesTokens + indexTokens);
  return openings.flatMap(({ call }, index) =>
    index > 0 && call === at ? [(tokens[index] ?? 0) - (tokens[index - 1] ?? 0)] : [],
  );
}

const close = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);

export const laws: Readonly<Record<string, Law>> = {
  '[L4] a replay does not modify its input, and is repeatable': (replayed) => {
    const { transcript } = replayed.material;
    const given = JSON.stringify(transcript);
    const first = run(replayed);
    assert.equal(JSON.stringify(run(replayed)), JSON.stringify(first));
    assert.equal(JSON.stringify(transcript), given);
  },

  '[L5] every change removes exactly what it says, and the categories add up at every call': (replayed) => {
    const { used, byCategory, changes, deadAt = used.length } = run(replayed);
    for (let call = 0; call < deadAt; call++) {
      const sum = categories.reduce((total, category) => total + (byCategory[category][call] ?? 0), 0);
      assert.equal(sum, used[call]);
      assert.ok(sum >= 0, 'tokens are not negative');
    }
    for (const change of changes) {
      for (const { tokens } of change.changes) assert.ok(Number.isFinite(tokens), 'a change has a finite size');
    }
  },

  '[L1] [L2] [L3] layers keep valid requests valid, in the same order': (replayed, seed) => {
    const { calls } = replayed.material.transcript;
    if (calls.length === 0) return;
    const { before, after } = at(replayed, seed % calls.length);
    const rules = (messages: readonly ContextMessage[]) =>
      new Set(
        validateRequest(
          messages.map(({ message }) => message),
          'anthropic',
        ).map(({ rule }) => rule),
      );
    const known = rules(before);
    assert.deepEqual(
      [...rules(after)].filter((rule) => !known.has(rule)),
      [],
    );
    const kept = new Set(ids(after));
    const order = ids(before).filter((id) => kept.has(id));
    const there = new Set(order);
    assert.deepEqual(
      ids(after).filter((id) => there.has(id)),
      order,
    );
  },

  '[L6] a layer never makes the context larger before a call': (replayed) => {
    const { changes: all, memory } = run(replayed);
    for (const { call, changes, turn } of all) {
      // The note in place of an empty result [B4] is longer than nothing.
      if (turn === 'results' || turn === 'prompt') continue;
      // [A5] What the index of the memory has grown by is not the compaction's.
      const anew = changes.filter(isOfIndex);
      const removed = sumOf(changes) - sumOf(anew);
      assert.ok(removed > -1e-6, `a layer added ${-removed} tokens`);
      if (anew.length === 0) continue;
      assert.equal(turn, 'gate', 'only after a compaction is the index read anew');
      const grown = memory === undefined ? [] : growthOfIndex(memory, call);
      const said = -sumOf(anew);
      assert.ok(
        grown.some((tokens) => Math.abs(tokens - said) < 1e-6),
        `the index has grown by ${grown.join(' or ')} tokens, not ${said}`,
      );
    }
  },

  '[L6] [J4] a layer at a prompt or after a turn adds at most the budget that it declares': (replayed, seed) => {
    const { policy, material } = replayed;
    const budget = policy.layers.reduce((sum, row) => sum + (row.isOn ? budgetBytesOf(row) : 0), 0);
    const { calls } = material.transcript;
    if (calls.length === 0) return;
    const { changes, memory } = run(replayed);
    const isAdding = changes.some(({ turn }) => turn === 'prompt' || turn === 'turn-end');
    if (activeLayers(policy).keepers.length === 0) assert.deepEqual([isAdding, memory], [false, undefined]);
    // What a compaction kept of it is no longer counted.
    const call = seed % calls.length;
    const before = changes.findLast((change) => change.turn === 'gate' && change.call <= call)?.call ?? 0;
    const events = (memory?.events ?? []).filter((event) => event.call >= before && event.call <= call);
    const added = events.flatMap((event) => (event.type === 'recalled' ? event.recalled : []));
    const opened = events.flatMap((event) => (event.type === 'opened' ? [event.opening.index.text] : [])).at(-1);
    const bytes = [...added.map(({ text }) => text), opened ?? ''].reduce((sum, text) => sum + utf8Bytes(text), 0);
    assert.ok(bytes <= budget, `${bytes} bytes were added, of ${budget}`);
  },

  '[L3] pinned messages stay from their first call on': (replayed, seed, pinnedAt) => {
    const { calls, messages } = replayed.material.transcript;
    if (calls.length === 0) return;
    const call = seed % calls.length;
    const pinned = messages[pinnedAt % Math.max(1, calls[call]?.at ?? 1)]?.id;
    if (pinned === undefined) return;
    const { before, after } = at(replayed, call, { pinned: [pinned] });
    const has = (all: readonly ContextMessage[]) => all.find(({ message }) => message.id === pinned);
    // A note in place of nothing [B4] and a stub [B1] are kept from pinned messages as well.
    assert.deepEqual(has(after)?.message, has(before)?.message);
  },

  '[L7] every part has one fate, which matches the context': (replayed, seed) => {
    const { material } = replayed;
    const { length } = material.transcript.calls;
    if (length === 0) return;
    const simulation = run(replayed);
    const call = seed % Math.min(simulation.deadAt ?? length, length);
    if (Number.isNaN(call)) return;
    const { after } = at(replayed, call);
    const shown = new Map(after.map((message) => [message.message.id, message]));
    for (const [id, fates] of partFates(material, simulation, call)) {
      fates.forEach((fate, part) => {
        assert.equal(`${id}.${part} ${shown.get(id)?.parts[part]?.state ?? 'gone'}`, `${id}.${part} ${STATE_OF[fate]}`);
      });
    }
    // Nothing stands in the context that is not of the recording or said to have been put there.
    const injected = new Set(
      simulation.changes.flatMap(({ changes }) =>
        changes.flatMap(({ fate, parts }) =>
          fate === 'injected' || fate === 'restored' ? parts.map(({ message }) => message) : [],
        ),
      ),
    );
    const unfiled = new Set(material.unfiled.upTo(call).map(({ message }) => message.id));
    for (let each = 0; each <= call; each++) {
      for (const { message } of material.unfiled.at(each)) unfiled.add(message.id);
    }
    for (const { message, origin } of after) {
      if (origin === 'made' && !unfiled.has(message.id)) assert.ok(injected.has(message.id), `${message.id} is new`);
    }
  },

  'the sums of a ledger are those of its messages, whatever was done to it': ({
    material,
    policy,
    summarizer,
    started,
  }) => {
    const replayed = new Replay(material, policy, summarizer, started);
    replayed.advanceTo(material.transcript.calls.length - 1);
    const { ledger } = replayed.pipeline;
    const { whole, results, ...tokens } = indexOf(ledger.messages);
    assert.deepEqual([ledger.whole, ledger.results], [whole, results]);
    close(ledger.wholeTokens, tokens.wholeTokens);
    close(ledger.editedTokens, tokens.editedTokens);
    close(ledger.editedToolTokens, tokens.editedToolTokens);
    close(ledger.tokens, tokensOf(ledger.messages));
    const copy = ledger.clone();
    for (const [place, sum] of copy.sums.entries()) close(sum, ledger.sums[place] ?? 0);
    assert.deepEqual([copy.clearableResults, copy.mediaBytes], [ledger.clearableResults, ledger.mediaBytes]);
    close(copy.clearableTokens, ledger.clearableTokens);
    close(copy.counted, ledger.counted);
  },

  '[P1] following, calls are the recorded ones as long as no layer acts': (replayed) => {
    const { material } = replayed;
    const following = run({ ...replayed, started: { ...replayed.started, mode: 'following' } });
    const { used, changes, deadAt, blockedAt, cost, memory } = following;
    // Rules of memory precede the first call already.
    if (memory !== undefined) return;
    const recorded = material.recorded.timeline.used;
    const end = Math.min(changes[0]?.call ?? used.length, deadAt ?? used.length, blockedAt ?? used.length);
    assert.deepEqual([...used.slice(0, end)], [...recorded.slice(0, end)]);
    assert.equal(cost.length, material.transcript.calls.length);
  },
};

const STATE_OF: Readonly<Record<PartFate, string>> = {
  kept: 'whole',
  cleared: 'cleared',
  'stored-out': 'stored',
  // A note in the place of an empty result [B4].
  injected: 'whole',
  restored: 'whole',
  summarised: 'gone',
  collapsed: 'gone',
  snipped: 'gone',
  // Only summaries are, which no recording holds.
  unfolded: 'gone',
  abandoned: 'gone',
};
