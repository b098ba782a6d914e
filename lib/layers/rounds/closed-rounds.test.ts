import { expect, it } from 'vitest';
import { contextFromText } from '../shape/context-text.test-support';
import { recordedContext } from '../shape/made-message';
import { closedRounds } from './closed-rounds';

function lengths(text: string): number[] {
  return [...closedRounds(contextFromText(text).messages)].map((run) => run.length);
}

it('[S1] are the rounds themselves if every result follows its call', () => {
  expect(lengths('user "a"\ncall #1 read a\nresult #1 "x"\nuser "b"\ncall #2 read b\nresult #2 "y"')).toEqual([
    1, 3, 2,
  ]);
});

it('[L1] span the rounds up to a late result', () => {
  const late = `
    user "a"
    call #1 read a
    call #2 bash sleep
    ---
    result #1 "x"
    call #3 read b
    ---
    result #3 "y"
    result #2 "late"
    assistant "done"`;
  expect(lengths(late)).toEqual([1, 4, 1]);
});

it('[L1] distinguish a reused id from the one before', () => {
  const again = 'call #1 read a\n---\nresult #1 "x"\n';
  expect(lengths(again.repeat(3))).toEqual([2, 2, 2]);
  expect(lengths('call #1 read a\n---\ncall #1 read a\n---\nresult #1 "x"\nresult #1 "y"')).toEqual([3]);
});

it('[L1] include a second result of a call long after the first', () => {
  expect(lengths('call #1 read a\n---\nresult #1 "x"\nassistant "b"\n---\nresult #1 "again"\nassistant "c"')).toEqual([
    4, 1,
  ]);
});

it('are single if a call was not answered, or a result has no call', () => {
  expect(lengths('call #1 read a\n---\nassistant "b"\n---\nresult #9 "x"\nassistant "c"')).toEqual([1, 2, 1]);
  expect([...closedRounds([])]).toEqual([]);
});

it('[L1] include all records of one response', () => {
  const { messages } = contextFromText('assistant "a"\n---\nassistant "b"\n---\nassistant "c"');
  const [first] = messages;
  const sameResponse = messages.map(({ message }, place) =>
    place === 1 && first?.message.callId !== undefined ? { ...message, callId: first.message.callId } : message,
  );
  expect([...closedRounds(recordedContext(sameResponse, () => 1))].map((run) => run.length)).toEqual([2, 1]);
});
