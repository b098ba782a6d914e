import { expect, it } from 'vitest';
import type { OwnAnswer, OwnAsk, OwnSpent } from '../../layers/shape/own';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { compactingOutside } from '../../policies/shape/compacting-outside';
import { assumed } from '../../summarizers/assumed';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { replayMaterial } from '../recorded/replay-material';
import { replay } from './replay';

const rounds = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `call #${from + n} Read a.ts\n---\nresult #${from + n} 4000 tokens`).join(
    '\n',
  );
const material = replayMaterial(
  transcriptFromText(`user "Go"\n${rounds(0, 8)}\nuser "On"\n${rounds(8, 12)}`, { models: ['claude-sonnet-4-5'] }),
);
const policy = compactingOutside({ ...claudeCode21, windowTokens: 60_000 }, 'threshold');
const last = ({ context: { messages } }: OwnAsk): OwnAnswer => ({
  type: 'messages',
  items: [
    { type: 'new', role: 'user', kind: 'summary', parts: [{ kind: 'text', text: 'What was done.' }] },
    ...messages
      .slice(messages.findLastIndex(({ message }) => message.role === 'assistant'))
      .map(({ message: { id } }) => ({ type: 'same', id }) as const),
  ],
});

const replayed = (answer: (ask: OwnAsk) => OwnAnswer, when: 'threshold' | 'always' = 'threshold') =>
  replay(material, policy, assumed(), { own: { layers: [{ name: 'mine', when }], answer } });

it('[Z1] is asked when the gate opens, in place of the compactions of the policy', () => {
  const asked: OwnAsk[] = [];
  const { compactions, deadAt } = replayed((ask) => {
    asked.push(ask);
    return last(ask);
  });
  expect(deadAt).toBeUndefined();
  expect(compactions.length).toBe(asked.length);
  for (const { facts } of asked) expect(facts.used).toBeGreaterThanOrEqual(facts.threshold);
  for (const { layer, boundary, summaryTokens } of compactions) {
    expect(layer).toBe('own');
    expect(boundary?.kept?.anchor).toMatch(/^made-\d+-own-1$/);
    expect(summaryTokens).toBeGreaterThan(0);
  }
});

it('[Z3] what it spent is billed, whether or not its answer is taken', () => {
  const spent: OwnSpent = {
    model: 'claude-sonnet-4-5',
    input: 1_000_000,
    cacheRead: 0,
    cacheWrite: 0,
    output: 100_000,
  };
  const spending = (ask: OwnAsk): OwnAnswer => {
    const answer = last(ask);
    return answer.type === 'messages' ? { ...answer, spent } : answer;
  };
  const free = replayed(last);
  const paid = replayed(spending);
  const { length } = free.compactions;
  expect(paid.forks.filter(({ purpose }) => purpose === 'own').length).toBe(length);
  expect(paid.totals.output - free.totals.output).toBe(100_000 * length);
  expect(paid.totals.uncached - free.totals.uncached).toBe(1_000_000 * length);
  const [fork] = paid.forks;
  // 3 $ and 15 $ for a million.
  expect(fork?.cost).toBeGreaterThan(4);

  const refused = replayed(() => ({ type: 'messages', items: [], spent }));
  expect(refused.failures[0]?.kind).toBe('invalid');
  expect(refused.forks.length).toBeGreaterThan(0);
});

it('[Z2] three failures in a row, and the gate stays closed: it is asked once more for the call that does not fit', () => {
  const { failures } = replayed(() => ({ type: 'failed', kind: 'no-answer', what: 'it hangs' }));
  expect(failures.filter(({ layer }) => layer === 'own').length).toBe(4);
});
