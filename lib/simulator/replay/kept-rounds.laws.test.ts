import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestProblems } from '../../../e2e/stand-in/check/check-request';
import { findModel } from '../../../e2e/stand-in/models';
import type { JsonObject } from '../../base/json';
import { toAnthropicRequest } from '../../exporters/anthropic-request';
import { type ContextMessage, tokensOf } from '../../layers/shape/context';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import type { Policy } from '../../policies/shape/policy';
import { assumed } from '../../summarizers/assumed';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { validateRequest } from '../../transcript/validate-request';
import { replayMaterial } from '../recorded/replay-material';
import { readingSession } from './reading-session.test-support';
import { replay } from './replay';
import { replayedCall } from './replay-lookup';

const MODEL = 'claude-opus-5';
const summarizer = assumed(300);

function keeping(rounds: number, tokens = 0): Policy {
  return changed(changed(claudeCode21, 'full-compact.keptRounds', rounds), 'full-compact.keptRoundTokens', tokens);
}

function refusedByStandIn(messages: readonly ContextMessage[]): string | undefined {
  const model = findModel(MODEL);
  if (model === undefined) throw new Error('The stand-in does not know the model.');
  const body: JsonObject = { ...bodyOf(messages) };
  const [first] = requestProblems(body, { model, version: '2026-10-21', betas: [], isCount: false });
  return first;
}

const FRAME = { model: MODEL, maxTokens: 1_000, system: [], tools: [] };

function bodyOf(messages: readonly ContextMessage[]) {
  return toAnthropicRequest(
    messages.map(({ message }) => message),
    FRAME,
  );
}

describe('[F11] a session that keeps rounds', () => {
  const material = replayMaterial(transcriptFromText(readingSession(25)));
  const shown = (policy: Policy) => {
    const { compactions } = replay(material, policy, summarizer);
    const [first] = compactions;
    if (first === undefined) throw new Error('It is compacted');
    return { ...first, ...replayedCall(material, policy, summarizer, first.call) };
  };

  it('starts the next call with 300 tokens of summary and the two latest rounds of 10,000 each', () => {
    const { call, before, after } = shown(changed(keeping(2), 'full-compact.restoredFiles', 0));
    const kept = after.filter(({ origin }) => origin === 'recorded');
    expect(kept).toEqual(before.slice(-4));
    expect(kept.map(({ message }) => message.id)).toEqual(
      [call * 2 - 3, call * 2 - 2, call * 2 - 1, call * 2].map((index) => `m${index}`),
    );
    const summary = after.find(({ message }) => message.kind === 'summary');
    expect(tokensOf(after)).toBeCloseTo(tokensOf(kept) + (summary?.tokens ?? 0), 6);
    expect(tokensOf(kept)).toBeGreaterThan(20_000);
    expect(tokensOf(kept)).toBeLessThan(20_500);
  });

  it.each([
    [0, 0, 0],
    [3, 0, 3],
    [0, 45_000, 4],
    [3, 25_000, 2],
    [0, 9_000, 0],
  ])('keeps, with %i rounds and %i tokens, %i rounds', (rounds, tokens, kept) => {
    const { after } = shown(changed(keeping(rounds, tokens), 'full-compact.namesTranscript', false));
    expect(after.filter(({ message }) => message.kind === 'reply')).toHaveLength(kept);
  });

  it('[L2] is accepted by the API and by Chat Completions at each call', () => {
    const policy = keeping(3);
    const { compactions, used } = replay(material, policy, summarizer);
    expect(compactions.length).toBeGreaterThan(0);
    for (let call = 0; call < used.length; call++) {
      const { after } = replayedCall(material, policy, summarizer, call);
      expect(refusedByStandIn(after)).toBeUndefined();
      const sent = after.map(({ message }) => message);
      expect(validateRequest(sent, 'openai')).toEqual([]);
    }
  });
});

it('[F11] [L2] the stand-in accepts what follows a compaction that keeps rounds, whatever was recorded', () => {
  let kept = 0;
  const policies = fc
    .tuple(fc.nat(4), fc.constantFrom(0, 500, 2_500))
    .map(([rounds, tokens]) => keeping(rounds, tokens));
  fc.assert(
    fc.property(arbitraryRecording, policies, fc.nat(), (transcript, policy, some) => {
      const { calls } = transcript;
      if (calls.length === 0) return;
      const call = calls.length - 1 - (some % Math.ceil(calls.length / 2));
      const options = { commands: [{ call, command: { type: 'compact' as const } }] };
      const { before, after } = replayedCall(replayMaterial(transcript), policy, assumed(10), call, options);
      if (refusedByStandIn(before) === undefined) expect(refusedByStandIn(after)).toBeUndefined();
      const isCompacted = after.some(({ origin, message }) => origin === 'made' && message.kind === 'summary');
      if (isCompacted && after.some(({ origin, message }) => origin === 'recorded' && message.kind === 'reply'))
        kept += 1;
    }),
    { numRuns: 1_000 },
  );
  expect(kept).toBeGreaterThan(30);
});
