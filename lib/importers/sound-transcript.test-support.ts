import { expect } from 'vitest';
import type { Transcript } from '../transcript/transcript';

/** What the rest of the program relies on, whatever was in the file. */
export function expectSound(transcript: Transcript): void {
  const { messages, calls, boundaries, children } = transcript;
  const ids = new Set<string>(messages.map(({ id }) => id));
  expect(ids.size, 'message ids are unique').toBe(messages.length);
  expect(new Set(calls.map(({ id }) => id)).size, 'call ids are unique').toBe(calls.length);
  calls.forEach(({ at }, index) => {
    expect(at, 'calls stand in order').toBeGreaterThanOrEqual(calls[index - 1]?.at ?? 0);
    expect(at).toBeLessThanOrEqual(messages.length);
  });
  messages.forEach(({ callId }, index) => {
    if (callId === undefined) return;
    expect(calls.find(({ id }) => id === callId)?.at, 'a reply stands where its call does').toBe(index);
  });
  boundaries.forEach((boundary, index) => {
    expect(boundary.at, 'boundaries stand in order').toBeGreaterThanOrEqual(boundaries[index - 1]?.at ?? 0);
    const { summaryMessageId, keptMessageIds = [], droppedMessageIds = [] } = boundary;
    const named = [
      ...keptMessageIds,
      ...droppedMessageIds,
      ...(summaryMessageId === undefined ? [] : [summaryMessageId]),
    ];
    for (const id of named) expect(ids, 'a boundary names messages of the transcript').toContain(id);
  });
  JSON.stringify(transcript);
  children.forEach(expectSound);
}
