import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedReads } from '../../base/counted-reads.test-support';
import { categories } from '../../tokens/category';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import { arbitraryTranscript } from '../../transcript/arbitrary-transcript.test-support';
import { recordedContextAt } from '../../transcript/recorded-context';
import type { Transcript } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { inputSide } from '../../transcript/usage';
import { recordedTimeline } from './recorded-timeline';

const session = transcriptFromText(`
  clock 2026-01-01T10:00:00Z
  user 100 tokens
  thinking 50 tokens
  call #1 Read 60 tokens
  usage 20000 output 400
  wait 2 min
  result #1 900 tokens
  image 640x480
  call #2 Bash 60 tokens
  usage 23000 output 100
  result #2 400 tokens
  user 30 tokens
  assistant 90 tokens
  usage 23700 output 1 partial
  boundary micro #1
  user 20 tokens
  assistant 80 tokens
  boundary full manual 24000
  summary 400 tokens
  injected 50 tokens
  assistant "done"
  usage 18000 output 20
`);

describe('recordedTimeline', () => {
  const { timeline } = recordedTimeline(session);

  it('[T5] has the recorded usage, and says where there is none', () => {
    expect([...timeline.used].filter((_, call) => call !== 3)).toEqual([20_000, 23_000, 23_700, 18_000]);
    expect([...timeline.isMeasured]).toEqual([1, 1, 1, 0, 1]);
  });

  it('[T6] counts a call without usage', () => {
    expect(timeline.used[3]).toBeLessThan(23_700);
    expect(timeline.used[3]).toBeGreaterThan(20_000);
  });

  it('has the recorded output, and an estimate if only a stub was recorded', () => {
    expect([...timeline.output.subarray(0, 2)]).toEqual([400, 100]);
    expect(timeline.output[2]).toBeGreaterThan(80);
    expect(timeline.output[3]).toBeGreaterThan(60);
  });

  it('has the time of each call, if recorded', () => {
    expect(timeline.timeMs[2]).toBe(Date.parse('2026-01-01T10:02:00Z'));
    expect(recordedTimeline(transcriptFromText('assistant "a"')).timeline.timeMs[0]).toBeNaN();
  });

  it('places boundaries among the calls, with the sizes around them', () => {
    expect(timeline.events).toEqual([
      {
        kind: 'micro',
        trigger: 'unknown',
        call: 3,
        boundary: 0,
        before: 23_700 + (timeline.output[2] ?? 0),
        after: timeline.used[3],
        isGuess: false,
      },
      { kind: 'full', trigger: 'manual', call: 4, boundary: 1, before: 24_000, after: 18_000, isGuess: false },
    ]);
  });

  it('does not confuse the clearable size with the size of the context', () => {
    const [micro, full] = session.boundaries;
    if (micro === undefined || full === undefined) throw new Error('no boundaries');
    const clearable = { ...micro, preTokens: 9_000, preTokensMeans: 'clearable' as const, tokensSaved: 5 };
    const last = { ...full, at: session.messages.length, postTokens: 7_000 };
    const { events, output } = recordedTimeline({ ...session, boundaries: [clearable, last] }).timeline;
    expect(events[0]?.before).toBe(23_700 + (output[2] ?? 0));
    expect(events[1]).toMatchObject({ call: 5, before: 24_000, after: 7_000 });
  });

  it('counts images inside a result as media', () => {
    expect(timeline.byCategory.media[1]).toBeGreaterThan(0);
    expect(timeline.byCategory['tool-results'][1]).toBeGreaterThan(0);
    expect(timeline.byCategory.summary[4]).toBeGreaterThan(400);
  });

  it('is empty for a transcript without calls', () => {
    expect(recordedTimeline(transcriptFromText('user "a"')).timeline).toMatchObject({ calls: 0, events: [] });
  });

  it('takes ten times as long for ten times as many messages, not a hundred times', () => {
    const looksAt = (times: number) => {
      const made = longSession(times);
      const [messages, calls, boundaries] = [made.messages, made.calls, made.boundaries].map((list) =>
        countedReads<unknown>(list),
      );
      recordedTimeline({
        ...made,
        messages: messages?.list,
        calls: calls?.list,
        boundaries: boundaries?.list,
      } as Transcript);
      return [messages, calls, boundaries].reduce((sum, list) => sum + (list?.reads() ?? 0), 0);
    };
    const few = looksAt(900);
    expect(few).toBeGreaterThan(900);
    expect(looksAt(9_000)).toBeLessThan(15 * few);
  });
});

function longSession(calls: number): Transcript {
  const lines: string[] = [];
  for (let call = 0; call < calls; call++) {
    lines.push(
      `call #${call} Read a.ts`,
      `usage ${20_000 + (call % 900) * 100} output 40`,
      `result #${call} 20 tokens`,
    );
    if (call % 900 === 899) lines.push('boundary full auto', 'summary 200 tokens');
    else if (call % 50 === 0) lines.push(`boundary micro #${call}`, 'user 4 tokens', 'rewind 1');
  }
  return transcriptFromText(lines.join('\n'));
}

describe('laws of the timeline', () => {
  const anyRecording = fc.oneof(arbitraryRecording, arbitraryTranscript);

  it('[T5] equals the recorded usage at every call, by category and by part, in whole numbers', () => {
    fc.assert(
      fc.property(anyRecording, (transcript) => {
        const recorded = recordedTimeline(transcript);
        transcript.calls.forEach((call, index) => {
          const used = recorded.timeline.used[index] ?? -1;
          if (call.usage !== undefined && inputSide(call.usage) > 0) expect(used).toBe(inputSide(call.usage));
          const context = recorded.contextAtCall(index);
          expect(context.tokens).toBe(used);
          const byCategory = categories.map((category) => recorded.timeline.byCategory[category][index] ?? -1);
          expect(categories.map((category) => context.byCategory[category])).toEqual(byCategory);
          expect(sum(byCategory)).toBe(used);
          const tokens = context.messages.flatMap((message) => message.partTokens);
          expect(sum(tokens) + context.notInFile + context.systemInFile + context.unfiled).toBe(used);
          for (const value of [...byCategory, ...tokens, context.notInFile, context.systemInFile, context.unfiled]) {
            expect(Number.isInteger(value) && value >= 0).toBe(true);
          }
          expect(context.messages.map((message) => message.index)).toEqual(
            recordedContextAt(transcript, call.at).messages,
          );
        });
      }),
      { numRuns: 300 },
    );
  });

  it('is repeatable', () => {
    fc.assert(
      fc.property(arbitraryRecording, (transcript) => {
        expect(recordedTimeline(transcript).timeline).toEqual(recordedTimeline(transcript).timeline);
      }),
      { numRuns: 30 },
    );
  });
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
