import { expect, it } from 'vitest';
import type { MessageId } from '../../transcript/transcript';
import type { SimulatedContext, SimulatedMessage } from './messages';
import { packContext, packedBuffers, unpackContext } from './packed-context';

const recorded = (index: number, partTokens: readonly number[], cleared: readonly number[] = []): SimulatedMessage => ({
  type: 'recorded',
  index,
  tokens: partTokens.reduce((sum, tokens) => sum + tokens, 0.25),
  partTokens,
  replaced: cleared.map((part) => ({ part, state: 'cleared' })),
});
const summary: SimulatedMessage = {
  type: 'made',
  row: { id: 'made-1' as MessageId, role: 'user', kind: 'summary', line: 0, parts: [] },
  tokens: 7.5,
  partTokens: [7.5],
};

function context(before: readonly SimulatedMessage[], after: readonly SimulatedMessage[]): SimulatedContext {
  return { call: 3, systemTokens: 12.5, before, after, verdicts: [], isDead: false };
}

/** Over to the page, as a browser does it. */
function sent(sent: SimulatedContext): SimulatedContext {
  const packed = packContext(sent);
  return unpackContext(structuredClone(packed, { transfer: [...packedBuffers(packed)] }));
}

it('round-trips a context', () => {
  const [first, empty, cleared] = [recorded(0, [1.5, 2]), recorded(4, []), recorded(5, [9, 8.75], [1])];
  const contexts = [
    context([], []),
    context([first, empty, cleared], [first, empty, cleared]),
    context([first, recorded(4, [3]), recorded(5, [9, 8.75])], [summary, cleared, first]),
  ];
  for (const each of contexts) expect(sent(each)).toEqual(each);
});

it('sends a message that is on both sides once', () => {
  const [first, cleared] = [recorded(0, [1]), recorded(1, [2], [0])];
  const { before, after } = sent(context([first, cleared, summary], [summary, first, cleared]));
  expect([after[1], after[2], after[0]].map((message, place) => message === before[place])).toEqual([true, true, true]);
});
