import { afterAll, beforeAll, expect, it } from 'vitest';
import { StandIn } from '../../e2e/stand-in/stand-in';
import { createApi } from '../api/create-api';
import { streamMessage } from '../api/stream-message';
import { withoutScratch } from '../layers/summary/without-scratch';
import type { Message, MessageId, ToolCallId } from '../transcript/transcript';
import { summaryPrompts } from './index';
import { type SummaryAsk, summaryRequest } from './summary-request';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await StandIn.start();
});
afterAll(() => standIn.close());

const rounds = Array.from({ length: 30 }, (_, round) => round).flatMap((round): Message[] => {
  const callId = `c${round}` as ToolCallId;
  const said = { kind: 'text' as const, text: `Never touch pool-${round}.ts before the tests have run. `.repeat(5) };
  const base = (place: number) => ({ id: `m${round}-${place}` as MessageId, line: round * 3 + place });
  const input = { path: `src/pool-${round}.ts` };
  return [
    { ...base(1), role: 'user', kind: 'prompt', parts: [said] },
    { ...base(2), role: 'assistant', kind: 'reply', parts: [{ kind: 'tool-call', id: callId, name: 'Read', input }] },
    {
      ...base(3),
      role: 'tool',
      kind: 'tool-results',
      parts: [{ kind: 'tool-result', callId, parts: [{ kind: 'text', text: 'export {}' }], isError: false }],
    },
  ];
});
const ask: SummaryAsk = { system: [{ kind: 'text', text: 'You mend pools.' }], tools: [], messages: rounds };

it('[E1] [F3] the first prompt writes the conversation to the cache, and every other reads all of it', async () => {
  const api = createApi({ baseUrl: standIn.address, key: 'stand-in-sharing' });
  let written = 0;
  for (const prompt of summaryPrompts) {
    const body = summaryRequest(ask, prompt, { model: 'claude-opus-5', maxTokens: 2_000 });
    const outcome = await streamMessage(api, body, { signal: new AbortController().signal });
    if (outcome.type !== 'answered') throw new Error(outcome.failure.what);
    const { text, usage } = outcome.answer;
    written ||= usage?.cacheWrite5m ?? 0;
    const isFirst = prompt === summaryPrompts[0];
    expect(usage).toMatchObject(isFirst ? { cacheRead: 0 } : { cacheRead: written, cacheWrite5m: 0 });
    expect(withoutScratch(text)).toContain('pool-');
  }
  expect(written).toBeGreaterThan(2_000);
});
