import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetBytesOf } from '../../layers/bound-layer';
import { indexOf } from '../../layers/results/result-index';
import { type ContextMessage, tokensOf } from '../../layers/shape/context';
import { memoryLeft } from '../../layers/shape/project-memory';
import { extractOffline } from '../../memory/extraction/extract-offline';
import { emptyFolder } from '../../memory/files/memory-folder';
import { policies } from '../../policies/index';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import type { Policy } from '../../policies/shape/policy';
import { assumed } from '../../summarizers/assumed';
import { categories } from '../../tokens/category';
import { utf8Bytes } from '../../tokens/text-size';
import {
  arbitraryConversation,
  arbitraryRecording,
  saidSentences,
} from '../../transcript/arbitrary-recording.test-support';
import type { MessageId } from '../../transcript/transcript';
import { validateRequest } from '../../transcript/validate-request';
import { replayMaterial } from '../recorded/replay-material';
import type { PartFate } from './part-fates';
import { partFates } from './part-fates.test-support';
import { Replay, replay } from './replay';
import { replayedCall } from './replay-lookup';

/** `npm run test:long` runs the laws twenty times as often. */
const RUNS = process.env.HIGHWATER_LONG === '1' ? 10_000 : 100;

/** The windows of real models are far larger than what a generated recording fills: here they are made to be full. */
function inSmallWindow(policy: Policy): Policy {
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

/** What an earlier session said that the prompts are about. */
const folder = extractOffline({
  messages: saidSentences.map((text, at) => ({
    id: `said-${at}` as MessageId,
    role: 'user',
    kind: 'prompt',
    parts: [{ kind: 'text', text }],
    line: 0,
  })),
  wanted: saidSentences.map((_, at) => at),
  instructions: '',
  folder: emptyFolder('/home/agent/.claude/projects/x/memory'),
  nowMs: 0,
}).folder;

const ids = (messages: readonly ContextMessage[]) =>
  messages.flatMap(({ message, parts }) => parts.map((_, part) => `${message.id}.${part}`));

/** [F11] No preset keeps rounds. */
const keepingRounds: Policy = {
  ...changed(changed(claudeCode21, 'full-compact.keptRounds', 3), 'full-compact.keptRoundTokens', 2_500),
  id: 'keeping rounds',
};

describe.each([...policies, keepingRounds].map(inSmallWindow))('under the policy $id', (policy) => {
  const summarizer = assumed(300);
  const keepsMemory = policy.layers.some((row) => row.isOn && budgetBytesOf(row) > 0);
  const started = keepsMemory ? { memory: memoryLeft(folder) } : {};
  const recordings = keepsMemory ? arbitraryConversation : arbitraryRecording;

  it('[L4] a replay does not modify its input, and is repeatable', () => {
    fc.assert(
      fc.property(recordings, (transcript) => {
        const given = JSON.stringify(transcript);
        const material = replayMaterial(transcript);
        const first = replay(material, policy, summarizer, started);
        const second = replay(material, policy, summarizer, started);
        expect(JSON.stringify(second)).toBe(JSON.stringify(first));
        expect(JSON.stringify(transcript)).toBe(given);
      }),
      { numRuns: RUNS },
    );
  });

  it('[L5] every change removes exactly what it says, and the categories add up at every call', () => {
    fc.assert(
      fc.property(recordings, (transcript) => {
        const {
          used,
          byCategory,
          changes,
          deadAt = used.length,
        } = replay(replayMaterial(transcript), policy, summarizer, started);
        for (let call = 0; call < deadAt; call++) {
          const sum = categories.reduce((total, category) => total + (byCategory[category][call] ?? 0), 0);
          expect(sum).toBe(used[call]);
          expect(used[call]).toBeGreaterThanOrEqual(0);
        }
        for (const change of changes) {
          for (const { tokens } of change.changes) expect(Number.isFinite(tokens)).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('[L1] [L2] [L3] layers keep valid requests valid, in the same order', () => {
    fc.assert(
      fc.property(recordings, fc.nat(), (transcript, seed) => {
        if (transcript.calls.length === 0) return;
        const material = replayMaterial(transcript);
        const { before, after } = replayedCall(material, policy, summarizer, seed % transcript.calls.length, started);
        const rules = (messages: readonly ContextMessage[]) =>
          new Set(
            validateRequest(
              messages.map(({ message }) => message),
              'anthropic',
            ).map(({ rule }) => rule),
          );
        const known = rules(before);
        const added = [...rules(after)].filter((rule) => !known.has(rule));
        expect(added).toEqual([]);
        const kept = new Set(ids(after));
        const order = ids(before).filter((id) => kept.has(id));
        const there = new Set(order);
        expect(ids(after).filter((id) => there.has(id))).toEqual(order);
      }),
      { numRuns: RUNS },
    );
  });

  it('[L6] a layer never makes the context larger before a call', () => {
    fc.assert(
      fc.property(recordings, (transcript) => {
        for (const { changes, turn } of replay(replayMaterial(transcript), policy, summarizer, started).changes) {
          // The note in place of an empty result [B4] is longer than nothing.
          if (turn === 'results' || turn === 'prompt') continue;
          expect(changes.reduce((sum, { tokens }) => sum + tokens, 0)).toBeGreaterThan(-1e-6);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('[L6] [J4] a layer at a prompt or after a turn adds at most the budget that it declares', () => {
    const budget = policy.layers.reduce((sum, row) => sum + (row.isOn ? budgetBytesOf(row) : 0), 0);
    fc.assert(
      fc.property(recordings, fc.nat(), (transcript, seed) => {
        if (transcript.calls.length === 0) return;
        const material = replayMaterial(transcript);
        const { changes, memory } = replay(material, policy, summarizer, started);
        const isAdding = changes.some(({ turn }) => turn === 'prompt' || turn === 'turn-end');
        if (!keepsMemory) expect([isAdding, memory]).toEqual([false, undefined]);
        // What a compaction kept of it is no longer counted.
        const call = seed % transcript.calls.length;
        const before = changes.findLast((change) => change.turn === 'gate' && change.call <= call)?.call ?? 0;
        const events = (memory?.events ?? []).filter((event) => event.call >= before && event.call <= call);
        const added = events.flatMap((event) => (event.type === 'recalled' ? event.recalled : []));
        const opened = events.flatMap((event) => (event.type === 'opened' ? [event.opening.index.text] : [])).at(-1);
        const bytes = [...added.map(({ text }) => text), opened ?? ''].reduce((sum, text) => sum + utf8Bytes(text), 0);
        expect(bytes).toBeLessThanOrEqual(budget);
      }),
      { numRuns: RUNS },
    );
  });

  it.skipIf(policy.layers.every(({ isOn }) => !isOn))('the laws apply to something: layers do act', () => {
    const changes = fc
      .sample(recordings, { numRuns: 300, seed: 7 })
      .flatMap((transcript) => replay(replayMaterial(transcript), policy, summarizer, started).changes);
    expect(changes.length).toBeGreaterThan(20);
    if (keepsMemory) expect(changes.filter(({ turn }) => turn === 'prompt').length).toBeGreaterThan(20);
  });

  it('[L3] pinned messages stay from their first call on', () => {
    fc.assert(
      fc.property(recordings, fc.nat(), fc.nat(), (transcript, at, pinnedAt) => {
        if (transcript.calls.length === 0) return;
        const call = at % transcript.calls.length;
        const material = replayMaterial(transcript);
        const pinned = transcript.messages[pinnedAt % Math.max(1, transcript.calls[call]?.at ?? 1)]?.id;
        if (pinned === undefined) return;
        const options = { ...started, pinned: [pinned] };
        const { before, after } = replayedCall(material, policy, summarizer, call, options);
        const has = (messages: readonly ContextMessage[]) => messages.find(({ message }) => message.id === pinned);
        // A note in place of nothing [B4] and a stub [B1] are kept from pinned messages as well.
        expect(has(after)?.message).toEqual(has(before)?.message);
      }),
      { numRuns: RUNS },
    );
  });

  it('[L7] every part has one fate, which matches the context', () => {
    fc.assert(
      fc.property(recordings, fc.nat(), (transcript, seed) => {
        if (transcript.calls.length === 0) return;
        const material = replayMaterial(transcript);
        const simulation = replay(material, policy, summarizer, started);
        const call = seed % Math.min(simulation.deadAt ?? transcript.calls.length, transcript.calls.length);
        if (Number.isNaN(call)) return;
        const { after } = replayedCall(material, policy, summarizer, call, started);
        const shown = new Map(after.map((message) => [message.message.id, message]));
        for (const [id, fates] of partFates(material, simulation, call)) {
          fates.forEach((fate, part) => {
            expect(`${id}.${part} ${shown.get(id)?.parts[part]?.state ?? 'gone'}`).toBe(
              `${id}.${part} ${STATE_OF[fate]}`,
            );
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
        for (let at = 0; at <= call; at++) for (const { message } of material.unfiled.at(at)) unfiled.add(message.id);
        for (const { message, origin } of after) {
          if (origin === 'made' && !unfiled.has(message.id)) expect(injected).toContain(message.id);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('the sums of a ledger are those of its messages, whatever was done to it', () => {
    fc.assert(
      fc.property(recordings, (transcript) => {
        const run = new Replay(replayMaterial(transcript), policy, summarizer, started);
        run.advanceTo(transcript.calls.length - 1);
        const { ledger } = run.pipeline;
        const { whole, results, ...tokens } = indexOf(ledger.messages);
        expect([ledger.whole, ledger.results]).toEqual([whole, results]);
        const close = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThan(1e-6);
        close(ledger.wholeTokens, tokens.wholeTokens);
        close(ledger.editedTokens, tokens.editedTokens);
        close(ledger.editedToolTokens, tokens.editedToolTokens);
        close(ledger.tokens, tokensOf(ledger.messages));
        const copy = ledger.clone();
        for (const [place, sum] of copy.sums.entries()) close(sum, ledger.sums[place] ?? 0);
        expect([copy.clearableResults, copy.mediaBytes]).toEqual([ledger.clearableResults, ledger.mediaBytes]);
        close(copy.clearableTokens, ledger.clearableTokens);
        close(copy.counted, ledger.counted);
      }),
      { numRuns: RUNS },
    );
  });

  it('[P1] following, calls are the recorded ones as long as no layer acts', () => {
    fc.assert(
      fc.property(recordings, (transcript) => {
        const material = replayMaterial(transcript);
        const { used, changes, deadAt, cost, memory } = replay(material, policy, summarizer, {
          ...started,
          mode: 'following',
        });
        // Rules of memory precede the first call already.
        if (memory !== undefined) return;
        const recorded = material.recorded.timeline.used;
        const end = Math.min(changes[0]?.call ?? used.length, deadAt ?? used.length);
        expect([...used.slice(0, end)]).toEqual([...recorded.slice(0, end)]);
        expect(cost.length).toBe(transcript.calls.length);
      }),
      { numRuns: RUNS },
    );
  });
});

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
