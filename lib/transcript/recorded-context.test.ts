import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryRecording } from './arbitrary-recording.test-support';
import { RecordedContextWalker, recordedContextAt } from './recorded-context';
import type { MessageId, ToolCallId, Transcript } from './transcript';
import { transcriptFromText } from './transcript-from-text';

const everything = Number.POSITIVE_INFINITY;

function contextAtEnd(text: string, overrides: Partial<Transcript> = {}): readonly number[] {
  return recordedContextAt(transcriptFromText(text, overrides), everything).messages;
}

describe('recordedContextAt', () => {
  it('has what precedes the position', () => {
    const transcript = transcriptFromText('user "a"\nassistant "b"\nuser "c"');
    expect(recordedContextAt(transcript, 0).messages).toEqual([]);
    expect(recordedContextAt(transcript, 2).messages).toEqual([0, 1]);
    expect(recordedContextAt(transcript, 9).messages).toEqual([0, 1, 2]);
  });

  it('starts over after a full compaction', () => {
    const text = 'user "a"\nassistant "b"\nboundary full auto\nsummary "s"\nassistant "c"';
    expect(contextAtEnd(text)).toEqual([2, 3]);
    expect(recordedContextAt(transcriptFromText(text), 1).messages).toEqual([0]);
  });

  it('counts a boundary at the position of a call as before the call', () => {
    const transcript = transcriptFromText('user "a"\nboundary full auto\nassistant "b"');
    expect(recordedContextAt(transcript, transcript.calls[0]?.at ?? -1).messages).toEqual([]);
  });

  it('[F6] puts kept messages after the summary', () => {
    expect(contextAtEnd('user "a"\nassistant "b"\nboundary full keep m1\nsummary "s"\nuser "c"')).toEqual([2, 1, 3]);
  });

  it('puts kept messages before the summary if the file says so', () => {
    const text = 'user "a"\nassistant "b"\nboundary full keep m1 before-summary\nsummary "s"\nuser "c"';
    expect(contextAtEnd(text)).toEqual([1, 2, 3]);
  });

  it('includes kept messages even before the summary arrives', () => {
    const transcript = transcriptFromText('user "a"\nassistant "b"\nboundary full keep m1\nsummary "s"');
    expect(recordedContextAt(transcript, 2).messages).toEqual([1]);
  });

  it('puts a named summary that comes later before the kept messages', () => {
    const transcript = transcriptFromText('user "a"\nassistant "b"\nboundary full keep m0\ninjected "i"\nsummary "s"');
    const [boundary] = transcript.boundaries;
    if (boundary === undefined) throw new Error('no boundary');
    const named = { ...transcript, boundaries: [{ ...boundary, summaryMessageId: 'm3' as MessageId }] };
    expect(recordedContextAt(named, everything).messages).toEqual([2, 3, 0]);
  });

  it('uses a summary that was recorded before the boundary', () => {
    const transcript = transcriptFromText('user "a"\nsummary "s"\nboundary full keep m0\nuser "c"');
    const [boundary] = transcript.boundaries;
    if (boundary === undefined) throw new Error('no boundary');
    const named = { ...transcript, boundaries: [{ ...boundary, summaryMessageId: 'm1' as MessageId }] };
    expect(recordedContextAt(named, everything).messages).toEqual([1, 0, 2]);
  });

  it('keeps messages only until the next compaction', () => {
    const text = 'user "a"\nboundary full keep m0\nsummary "s"\nuser "b"\nboundary full\nsummary "t"\nuser "c"';
    expect(contextAtEnd(text)).toEqual([3, 4]);
  });

  it('restores a message that is kept though it had left', () => {
    expect(contextAtEnd('user "a"\nboundary full\nsummary "s"\nboundary full keep m0\nsummary "t"')).toEqual([2, 0]);
  });

  it('handles a file that starts with a boundary', () => {
    expect(contextAtEnd('boundary full auto 998659\nsummary "s"\nuser "a"')).toEqual([0, 1]);
  });

  it('[M2] leaves cleared results in place and lists them', () => {
    const transcript = transcriptFromText(`
      call #1 read a.ts
      result #1 "one"
      call #2 read b.ts
      result #2 "two"
      boundary micro #1
      user "c"
      boundary prune #2
    `);
    expect(recordedContextAt(transcript, 3).clearedToolCallIds.size).toBe(0);
    expect([...recordedContextAt(transcript, 4).clearedToolCallIds]).toEqual(['#1']);
    expect([...recordedContextAt(transcript, 5).clearedToolCallIds]).toEqual(['#1', '#2']);
    expect(recordedContextAt(transcript, 5).messages).toEqual([0, 1, 2, 3, 4]);
  });

  it('drops what a rewind abandoned', () => {
    expect(contextAtEnd('user "a"\nassistant "b"\nuser "c"\nrewind 2\nuser "d"')).toEqual([0, 3]);
  });

  it('drops messages from the middle', () => {
    const transcript = transcriptFromText('user "a"\nassistant "b"\nuser "c"\nrewind 1');
    const [boundary] = transcript.boundaries;
    if (boundary === undefined) throw new Error('no boundary');
    const dropped = ['m1' as MessageId, 'm9' as MessageId];
    const changed = { ...transcript, boundaries: [{ ...boundary, droppedMessageIds: dropped }] };
    expect(recordedContextAt(changed, everything).messages).toEqual([0, 2]);
  });
});

