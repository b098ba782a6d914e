import { describe, expect, it } from 'vitest';
import type { SimulatedChange, Simulation } from '../../simulator/pipeline/simulation';
import { replayMaterial } from '../../simulator/recorded/replay-material';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { messageRows } from '../../worker/engine/message-rows';
import { changeFromText } from './change-from-text.test-support';
import { enteredUpTo, fatesAtCall, messagesOutside } from './fate-history';
import { madeMessage, recordedMessage } from './simulated-messages.test-support';

type Mode = Simulation['mode'];

describe('fatesAtCall', () => {
  const fates = (call: number, changes: readonly SimulatedChange[]) => [...fatesAtCall(changes, call)];

  it('lists what was done just before that call, by message and part', () => {
    const changes = [
      changeFromText(1, 'cleared m0'),
      changeFromText(2, 'cleared m1.1 m2', 'stored-out m3'),
      changeFromText(3, 'snipped m4'),
    ];
    expect(fates(2, changes)).toEqual([
      ['m1', [undefined, 'cleared']],
      ['m2', ['cleared']],
      ['m3', ['stored-out']],
    ]);
    expect(fates(4, changes)).toEqual([]);
  });

  it('names the last of two layers that changed a part', () => {
    const changes = [changeFromText(2, 'cleared m0'), changeFromText(2, 'summarised m0', 'injected summary')];
    expect(fates(2, changes)).toEqual([
      ['m0', ['summarised']],
      ['summary', ['injected']],
    ]);
  });

  it('excludes what was done after the response', () => {
    const after: SimulatedChange = { ...changeFromText(2, 'cleared m0'), turn: 'after-response' };
    expect(fates(2, [after])).toEqual([]);
  });
});

describe('enteredUpTo', () => {
  it('lists what layers added before that call or earlier, and nothing later', () => {
    const changes = [
      changeFromText(1, 'summarised m0', 'injected first', 'restored file'),
      changeFromText(4, 'cleared m1', 'injected second'),
      changeFromText(5, 'injected third', 'restored first'),
    ];
    expect([...enteredUpTo(changes, 4)]).toEqual([
      ['first', 'injected'],
      ['file', 'restored'],
      ['second', 'injected'],
    ]);
    expect([...enteredUpTo(changes, 0)]).toEqual([]);
  });
});

describe('messagesOutside', () => {
  const changes = [
    changeFromText(2, 'summarised m0 m1', 'injected summary'),
    changeFromText(3, 'cleared m2', 'stored-out m4'),
    changeFromText(5, 'snipped m3'),
  ];
  const quiet = Array.from({ length: 8 }, () => 'user "Go"').join('\n');
  const outside = (call: number, before: readonly number[], after = before, text = quiet, mode: Mode = 'free') => {
    const { transcript, recorded } = replayMaterial(transcriptFromText(text));
    const session = { rows: messageRows(transcript), boundaries: transcript.boundaries, timeline: recorded.timeline };
    const side = (indexes: readonly number[]) => [
      madeMessage('summary'),
      ...indexes.map((each) => recordedMessage(each)),
    ];
    return messagesOutside(session, { changes, mode }, { call, before: side(before), after: side(after) });
  };
  /** What was there once. */
  const left = (...of: Parameters<typeof outside>) =>
    outside(...of).flatMap(({ index, fate, at }) =>
      fate === 'unsent' || fate === 'kept' ? [] : `m${index} ${fate} ${at}`,
    );

  it('lists what left before an earlier call, in recording order', () => {
    expect(left(4, [2, 3, 4])).toEqual(['m0 summarised 2', 'm1 summarised 2']);
    expect(left(6, [2, 4])).toEqual(['m0 summarised 2', 'm1 summarised 2', 'm3 snipped 5']);
  });

  it('excludes what leaves before this call or later, and what was only replaced', () => {
    expect(left(2, [])).toEqual([]);
    expect(left(5, [])).toEqual(['m0 summarised 2', 'm1 summarised 2']);
  });

  it('excludes what is in the context on either side', () => {
    expect(left(6, [0, 3], [])).toEqual(['m1 summarised 2']);
    expect(left(6, [], [1, 3])).toEqual(['m0 summarised 2']);
  });

  it('includes what the user had rewound by then', () => {
    const rewound = 'user "Go"\ncall #1 ls\nuser "No"\nrewind 1\nuser "Yes"\ncall #2 ls\nuser "On"\ncall #3 ls';
    expect(left(0, [0], [0], rewound)).toEqual([]);
    expect(left(1, [0, 1, 3], [0, 1, 3], rewound)).toEqual(['m2 abandoned 1']);
    expect(left(2, [0, 1, 3, 4], [0, 1, 3, 4], rewound)).toEqual(['m2 abandoned 1']);
  });

  it('following, marks what the recording has after its latest message and no longer sends as left', () => {
    expect(left(2, [4, 5], [4, 5], quiet, 'following')).toEqual([
      'm0 left undefined',
      'm1 left undefined',
      'm2 left undefined',
      'm3 left undefined',
    ]);
    expect(left(4, [3], [3, 4], quiet, 'following')).toEqual([
      'm0 summarised 2',
      'm1 summarised 2',
      'm2 left undefined',
    ]);
    expect(left(2, [4], [4])).toEqual([]);
  });

  it('marks what comes later and what a free replay never sends as unsent', () => {
    const compacted = 'user "Go"\ncall #1 ls\nboundary full auto 15200\nsummary 20 tokens\ncall #2 ls\nuser "On"';
    const fates = (mode: Mode) =>
      outside(1, [0, 1], [0, 1], compacted, mode).map(({ index, fate }) => `m${index} ${fate}`);
    expect(fates('free')).toEqual(['m2 unsent', 'm3 unsent', 'm4 unsent']);
    expect(fates('following')).toEqual(['m2 unsent', 'm3 unsent', 'm4 unsent']);
  });

  it('marks everything as kept without calls', () => {
    expect(new Set(outside(0, []).map(({ fate }) => fate))).toEqual(new Set(['kept']));
  });
});
