import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partTexts } from '../text/part-texts';
import { cutFromText, indexOf } from './cut-from-text.test-support';
import { scoreCut } from './score-cut';
import { scoreDefinitions, scoreIds } from './score-definitions';

const pieces = [
  'src/a.ts',
  'src/a.ts.bak',
  '8080',
  'port 8080',
  'TIMEOUT_MS=30',
  '"try it again"',
  '`npm test -- a`',
  'MR-4417',
  '3f2a9bc',
  'never push to main.',
  'push to main.',
  '端口9090',
  'しないで',
  '\n',
  '## Next:',
  '- [x] ',
  'a.ts',
  ' ',
  '\u{1F600}',
  '__init__.py',
  '_x',
];
const prose = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 8 })), {
  maxLength: 30,
});
const words = prose.map((all) => all.join(' '));
const session = fc.record({
  left: fc.array(fc.tuple(fc.constantFrom('user', 'assistant'), words), { minLength: 1, maxLength: 5 }),
  after: fc.array(words, { maxLength: 3 }),
});
/** A line of such a text may hold any character but these two. */
const lines = (said: readonly (readonly [string, string])[]) =>
  said.map(([who, text]) => `${who} ${JSON.stringify(text.replace(/[\u2028\u2029]/g, ' '))}`);

describe('every summary of every session', () => {
  it('has all scores in order, each the count of its list, and repeatable', () => {
    fc.assert(
      fc.property(session, words, words, ({ left, after }, summary, prompt) => {
        const { index, cut } = cutFromText({
          left: lines(left),
          after: lines(after.map((text) => ['assistant', text])),
          summary,
        });
        const scores = scoreCut(index, cut, { prompt });
        expect(scores.map(({ id }) => id)).toEqual(scoreIds);
        for (const { id, count, of, items } of scores) {
          const { counts } = scoreDefinitions[id];
          // A density has tenths.
          const whole = id === 'used-later-density' ? Math.round(count * 10) : count;
          expect(Number.isSafeInteger(whole) && Number.isSafeInteger(of)).toBe(true);
          expect(id === 'used-later-density' ? whole / 10 : whole).toBe(count);
          if (counts === undefined) continue;
          expect(count).toBe(items.filter(({ state }) => state === counts).length);
          expect(items.length).toBeLessThanOrEqual(of);
          for (const { marks } of items) {
            for (const { start, end } of marks) expect(0 <= start && start < end && end <= summary.length).toBe(true);
          }
        }
        expect(structuredClone(scores)).toEqual(scores);
        expect(scoreCut(index, cut, { prompt })).toEqual(scores);
      }),
    );
  });

  it('has all values if it quotes everything, and none if it is empty', () => {
    fc.assert(
      fc.property(session, ({ left, after }) => {
        const { index, cut } = cutFromText({
          left: lines(left),
          after: lines(after.map((text) => ['assistant', text])),
        });
        const everything = cut.left.map(({ part }) => [...partTexts(part)].join('\n')).join('\n');
        for (const [summary, share] of [
          [everything, 1],
          ['', 0],
        ] as const) {
          const scores = scoreCut(index, { ...cut, made: [{ kind: 'text', text: summary }] });
          for (const id of ['exact-values', 'used-later'] as const) {
            const score = scores.find((each) => each.id === id);
            expect(score?.count).toBe((score?.of ?? 0) * share);
          }
        }
      }),
    );
  });

  it('loses none of the values of a shorter summary, line by line', () => {
    fc.assert(
      fc.property(session, words, words, ({ left, after }, summary, more) => {
        const found = (text: string) => {
          const { index, cut } = cutFromText({
            left: lines(left),
            after: lines(after.map((said) => ['assistant', said])),
            summary: text,
          });
          return scoreCut(index, cut)
            .filter(({ id }) => id === 'exact-values' || id === 'used-later')
            .flatMap(({ id, items }) =>
              items.filter(({ state }) => state === 'found').map((item) => `${id} ${item.text}`),
            );
        };
        expect(new Set(found(`${summary}\n${more}`))).toEqual(
          new Set([...found(`${summary}\n${more}`), ...found(summary)]),
        );
      }),
    );
  });
});

describe('scoring finishes', () => {
  const texts: Readonly<Record<string, string>> = {
    'one run of 10 MB': 'a'.repeat(10_000_000),
    'a million brackets, one in another': `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
    '100,000 quotation marks': '"'.repeat(100_000),
    '100,000 quotations': '"ab c" '.repeat(100_000),
    '10 MB of empty lines': '\n'.repeat(10_000_000),
  };
  const rules = 'user "Never push to src/a.ts. Always lint: x: 1, then 5s."';

  it.each(Object.keys(texts))('for a summary, and for a session, of %s', (name) => {
    const text = texts[name] ?? '';
    const asSummary = () => cutFromText({ left: [rules, 'user "x: 2 now"'], summary: text });
    const asSession = () => cutFromText({ left: [rules, `user ${JSON.stringify(text)}`], summary: 'Never push.' });
    for (const { cut } of [asSummary(), asSession()]) {
      expect(scoreCut(indexOf([...new Set(cut.left.map(({ message }) => message))]), cut)).toHaveLength(
        scoreIds.length,
      );
    }
  });
});

describe('scoring takes linear time', () => {
  it.each([
    'a',
    '(',
    '[{"',
    '"',
    '`',
    'src/a.ts ',
    'a/b/c ',
    '"a":"b",',
    '\\"',
    'from 5 to ',
    'not 5, but 6 ',
    '中',
    'never push. ',
    '- [ ] a b c\n',
    'x: 1 ',
    '1. A:\n',
    '5s ',
  ])('for a summary of %j again and again', (piece) => {
    const left = [
      'user "Never push to src/a.ts. Always lint: x: 1, then 5s. Use port 5, not 6, before the tests."',
      'user "x: 2 now"',
    ];
    const summary = piece.repeat(Math.ceil(500_000 / piece.length));
    const { index, cut } = cutFromText({ left, summary });
    expect(scoreCut(index, cut)).toHaveLength(scoreIds.length);
  });
});
