import { expect, it } from 'vitest';
import type { MessageId } from '../../transcript/transcript';
import { contextFromText } from '../shape/context-text.test-support';
import { collapsibleSpans } from './collapsible-spans';

const ROUND = 'assistant 100 tokens\n---\n';

function spans(text: string, leastTokens: number, protectedRounds = 1, pinned: readonly string[] = []): string[] {
  const { messages } = contextFromText(text);
  return collapsibleSpans(messages, protectedRounds, leastTokens, new Set(pinned as readonly MessageId[])).map(
    ({ start, end }) => `m${start}–m${end - 1}`,
  );
}

it('[C2] end with the round that reaches the size, and omit what does not reach it', () => {
  expect(spans(ROUND.repeat(7), 200)).toEqual(['m0–m1', 'm2–m3', 'm4–m5']);
  expect(spans(ROUND.repeat(8), 201)).toEqual(['m0–m2', 'm3–m5']);
});

it('[C2] exclude everything before the first response, and the latest rounds', () => {
  expect(spans(`user 900 tokens\n${ROUND.repeat(4)}`, 100, 2)).toEqual(['m1–m1', 'm2–m2']);
  expect(spans(ROUND.repeat(4), 100, 9)).toEqual([]);
});

it('[L3] exclude pinned messages and summaries', () => {
  expect(spans(ROUND.repeat(7), 200, 1, ['m1'])).toEqual(['m2–m3', 'm4–m5']);
  expect(spans(`${ROUND.repeat(2)}summary 50 tokens\n${ROUND.repeat(3)}`, 200)).toEqual(['m0–m1', 'm3–m4']);
});

it('[C4] [L1] contain whole rounds, including late results', () => {
  const late =
    'call #1 bash a\ncall #2 bash b\n---\nresult #1 9 tokens\nassistant "waiting"\n---\nresult #2 9 tokens\n';
  expect(spans(late + ROUND, 10)).toEqual(['m0–m3']);
  const around = late.replace('assistant "waiting"', 'summary 9 tokens\nassistant "waiting"');
  expect(spans(around + ROUND, 10)).toEqual([]);
});
