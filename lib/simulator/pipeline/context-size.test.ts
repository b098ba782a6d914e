import { expect, it } from 'vitest';
import { contextFromText } from '../../layers/shape/context-text.test-support';
import { type Measure, measureOf } from '../../policies/shape/measure';
import type { CallFacts } from './call-facts';
import { ContextLedger } from './context-ledger';
import { ContextSize } from './context-size';

const { messages } = contextFromText(
  'user "Fix it"\ncall #1 read a.ts\n---\nresult #1 "abcdefgh"\nassistant "Done."\nuser "Next"',
);
const [prompt, , result, , next] = messages;
const facts = { systemTokens: 5_000, measured: undefined } as CallFacts;

function size(measure: Partial<Measure>, waitsWithPrompt = false): ContextSize {
  return new ContextSize(new ContextLedger(new Set()), 'usage-and-rough', measureOf(measure), waitsWithPrompt);
}

function enter(to: ContextSize, ...all: (typeof prompt)[]): void {
  for (const each of all) if (each !== undefined) to.enter(each, 1_000);
}

it.each<[Partial<Measure>, number]>([
  [{}, 20_000 + 500 + 1_000],
  [{ usage: 'prompt' }, 20_000 + 1_000],
  [{ since: 'nothing' }, 20_500],
  [{ since: 'texts' }, 20_500 + 2],
  // "abcdefgh" as JSON has 10 bytes, and 80 surround it.
  [{ since: 'json-items' }, 20_500 + 23],
])('[W10] with %j, counts %d', (measure, used) => {
  const counted = size(measure);
  counted.sent(20_000, 500, 0);
  enter(counted, result);
  expect(counted.used(facts)).toBe(used);
});

it('[W10] counts the reasoning of earlier turns, not of this one, until a compaction', () => {
  const counted = size({ since: 'nothing', countsOldReasoning: true });
  enter(counted, prompt);
  counted.sent(20_000, 500, 1_000);
  enter(counted, result);
  counted.sent(21_000, 500, 2_000);
  expect(counted.used(facts)).toBe(21_500);
  enter(counted, next);
  expect(counted.used(facts)).toBe(21_500 + 3_600);
  expect(counted.terms.oldReasoning).toBe(3_600);
  counted.sent(22_000, 500, 4_000);
  expect(counted.used(facts)).toBe(22_500 + 3_600);
  counted.compacted(9_000);
  expect(counted.used(facts)).toBe(9_000);
});

it('[W11] what the user took back before a call is not of the new turn', () => {
  const counted = size({}, true);
  counted.sent(20_000, 500, 0);
  enter(counted, next, result);
  counted.rewound([true, false]);
  expect([counted.ofNewTurn, counted.waiting]).toEqual([1, 1]);
  counted.rewound([false]);
  expect([counted.ofNewTurn, counted.waiting]).toEqual([0, 0]);
});

it('[W11] [R1] what a layer adds at a new prompt waits with it', () => {
  const counted = size({}, true);
  counted.sent(20_000, 500, 0);
  enter(counted, next);
  if (result !== undefined) counted.add(result.message);
  expect([counted.waiting, counted.used(facts)]).toEqual([2, 20_500]);
});

it('[W11] a new prompt does not count yet, nor what comes with it, nor does it end a turn', () => {
  const counted = size({ countsOldReasoning: true }, true);
  enter(counted, prompt);
  expect([counted.ofNewTurn > 0, counted.waiting, counted.used(facts)]).toEqual([true, 1, 5_000]);
  counted.sent(20_000, 500, 1_000);
  enter(counted, result);
  expect([counted.ofNewTurn > 0, counted.waiting, counted.used(facts)]).toEqual([false, 0, 21_500]);
  enter(counted, next, result);
  expect([counted.ofNewTurn > 0, counted.waiting, counted.used(facts)]).toEqual([true, 2, 21_500]);
  counted.sent(24_000, 500, 0);
  expect([counted.ofNewTurn > 0, counted.used(facts)]).toEqual([false, 24_500 + 1_200]);
});
