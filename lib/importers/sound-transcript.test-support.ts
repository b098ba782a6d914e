import assert from 'node:assert/strict';
import type { Transcript } from '../transcript/transcript';

/** What the rest of the program relies on, whatever was in the file. */
export function expectSound(transcript: Transcript): void {
  const { messages, calls, boundaries, children } = transcript;
  const ids = new Set<string>(messages.map(({ id }) => id));
  assert.equal(ids.size, messages.length, 'message ids are unique');
  const callAt = new Map(calls.map(({ id, at }) => [id, at]));
  assert.equal(callAt.size, calls.length, 'call ids are unique');
  calls.forEach(({ at }, index) => {
    assert.ok(at >= (calls[index - 1]?.at ?? 0), 'calls stand in order');
    assert.ok(at <= messages.length, 'calls stand in the transcript');
  });
  messages.forEach(({ callId }, index) => {
    if (callId !== undefined) assert.equal(callAt.get(callId), index, 'a reply stands where its call does');
  });
  boundaries.forEach((boundary, index) => {
    assert.ok(boundary.at >= (boundaries[index - 1]?.at ?? 0), 'boundaries stand in order');
    const { summaryMessageId, keptMessageIds = [], droppedMessageIds = [] } = boundary;
    const named = [
      ...keptMessageIds,
      ...droppedMessageIds,
      ...(summaryMessageId === undefined ? [] : [summaryMessageId]),
    ];
    for (const id of named) assert.ok(ids.has(id), 'a boundary names messages of the transcript');
  });
  JSON.stringify(transcript);
  children.forEach(expectSound);
}