describe('RecordedContextWalker', () => {
  it('agrees at every position with a reading from the start', () => {
    fc.assert(
      fc.property(arbitraryRecording, (transcript) => {
        const walker = new RecordedContextWalker(transcript);
        for (let at = 0; at <= transcript.messages.length; at++) {
          walker.moveTo(at);
          expect(walker.messages).toEqual(plainContextAt(transcript, at));
          expect(recordedContextAt(transcript, at).messages).toEqual(walker.messages);
          expect(recordedContextAt(transcript, at).clearedToolCallIds).toEqual(walker.clearedToolCallIds);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('reports every change to its listener', () => {
    fc.assert(
      fc.property(arbitraryRecording, (transcript) => {
        const present = new Set<number>();
        const cleared = new Set<ToolCallId>();
        let passed = 0;
        const walker = new RecordedContextWalker(transcript, {
          entered: (message) => {
            expect(present.has(message)).toBe(false);
            present.add(message);
          },
          left: (message) => expect(present.delete(message)).toBe(true),
          cleared: (id) => cleared.add(id),
          passed: () => {
            passed += 1;
          },
        });
        for (let at = 0; at <= transcript.messages.length; at++) {
          walker.moveTo(at);
          expect(present).toEqual(new Set(walker.messages));
          expect(cleared).toEqual(walker.clearedToolCallIds);
        }
        expect(passed).toBe(transcript.boundaries.length);
      }),
      { numRuns: 150 },
    );
  });
});

/** The rules once more, written to be read and not to be fast. */
function plainContextAt(transcript: Transcript, at: number): number[] {
  let context: number[] = [];
  let front: { readonly until: number; readonly kept: readonly number[] } | undefined;
  const indexOf = (id: string) => transcript.messages.findIndex((message) => message.id === id);
  for (let position = 0; position <= at; position++) {
    for (const boundary of transcript.boundaries.filter((candidate) => candidate.at === position)) {
      if (boundary.kind === 'full') {
        const kept = [...new Set((boundary.keptMessageIds ?? []).map(indexOf))].filter((index) => index < position);
        context = [...kept];
        const isSummaryNext = transcript.messages[position]?.kind === 'summary';
        front = isSummaryNext && boundary.keptPosition !== 'before-summary' ? { until: position, kept } : undefined;
      } else {
        const dropped = (boundary.droppedMessageIds ?? []).map(indexOf);
        context = context.filter((index) => !dropped.includes(index));
      }
    }
    if (position === at || position >= transcript.messages.length) break;
    if (front?.until === position) context = [position, ...context];
    else context.push(position);
  }
  return context;
}
