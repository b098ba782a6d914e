import { describe, expect, it } from 'vitest';
import type { Score, ScoreItem } from '../scores/score';
import type { ScoreId } from '../scores/score-definitions';
import { compareScores } from './compare-scores';

const item = (text: string, state: ScoreItem['state'], message = 1): ScoreItem => ({
  text,
  state,
  was: { message, part: 0 },
  marks: [],
});
const score = (id: ScoreId, items: readonly ScoreItem[], wanted: ScoreItem['state'] = 'found'): Score => ({
  id,
  count: items.filter(({ state }) => state === wanted).length,
  of: items.length,
  items,
});

describe('[K15] scores of several texts', () => {
  it('list what only some of them have, with the places, and count it for each pair', () => {
    const [compared] = compareScores([
      [score('used-later', [item('a', 'found'), item('b', 'found'), item('c', 'missing'), item('d', 'missing')])],
      [score('used-later', [item('c', 'found'), item('a', 'found'), item('b', 'missing'), item('d', 'missing')])],
      [score('used-later', [item('a', 'missing'), item('b', 'missing'), item('c', 'missing'), item('d', 'missing')])],
    ]);
    expect(compared).toMatchObject({
      isPaired: true,
      onlyIn: [
        [0, 1, 2],
        [1, 0, 2],
        [0, 0, 0],
      ],
    });
    expect(compared?.items.map(({ text, counts }) => [text, ...counts])).toEqual([
      ['a', true, true, false],
      ['b', true, false, false],
      ['c', false, true, false],
    ]);
    expect(compared?.items[0]?.was).toEqual({ message: 1, part: 0 });
  });

  it('are not on the same items if those are from the texts, and then list what is in one alone', () => {
    const made = (...paths: readonly string[]) =>
      score(
        'files-made-up',
        paths.map((path) => item(path, 'missing')),
        'missing',
      );
    const [compared] = compareScores([[made('src/a.ts', 'src/b.ts')], [made('src/b.ts')]]);
    expect(compared).toMatchObject({
      isPaired: false,
      onlyIn: [
        [0, 1],
        [0, 0],
      ],
    });
    expect(compared?.items.map(({ text }) => text)).toEqual(['src/a.ts']);
  });

  it('keep apart what was said twice', () => {
    const twice = [item('Never push.', 'found', 1), item('Never push.', 'missing', 9)];
    const same = [item('Never push.', 'found', 1), item('Never push.', 'missing', 1)];
    expect(compareScores([[score('rules-preserved', twice)], [score('rules-preserved', twice)]])[0]).toMatchObject({
      isPaired: true,
      items: [],
    });
    expect(compareScores([[score('rules-preserved', same)], [score('rules-preserved', same)]])[0]?.isPaired).toBe(true);
  });
});
