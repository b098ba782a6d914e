import { expect, it } from 'vitest';
import type { MessageId, ToolCallId } from '../../transcript/transcript';
import { contextAsText, contextFromText, environment } from '../shape/context-text.test-support';
import type { OwnAnswer, OwnItem } from '../shape/own';
import { takenAnswer } from './taken-answer';

const context = contextFromText(`
  user "Fix the tests, and tell me what was wrong with them"
  call #1 Read a.ts
  ---
  result #1 900 tokens
  image 640x480
  call #2 Read b.ts
  ---
  result #2 400 tokens
`);
const same = (...ids: readonly string[]) => ids.map((id): OwnItem => ({ type: 'same', id: id as MessageId }));
const words = (text: string): OwnItem => ({
  type: 'new',
  role: 'user',
  kind: 'summary',
  parts: [{ kind: 'text', text }],
});

function taken(items: readonly OwnItem[], waiting = 0, more: Partial<Extract<OwnAnswer, { type: 'messages' }>> = {}) {
  const end = context.messages.length - waiting;
  const given = { shown: context.messages.slice(0, end), waiting: context.messages.slice(end), memory: context.memory };
  return takenAnswer(given, { type: 'messages', items, ...more }, { name: 'mine', isCompaction: true }, environment());
}

it('[Z2] what is not named is gone, and what has no id is new', () => {
  const outcome = taken([words('Summary'), ...same('m3', 'm4')], 0, { note: 'cut at m3' });
  if (outcome.type !== 'changed') throw new Error(JSON.stringify(outcome));
  expect(contextAsText(outcome.context)).toEqual(['summary (2)', 'call #2 (6)', 'result #2 (400)']);
  expect(outcome.changes.map(({ fate, parts }) => `${fate} ${parts.length}`)).toEqual(['summarised 3', 'injected 1']);
  expect(outcome.reason).toMatchObject({ code: 'replaced-with-note', values: { messages: 3, note: 'cut at m3' } });
  expect(outcome.boundary?.kept).toMatchObject({ head: 'm3', tail: 'm4' });
});

it('[Z2] without a new message, what is gone was removed, not summarised', () => {
  const outcome = taken(same('m0', 'm3', 'm4'));
  expect(outcome.type === 'changed' && outcome.changes.map(({ fate }) => fate)).toEqual(['snipped']);
  expect(outcome.type === 'changed' && outcome.boundary).toBeUndefined();
});

it('[Z2] a shortened result keeps its call and its tool', () => {
  const short = {
    kind: 'tool-result',
    callId: '#1' as ToolCallId,
    toolName: 'Other',
    parts: [],
    isError: false,
  } as const;
  const parts = (context.messages[2]?.parts ?? []).map(({ part }) => (part.kind === 'tool-result' ? short : undefined));
  const outcome = taken([...same('m0', 'm1'), { type: 'changed', id: 'm2' as MessageId, parts }, ...same('m3', 'm4')]);
  if (outcome.type !== 'changed') throw new Error(JSON.stringify(outcome));
  const [held] = outcome.context.messages[2]?.parts ?? [];
  expect(held).toMatchObject({ state: 'cleared', part: { callId: '#1', toolName: 'Read' } });
  expect(outcome.changes).toMatchObject([{ fate: 'cleared', parts: [{ message: 'm2', part: 0 }] }]);
});

it('[Z2] [W11] what waits for the next call is neither shown nor lost', () => {
  const outcome = taken([words('Summary')], 2);
  expect(outcome.type === 'changed' && contextAsText(outcome.context)).toEqual([
    'summary (2)',
    'call #2 (6)',
    'result #2 (400)',
  ]);
});

it.each([
  ['a result without its call', [words('Summary'), ...same('m2', 'm3', 'm4')], /call "#1" of this result is missing/],
  ['a call without its result', [words('Summary'), ...same('m1', 'm3', 'm4')], /Call "#1" has no result/],
  ['another order', [words('Summary'), ...same('m4', 'm3')], /stood before/],
  ['a message twice', [...same('m0', 'm0')], /repeats the id "m0"/],
  ['nothing', [], /at least one message/],
])('[Z2] [L1] [L2] [L3] %s is not taken', (_, items, what) => {
  const outcome = taken(items);
  expect(outcome.type === 'failed' && String(outcome.failure.reason.values.what)).toMatch(what);
});

it('[Z2] all messages in their order are no change, and more than before is not taken', () => {
  const all = context.messages.map(({ message }) => message.id);
  expect(taken(same(...all)).type).toBe('unchanged');
  const more = taken([...same(...all), words('And more')]);
  expect(more.type === 'failed' && more.failure.kind).toBe('inflated');
});
