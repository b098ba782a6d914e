import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContextMessage } from '../layers/context';
import { policies } from '../policies/index';
import type { Policy } from '../policies/policy';
import { assumed } from '../summarizers/assumed';
import { categories } from '../tokens/category';
import { arbitraryRecording } from '../transcript/arbitrary-recording.test-support';
import { validateRequest } from '../transcript/validate-request';
import { replay, replayedContext } from './replay';
import { replayMaterial } from './replay-material';

/** `npm run test:long` runs the laws twenty times as often. */
const RUNS = process.env.HIGHWATER_LONG === '1' ? 10_000 : 500;

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
    },
  }));
  return { ...policy, windowTokens: 30_000, maxOutputTokens: 2_000, eras };
}

const ids = (messages: readonly ContextMessage[]) =>
  messages.flatMap(({ message, parts }) => parts.map((_, part) => `${message.id}.${part}`));

describe.each(policies.map(inSmallWindow))('under the policy $id', (policy) => {
  const summarizer = assumed(300);

  it('[L4] a replay changes nothing it was given and gives the same again', () => {
    fc.assert(
      fc.property(arbitraryRecording, (transcript) => {
        const given = JSON.stringify(transcript);
        const material = replayMaterial(transcript);
        const first = replay(material, policy, summarizer);
        const second = replay(material, policy, summarizer);
        expect(JSON.stringify(second)).toBe(JSON.stringify(first));
        expect(JSON.stringify(transcript)).toBe(given);
      }),
      { numRuns: RUNS },
    );
  });

  it('[L5] every change takes away exactly what it says, and the categories add up at every call', () => {
    fc.assert(
      fc.property(arbitraryRecording, (transcript) => {
        const {
          used,
          byCategory,
          changes,
          deadAt = used.length,
        } = replay(replayMaterial(transcript), policy, summarizer);
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

  it('[L1] [L2] [L3] what a layer leaves is a valid request wherever the recording was one, in the same order', () => {
    fc.assert(
      fc.property(arbitraryRecording, fc.nat(), (transcript, seed) => {
        if (transcript.calls.length === 0) return;
        const material = replayMaterial(transcript);
        const { before, after } = replayedContext(material, policy, summarizer, seed % transcript.calls.length);
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

  it('[L6] what a layer does before a call never makes the context larger', () => {
    fc.assert(
      fc.property(arbitraryRecording, (transcript) => {
        for (const { changes, turn } of replay(replayMaterial(transcript), policy, summarizer).changes) {
          // The note in place of an empty result [B4] is longer than nothing.
          if (turn === 'results') continue;
          expect(changes.reduce((sum, { tokens }) => sum + tokens, 0)).toBeGreaterThan(-1e-6);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it.skipIf(policy.layers.every(({ isOn }) => !isOn))('the laws are not laws about nothing: layers do act', () => {
    const changes = fc
      .sample(arbitraryRecording, { numRuns: 300, seed: 7 })
      .flatMap((transcript) => replay(replayMaterial(transcript), policy, summarizer).changes);
    expect(changes.length).toBeGreaterThan(20);
  });

  it('[L7] whatever left the context is in the transcript under the ids that the changes name', () => {
    fc.assert(
      fc.property(arbitraryRecording, (transcript) => {
        const messages = new Map(transcript.messages.map((message) => [message.id as string, message.parts.length]));
        for (const { changes } of replay(replayMaterial(transcript), policy, summarizer).changes) {
          for (const { fate, parts } of changes) {
            if (fate === 'injected' || fate === 'restored') continue;
            for (const { message, part } of parts) {
              if (message.startsWith('made-')) continue;
              expect(messages.get(message)).toBeGreaterThan(part);
            }
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});
