import { describe, expect, it } from 'vitest';
import { contextFromText } from '../../layers/shape/context-text.test-support';
import { ContextLedger } from './context-ledger';

const { messages } = contextFromText(
  'user 100 tokens\ncall #1 read a.ts\n---\nresult #1 500 tokens\nassistant 50 tokens',
);

function filled() {
  const ledger = new ContextLedger(new Set());
  for (const message of messages) ledger.add(message);
  return ledger;
}

describe('the ledger of a context', () => {
  it('has the sums of a fresh count, however it was built', () => {
    const replaced = filled();
    replaced.replace(messages.slice(0, 1));
    for (const message of messages.slice(1)) replaced.add(message);
    expect([...replaced.sums]).toEqual([...filled().sums]);
    expect(replaced.tokens).toBe(656);
    expect(replaced.endBlocks).toBe(4);
    expect([replaced.clearableResults, replaced.clearableTokens]).toEqual([1, 500]);
  });

  it('is unchanged up to what was sent while it only grows', () => {
    const ledger = filled();
    expect(ledger.unchanged).toEqual({ tokens: 0, blocks: 0 });
    ledger.markSent();
    for (const message of messages) ledger.add(message);
    expect(ledger.unchanged).toEqual({ tokens: 656, blocks: 4 });
  });

  it('is unchanged up to the first message that differs', () => {
    const ledger = filled();
    ledger.markSent();
    const [first, second, ...rest] = messages;
    if (first === undefined || second === undefined) throw new Error('too few messages');
    ledger.replace([first, { ...second }, ...rest]);
    expect(ledger.unchanged).toEqual({ tokens: 100, blocks: 1 });
  });

  it('does not count as unchanged what was never sent', () => {
    const ledger = filled();
    ledger.replace(messages);
    expect(ledger.unchanged).toEqual({ tokens: 0, blocks: 0 });
  });

  it('[M4] stays readable if the server itself removes something', () => {
    const ledger = filled();
    ledger.markSent();
    ledger.replace(
      messages.map((message) => ({ ...message, tokens: Math.min(message.tokens, 100) })),
      true,
    );
    expect(ledger.unchanged.blocks).toBe(4);
  });
});
