import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roughPart } from '../../tokens/rough';
import type { CallId, Message, MessageId, Part, ToolCallId } from '../../transcript/transcript';
import { tiesOf } from '../rounds/ties';
import type { ContextMessage } from '../shape/context';
import { madeMessage, recordedContext } from '../shape/made-message';
import { closedAsRecorded, closedByIds, closedStart, laterClosedStart, withTied } from './kept-tail';

/** Replies of one or two records, with calls whose results follow at once, later, or never. */
const conversation = fc
  .array(
    fc.record({
      records: fc.integer({ min: 1, max: 3 }),
      calls: fc.integer({ min: 0, max: 2 }),
      delay: fc.integer({ min: 0, max: 3 }),
      isAnswered: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((replies) => {
    const messages: Omit<Message, 'id' | 'line'>[] = [];
    const due: { readonly at: number; readonly part: Part }[] = [];
    replies.forEach(({ records, calls, delay, isAnswered }, nth) => {
      for (let record = 0; record < records; record++) {
        const parts: Part[] = [{ kind: 'text', text: 'So.' }];
        if (record === records - 1) {
          for (let call = 0; call < calls; call++) {
            const id = `t${nth}-${call}` as ToolCallId;
            parts.push({ kind: 'tool-call', id, name: 'Read', input: {} });
            const part: Part = {
              kind: 'tool-result',
              callId: id,
              isError: false,
              parts: [{ kind: 'text', text: 'x' }],
            };
            if (isAnswered) due.push({ at: nth + delay, part });
          }
        }
        messages.push({ role: 'assistant', kind: 'reply', parts, callId: `r${nth}` as CallId });
      }
      for (const { at, part } of due)
        if (at === nth) messages.push({ role: 'tool', kind: 'tool-results', parts: [part] });
    });
    return recordedContext(
      messages.map((each, at) => ({ ...each, id: `m${at}` as MessageId, line: at })),
      roughPart,
    );
  });

/** Random groups of what belongs together are gone, and layers put messages in between. */
const context = fc
  .tuple(conversation, fc.array(fc.nat(30), { maxLength: 3 }), fc.array(fc.nat(30), { maxLength: 3 }), fc.nat(30))
  .map(([messages, removed, made, end]) => {
    const ids = new Set(removed.flatMap((place) => messages[place]?.message.id ?? []));
    const gone = new Set(withTied(messages, ids));
    const left = messages.slice(0, end).filter((each) => !gone.has(each));
    for (const [nth, place] of made.entries()) left.splice(place, 0, note(nth));
    return left;
  });

function note(nth: number): ContextMessage {
  const counter = { messageTokens: () => 1, partTokens: () => 1 };
  return madeMessage(`made-${nth}` as MessageId, 'injected', [{ kind: 'text', text: 'A note.' }], counter);
}

/** Straight from the ties: those of an unanswered call tie nothing. */
function isClosedAt(messages: readonly ContextMessage[], place: number): boolean {
  const before = new Set(messages.slice(0, place).flatMap(tiesOf));
  return !messages.slice(place).some((each) => tiesOf(each).some((tie) => before.has(tie)));
}

describe('where a tail may start', () => {
  it('is where nothing ties it to what is before', () => {
    fc.assert(
      fc.property(context, (messages) => {
        const expected = messages.map((_, place) => isClosedAt(messages, place));
        expect([...closedByIds(messages)].map((closed) => closed === 1)).toEqual(expected);
      }),
    );
  });

  it('is known from the recorded places, unless a result is yet to come', () => {
    let known = 0;
    fc.assert(
      fc.property(context, (messages) => {
        const isClosed = closedAsRecorded(messages);
        if (isClosed === undefined) return;
        known += 1;
        expect(isClosed).toEqual(closedByIds(messages));
      }),
    );
    expect(known).toBeGreaterThan(30);
  });

  it('is the last such place up to one, or the first from there on', () => {
    fc.assert(
      fc.property(context, fc.nat(30), (messages, from) => {
        const closed = messages.flatMap((_, place) => (isClosedAt(messages, place) ? [place] : []));
        const within = Math.min(from, messages.length);
        expect(closedStart(messages, within)).toBe(
          within === messages.length ? within : closed.findLast((place) => place <= within),
        );
        expect(laterClosedStart(messages, within, () => true)).toBe(
          closed.find((place) => place >= within) ?? messages.length,
        );
      }),
    );
  });
});
