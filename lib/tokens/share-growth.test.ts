import { describe, expect, it } from 'vitest';
import { shareGrowth } from './share-growth';

const plain = (rough: number) => ({ rough, isHidden: false });

describe('shareGrowth', () => {
  it('[T5] distributes in proportion to the rough counts', () => {
    expect(shareGrowth(300, [plain(100), plain(50)])).toEqual({ tokens: [200, 100], rest: 0 });
  });

  it('[T5] gives a reply its recorded output first', () => {
    const shared = shareGrowth(1_000, [{ ...plain(10), recordedOutput: 700 }, plain(100), plain(200)]);
    expect(shared).toEqual({ tokens: [700, 100, 200], rest: 0 });
  });

  it('[T5] distributes in proportion if the recorded output would leave too little', () => {
    const { tokens, rest } = shareGrowth(1_000, [{ ...plain(10), recordedOutput: 980 }, plain(980)]);
    expect(tokens).toEqual([500, 500]);
    expect(rest).toBe(0);
  });

  it('assigns the rest to what is not in the file', () => {
    const { tokens, rest } = shareGrowth(10_000, [plain(10)]);
    expect(tokens).toEqual([90]);
    expect(rest).toBe(9_910);
  });

  it('assigns it to thinking that is not in the file instead', () => {
    const { tokens, rest } = shareGrowth(10_000, [{ rough: 10, isHidden: true }, plain(10)]);
    expect(tokens.map(Math.round)).toEqual([9_910, 90]);
    expect(rest).toBe(0);
  });

  it('allows a reply with nothing after it slightly more than its output', () => {
    expect(shareGrowth(520, [{ ...plain(100), recordedOutput: 500 }])).toEqual({ tokens: [520], rest: 0 });
    expect(shareGrowth(900, [{ ...plain(100), recordedOutput: 500 }])).toEqual({ tokens: [550], rest: 350 });
  });

  it('assigns everything to what is not in the file if nothing was added', () => {
    expect(shareGrowth(70, [])).toEqual({ tokens: [], rest: 70 });
  });
});
