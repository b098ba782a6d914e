import { expect, it } from 'vitest';
import type { StopReason } from '../../agent/journal/need';
import { stopWords } from './stop-words';

/** Each with the numbers that its words must name, and with what its advice must speak of. */
const reasons: readonly (readonly [StopReason, says: readonly string[], helps: RegExp])[] = [
  [{ type: 'dead', size: 21_000, fits: 18_000 }, ['21,000', '18,000'], /Undo the last turn.*larger window.*\/clear/],
  [{ type: 'blocked', used: 19_000, blocking: 17_000 }, ['19,000', '17,000'], /\/compact.*automatic compaction/],
  [{ type: 'thrash', message: 'm4', tokens: 9_000 }, ['9,000'], /larger window.*keep less.*undo the last turn/],
  [{ type: 'call-limit', calls: 1_200 }, ['1,200'], /same number again.*limit under Policy/],
  [{ type: 'money-limit', dollars: 1.5 }, ['$1.50'], /same amount again.*limit under Policy/],
  [{ type: 'run-call-limit', calls: 1_200 }, ['1,200', 'whole run'], /^Raise the limit of calls/],
  [{ type: 'run-money-limit', dollars: 1.5 }, ['$1.50', 'whole run'], /^Raise the limit of cost/],
  [{ type: 'problem', what: 'The line dropped.', advice: 'Try again.' }, ['The line dropped.'], /^Try again\.$/],
  [{ type: 'stopped' }, ['You stopped'], /Continue.*new prompt/],
];

it.each(reasons)('[X1] [X3] [G4] says why a run waits, with the numbers, and what helps: %o', (why, says, helps) => {
  const { what, advice } = stopWords(why);
  for (const said of says) expect(what).toContain(said);
  expect(advice).toMatch(helps);
  for (const sentence of [what, advice]) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

it('has a different text for each reason', () => {
  const words = reasons.map(([why]) => stopWords(why));
  expect(new Set(words.map(({ what }) => what)).size).toBe(reasons.length);
  expect(new Set(words.map(({ advice }) => advice)).size).toBe(reasons.length);
});
