import { expect, it } from 'vitest';
import type { MessageId } from '../../transcript/transcript';
import type { ContextMessage } from '../shape/context';
import { contextFromText } from '../shape/context-text.test-support';
import type { PartialSpan } from '../shape/layer';
import { summarySpan } from './summary-span';

const { messages } = contextFromText(`
  user "Fix the tests"
  call #1 read a.ts
  call #2 read b.ts
  ---
  result #1 900 tokens
  ---
  result #2 800 tokens
  assistant "Both are read."
  user "Now the docs"
`);

const ids = (some: readonly ContextMessage[]) => some.map(({ message }) => message.id).join(' ');

function spanOf(direction: PartialSpan['direction'] | undefined, pivot = 'm0', pins: readonly string[] = []): string {
  const span = summarySpan(messages, {
    partial: direction === undefined ? undefined : { direction, pivot: pivot as MessageId },
    pinned: new Set(pins as MessageId[]),
  });
  if ('failure' in span) return `refused: ${span.failure.reason.code}`;
  return [span.prefix, span.gone, span.kept].map(ids).join(' | ');
}

it('[F6] is the whole conversation', () => {
  expect(spanOf(undefined)).toBe(' | m0 m1 m2 m3 m4 m5 | ');
});

it('[F8] is everything from the pivot on, or everything before it', () => {
  expect(spanOf('from', 'm4')).toBe('m0 m1 m2 m3 | m4 m5 | ');
  expect(spanOf('up-to', 'm4')).toBe(' | m0 m1 m2 m3 | m4 m5');
  expect(spanOf('from', 'm0')).toBe(' | m0 m1 m2 m3 m4 m5 | ');
  expect(spanOf('up-to', 'm0')).toBe(' |  | m0 m1 m2 m3 m4 m5');
});

it('[F8] [L1] extends to the call if the pivot is a result', () => {
  expect(spanOf('from', 'm3')).toBe('m0 | m1 m2 m3 m4 m5 | ');
  expect(spanOf('up-to', 'm2')).toBe(' | m0 | m1 m2 m3 m4 m5');
});

it('[F8] is rejected if the pivot is not in the context', () => {
  expect(spanOf('from', 'm99')).toBe('refused: no-pivot');
  expect(spanOf('up-to', 'm99')).toBe('refused: no-pivot');
});

it('[L3] leaves pinned messages, with their results, after the summary', () => {
  expect(spanOf(undefined, '', ['m2'])).toBe(' | m0 m4 m5 | m1 m2 m3');
  expect(spanOf('from', 'm4', ['m0', 'm5'])).toBe('m0 m1 m2 m3 | m4 | m5');
  expect(spanOf('up-to', 'm4', ['m0'])).toBe(' | m1 m2 m3 | m0 m4 m5');
});

it('[F8] [L1] extends to the first record of a response', () => {
  const records = contextFromText('user "a"\nassistant "b"\nuser "c"\nassistant "d"').messages;
  const callId = records[1]?.message.callId;
  const given = records.map((each, place) =>
    place === 3 && callId !== undefined ? { ...each, message: { ...each.message, callId } } : each,
  );
  const span = summarySpan(given, { partial: { direction: 'from', pivot: 'm3' as MessageId }, pinned: new Set() });
  expect('gone' in span && ids(span.gone)).toBe('m1 m2 m3');
});

it('[F8] [L1] extends to the first of several calls waiting under one id', () => {
  const again = contextFromText('user "a"\ncall #1 read a\n---\ncall #1 read b\n---\nresult #1 "x"').messages;
  const span = summarySpan(again, { partial: { direction: 'from', pivot: 'm2' as MessageId }, pinned: new Set() });
  expect('gone' in span && ids(span.gone)).toBe('m1 m2 m3');
});
