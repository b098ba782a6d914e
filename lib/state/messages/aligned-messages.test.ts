import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedReads } from '../../base/counted-reads.test-support';
import type { SimulatedMessage } from '../../worker/engine/messages';
import { alignMessages, messageKey } from './aligned-messages';
import { madeMessage, recordedMessage } from './simulated-messages.test-support';

/** `3` is the fourth message of the recording, a word is one that a layer made. */
const context = (text: string): readonly SimulatedMessage[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => (/^\d+$/.test(word) ? recordedMessage(Number(word)) : madeMessage(word)));

function drawn(before: string, after: string): readonly string[] {
  const [left, right] = [context(before), context(after)];
  const name = (message: SimulatedMessage | undefined) => (message === undefined ? '·' : messageKey(message));
  return alignMessages(left, right).map(
    (pair) => `${name(left[pair.before ?? -1])} | ${name(right[pair.after ?? -1])}`,
  );
}

describe('alignMessages', () => {
  it('leaves a gap where something was removed or added', () => {
    expect(drawn('0 1 2 3', '0 summary 3 file')).toEqual([
      '0 | 0',
      '1 | ·',
      '2 | ·',
      '· | summary',
      '3 | 3',
      '· | file',
    ]);
  });

  it('shows what was added before a call and stays on one line', () => {
    expect(drawn('old 4 5', 'old 5')).toEqual(['old | old', '4 | ·', '5 | 5']);
  });

  it('shows a moved message twice', () => {
    expect(drawn('0 1 2', '1 0 2')).toEqual(['0 | ·', '1 | 1', '· | 0', '2 | 2']);
  });

  it('treats a repeated message as two', () => {
    expect(drawn('0 1', '0 0 1')).toEqual(['0 | 0', '· | 0', '1 | 1']);
  });

  it('is empty for empty contexts', () => {
    expect(drawn('', '')).toEqual([]);
  });

  const key = fc.oneof(fc.nat(9), fc.constantFrom('made-a', 'made-b', 'made-c'));
  const messageOf = (one: number | string) => (typeof one === 'number' ? recordedMessage(one) : madeMessage(one));
  const places = (length: number) => Array.from({ length }, (_, place) => place);

  it('has every message of both sides once and in order, whatever they contain', () => {
    fc.assert(
      fc.property(fc.array(key), fc.array(key), (left, right) => {
        const pairs = alignMessages(left.map(messageOf), right.map(messageOf));
        expect(pairs.flatMap(({ before }) => before ?? [])).toEqual(places(left.length));
        expect(pairs.flatMap(({ after }) => after ?? [])).toEqual(places(right.length));
        for (const { before, after } of pairs) {
          if (before !== undefined && after !== undefined) expect(left[before]).toBe(right[after]);
          expect(before === undefined && after === undefined).toBe(false);
        }
      }),
    );
  });

  /** As a layer works: some of the messages go, others are put between those that stay. */
  const compaction = fc
    .array(fc.record({ stays: fc.boolean(), made: fc.nat(2), isRecorded: fc.boolean() }), { maxLength: 40 })
    .map((steps) => {
      const before = steps.map(({ isRecorded }, index) => (isRecorded ? index : `made-${index}`));
      const after = steps.flatMap(({ stays, made }, index) => [
        ...Array.from({ length: made }, (_, nth) => `new-${index}-${nth}`),
        ...(stays ? [before[index] ?? ''] : []),
      ]);
      return { before, after };
    });

  it('puts what is on both sides on one line', () => {
    fc.assert(
      fc.property(compaction, ({ before, after }) => {
        const pairs = alignMessages(before.map(messageOf), after.map(messageOf));
        const onOneLine = pairs.flatMap(({ before: place, after: other }) =>
          place === undefined || other === undefined ? [] : [before[place]],
        );
        const stays = new Set(after);
        expect(onOneLine).toEqual(before.filter((one) => stays.has(one)));
      }),
    );
  });

  it('takes linear time', () => {
    const many = places(2_000).map((index) => recordedMessage(index));
    const [before, after] = [countedReads(many), countedReads(many.slice(1_000))];
    expect(alignMessages(before.list, after.list)).toHaveLength(2_000);
    expect(before.reads()).toBeGreaterThanOrEqual(2_000);
    expect(before.reads()).toBeLessThan(4 * 2_000);
    expect(after.reads()).toBeLessThan(4 * 2_000);
  });
});
