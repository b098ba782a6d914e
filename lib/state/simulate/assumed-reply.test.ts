import { expect, it } from 'vitest';
import { assumed } from '../../summarizers/assumed';
import { assumedReplies, assumedReply } from './assumed-reply';

it("has the engine's default", () => {
  const ask = {
    type: 'summary',
    context: { messages: [] },
    instruction: '',
    sharesCache: true,
    maxTokens: assumedReply.max,
  } as const;
  expect(assumed().reply(ask, { call: 0 })).toMatchObject({ tokens: assumedReply.default });
});

it('is accepted within its range, and rejected with a message outside', () => {
  expect(assumedReplies(9_000)).toEqual({ ok: true, value: { type: 'assumed', tokens: 9_000 } });
  expect(assumedReplies(0)).toEqual({ ok: false, error: '"tokens" is 0, but must be from 1 to 64000 tokens' });
  expect(assumedReplies('many').ok).toBe(false);
});
