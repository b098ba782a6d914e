import { expect, it } from 'vitest';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { recordedContext } from '../shape/made-message';
import { OpenReplies } from './open-replies';

function opened(text: string): { readonly replies: OpenReplies; readonly ids: readonly string[] } {
  const messages = recordedContext(transcriptFromText(text).messages, () => 1);
  return { replies: new OpenReplies(messages), ids: messages.map(({ message }) => message.id) };
}

it('[L1] finds none where every result is before the next call', () => {
  const { replies, ids } = opened('user "a"\ncall #1 read a.ts\nresult #1 "a"\ncall #2 read b.ts\nresult #2 "b"');
  for (const place of [1, 3, ids.length]) expect(replies.before(place)).toBeUndefined();
});

it('[L1] holds a reply until its result has come, and another one beside it', () => {
  const { replies, ids } = opened(
    'user "a"\ncall #1 read a.ts\n---\ncall #2 read b.ts\nresult #2 "b"\n---\nuser "and?"\nresult #1 "a"\nassistant "c"',
  );
  const first = ids[1];
  expect(replies.before(1)).toBeUndefined();
  expect([...(replies.before(2) ?? [])]).toEqual([first]);
  const copy = replies.clone();
  expect(copy.before(ids.length - 1)).toBeUndefined();
  expect([...(replies.before(4) ?? [])]).toEqual([first]);
  expect(replies.before(ids.length)).toBeUndefined();
});
