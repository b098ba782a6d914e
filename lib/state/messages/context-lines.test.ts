import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { everythingOn } from '../../policies/presets/everything-on';
import type { Policy } from '../../policies/shape/policy';
import { policyLayers } from '../../policies/shape/policy-layer';
import type { SimulatedChange } from '../../simulator/pipeline/simulation';
import { replayMaterial } from '../../simulator/recorded/replay-material';
import { partFates } from '../../simulator/replay/part-fates.test-support';
import type { CommandAtCall } from '../../simulator/replay/replay';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import type { MessageId, Transcript } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { messageRows } from '../../worker/engine/message-rows';
import type { SimulatedContext, SimulatedMessage } from '../../worker/engine/messages';
import { Simulations } from '../../worker/engine/simulations';
import { changeFromText } from './change-from-text.test-support';
import { type ContextLine, changeStarts, contextLines } from './context-lines';
import { recordedMessage } from './simulated-messages.test-support';

/** Small enough for a made-up recording to fill it. */
const small = { windowTokens: 30_000, maxOutputTokens: 2_000 };

function lookedAt(
  transcript: Transcript,
  policy: Policy,
  call: number,
  mode: 'free' | 'following' = 'free',
  commands: readonly CommandAtCall[] = [],
) {
  const material = replayMaterial(transcript);
  const { timeline } = material.recorded;
  const simulations = new Simulations(material);
  const choice = {
    policy: { ...policy, ...small },
    replies: { type: 'assumed', tokens: 300 },
    mode,
    commands,
  } as const;
  const session = { rows: messageRows(transcript), boundaries: transcript.boundaries, timeline };
  const simulation = simulations.simulate(choice);
  const context = simulations.contextAt({ ...choice, call });
  const lines = (wholeSession: boolean, unfolded: readonly string[] = []) =>
    contextLines(session, simulation, context, { wholeSession, unfolded: new Set(unfolded as MessageId[]) });
  return { material, simulation, context, lines };
}

const name = ({ key, index }: ContextLine) => (index === undefined ? key.replace(/\.0$/, '') : `m${key}`);
const drawn = (lines: readonly ContextLine[]) =>
  lines.map((line) => {
    const side = (there: ContextLine['before']) => (there === undefined ? '·' : Math.round(there.tokens));
    const earlier = line.leftAt === undefined ? '' : ` at ${line.leftAt}`;
    return `${name(line)} ${side(line.before)} → ${side(line.after)} ${line.fate}${line.isChange ? '!' : ''}${earlier}`;
  });

/** The context is full before call 9, when 19 messages have come in. */
const reading = (calls: number) => {
  const lines = ['user 9000 tokens'];
  for (let call = 0; call < calls; call++) {
    lines.push(
      `call #${call} read file-${call}.ts`,
      `usage ${10_100 + call * 600} output 100`,
      `result #${call} 500 tokens`,
    );
  }
  return transcriptFromText(lines.join('\n'));
};

describe('contextLines', () => {
  it('[F6] shows what a compaction removed, what it added, and what is new at this call', () => {
    const { lines } = lookedAt(reading(12), claudeCode21, 9);
    expect(drawn(lines(false))).toEqual([
      'm0.0 10100 → · summarised!',
      ...Array.from({ length: 18 }, (_, n) =>
        expect.stringMatching(new RegExp(`^m${n + 1}\\.0 \\d+ → · summarised!$`)),
      ),
      expect.stringMatching(/^made-9-summary · → 3\d\d injected!$/),
      ...Array.from({ length: 5 }, (_, n) =>
        expect.stringMatching(new RegExp(`^made-9-file-${n + 1} · → \\d+ restored!$`)),
      ),
    ]);
  });

  it('[L7] shows what left before an earlier call in its place, with its fate, on request', () => {
    const { lines } = lookedAt(reading(12), claudeCode21, 10);
    const stays = [
      'made-9-summary',
      'made-9-file-1',
      'made-9-file-2',
      'made-9-file-3',
      'made-9-file-4',
      'made-9-file-5',
    ];
    expect(lines(false).map(name)).toEqual([...stays, 'm19.0', 'm20.0']);
    expect(
      lines(false)
        .slice(0, 3)
        .map(({ fate, isChange }) => [fate, isChange]),
    ).toEqual([
      ['injected', false],
      ['restored', false],
      ['restored', false],
    ]);
    const all = drawn(lines(true));
    expect(all.slice(0, 19)).toEqual(Array.from({ length: 19 }, (_, n) => `m${n}.0 · → · summarised at 9`));
    expect(all.slice(19, 27)).toEqual(drawn(lines(false)));
    expect(all.slice(27)).toEqual([
      'm21.0 · → · unsent',
      'm22.0 · → · unsent',
      'm23.0 · → · unsent',
      'm24.0 · → · unsent',
    ]);
  });

  it('[M2] shows a cleared result on one line, and as cleared at every later call', () => {
    const text = [
      'user "Go"',
      ...Array.from({ length: 16 }, (_, n) => `call #${n} read a.ts\n---\nresult #${n} 100 tokens`),
    ];
    const transcript = transcriptFromText(text.join('\n'));
    const linesAt = (call: number) =>
      lookedAt(transcript, everythingOn, call)
        .lines(false)
        .filter(({ fate }) => fate === 'cleared');
    const first = Array.from({ length: 16 }, (_, call) => call).find((call) => linesAt(call).length > 0) ?? 15;
    expect(linesAt(first)[0]).toMatchObject({
      key: '2.0',
      before: { state: 'whole' },
      after: { state: 'cleared' },
      isChange: true,
    });
    expect(linesAt(first + 1)[0]).toMatchObject({
      before: { state: 'cleared' },
      after: { state: 'cleared' },
      isChange: false,
    });
  });

  it('says at which call the user rewound past an abandoned message', () => {
    const transcript = transcriptFromText(
      'user "Go"\ncall #1 ls\n---\nresult #1 9 tokens\nuser "No"\nrewind 1\nuser "Yes"\ncall #2 ls',
    );
    const { lines } = lookedAt(transcript, claudeCode21, 1);
    expect(lines(true).find(({ index }) => index === 3)).toMatchObject({ fate: 'abandoned', leftAt: 1 });
    expect(lines(false).map(({ index }) => index)).toEqual([0, 1, 2, 4]);
  });

  it('does not report as lost what the recording itself added when it was compacted', () => {
    const text =
      'user "Go"\ncall #1 ls\nresult #1 9 tokens\nboundary full auto 900\nsummary 20 tokens\nuser "On"\ncall #2 ls';
    const fates = (mode: 'free' | 'following') =>
      lookedAt(transcriptFromText(text), claudeCode21, 1, mode)
        .lines(true)
        .map((line) => `${name(line)} ${line.fate}`);
    expect(fates('free')).toEqual(['m0.0 kept', 'm1.0 kept', 'm2.0 kept', 'm3.0 unsent', 'm4.0 kept', 'm5.0 unsent']);
    expect(fates('following')).toEqual([
      'm0.0 left',
      'm1.0 left',
      'm2.0 left',
      'm3.0 kept',
      'm4.0 kept',
      'm5.0 unsent',
    ]);
  });

  it('following, shows what the recording kept as kept, even if the policy would have removed it', () => {
    const lines = [
      'user 9000 tokens',
      'call #1 ls',
      'usage 10100 output 10',
      'result #1 5000 tokens',
      'boundary full auto 15200 keep m0',
      'summary 20 tokens',
      'call #2 ls',
      'usage 10200 output 10',
    ];
    const { simulation, lines: shown } = lookedAt(transcriptFromText(lines.join('\n')), claudeCode21, 1, 'following');
    expect(simulation.compactions).toMatchObject([{ call: 1 }]);
    expect(shown(true).map((line) => `${name(line)} ${line.fate}`)).toEqual([
      'm1.0 left',
      'm2.0 left',
      'm3.0 kept',
      'm0.0 kept',
      'm4.0 unsent',
    ]);
  });

  describe('below a summary', () => {
    const collapsing = { ...claudeCode21, layers: policyLayers({ collapse: { summaryTokens: 1_000 } }) };
    const transcript = reading(40);
    /** The call before which spans were collapsed first, and the messages of the first two. */
    const { simulation } = lookedAt(transcript, collapsing, 0);
    const [first] = simulation.changes;
    const at = first?.call ?? -1;
    const spans = (first?.changes ?? []).flatMap(({ fate, parts }) =>
      fate === 'collapsed' ? [[...new Set(parts.map(({ message }) => message))]] : [],
    );
    const summaries = (first?.changes ?? []).flatMap(({ fate, parts }) =>
      fate === 'injected' ? (parts[0]?.message ?? []) : [],
    );
    const look = (call: number, wholeSession: boolean, unfolded: readonly string[] = []) =>
      lookedAt(transcript, collapsing, call).lines(wholeSession, unfolded);
    const ids = (lines: readonly ContextLine[]) => lines.map(({ message }) => message.id);

    it('[C1] shows what it replaces, each message with its fate, and nothing else', () => {
      expect(spans.length).toBeGreaterThan(1);
      const folded = ids(look(at + 1, false));
      const [, second = ''] = summaries;
      const place = folded.indexOf(second as MessageId);
      const lines = look(at + 1, false, [second]);
      expect(ids(lines)).toEqual([...folded.slice(0, place + 1), ...(spans[1] ?? []), ...folded.slice(place + 1)]);
      expect(lines.filter(({ isUnfolded }) => isUnfolded)).toHaveLength(spans[1]?.length ?? 0);
      expect(lines[place + 1]).toMatchObject({ fate: 'collapsed', leftAt: at, before: undefined, after: undefined });
    });

    it('shows the messages once if they are listed anyway', () => {
      expect(ids(look(at, false, summaries))).toEqual(ids(look(at, false)));
      expect(drawn(look(at + 1, true, summaries))).toEqual(drawn(look(at + 1, true)));
    });

    it('shows nothing for a summary that is absent', () => {
      expect(ids(look(at - 1, false, summaries))).toEqual(ids(look(at - 1, false)));
      expect(ids(look(at + 1, false, ['made-0-nothing']))).toEqual(ids(look(at + 1, false)));
    });

    it('otherwise shows each summary right after what it replaces', () => {
      const all = ids(look(at + 1, true));
      spans.forEach((span, nth) => {
        const end = all.indexOf(summaries[nth] as MessageId);
        expect(all.slice(end - span.length, end)).toEqual(span);
      });
    });

    it('[C4] shows the recorded messages of a summary of summaries', () => {
      const both = { ...collapsing, layers: policyLayers({ collapse: {}, 'full-compact': {} }) };
      const commands = [{ call: at + 3, command: { type: 'compact' } as const }];
      const compacted = lookedAt(transcript, both, at + 4, 'free', commands);
      const summary = `made-${at + 3}-summary`;
      const lines = compacted.lines(false, [summary]).filter(({ isUnfolded }) => isUnfolded);
      expect(ids(lines)).toEqual(transcript.messages.slice(0, lines.length).map(({ id }) => id));
      expect(new Set(lines.map(({ fate, leftAt }) => `${fate} ${leftAt}`))).toEqual(
        new Set([`summarised ${at + 3}`, `collapsed ${at}`]),
      );
    });
  });

  it('gives two lines different keys if a recording repeats an id', () => {
    const { context, simulation, material } = lookedAt(reading(2), claudeCode21, 1);
    const [first] = context.before;
    if (first === undefined) throw new Error('Nothing came in');
    const twice: SimulatedContext = { ...context, before: [first, ...context.before], after: context.before };
    const { transcript, recorded } = material;
    const session = { rows: messageRows(transcript), boundaries: [], timeline: recorded.timeline };
    expect(
      contextLines(session, simulation, twice)
        .map(({ key }) => key)
        .slice(0, 2),
    ).toEqual(['0.0', '0+.0']);
  });

  it('[L7] has every part of both sides once, and every part of the recording with its fate', () => {
    let changed = 0;
    fc.assert(
      fc.property(
        arbitraryRecording,
        fc.constantFrom(claudeCode21, everythingOn),
        fc.nat(),
        (transcript, policy, seed) => {
          if (transcript.calls.length === 0) return;
          const call = seed % transcript.calls.length;
          const { material, simulation, context, lines } = lookedAt(transcript, policy, call);
          if (context.isDead) return;
          const all = lines(true);
          changed += all.filter(({ isChange }) => isChange).length;
          for (const side of ['before', 'after'] as const) {
            const sent = context[side].flatMap(({ partTokens }, place) =>
              partTokens.length === 0 ? [`${place}.0`] : partTokens.map((_, part) => `${place}.${part}`),
            );
            const shown = all.flatMap((line) =>
              line[side] === undefined ? [] : [`${line[side].place}.${line.partIndex}`],
            );
            expect(shown).toEqual(sent);
          }
          const known = partFates(material, simulation, call);
          const shown = new Map(all.map((line) => [line.key, line.fate]));
          transcript.messages.forEach((_, index) => {
            expect(shown.has(`${index}.0`)).toBe(true);
          });
          transcript.messages.forEach(({ id }, index) => {
            known.get(id)?.forEach((fate, part) => {
              expect(`${index}.${part} ${shown.get(`${index}.${part}`)}`).toBe(`${index}.${part} ${fate}`);
            });
          });
        },
      ),
      // The same ones each time: of a few at random none may be changed.
      { seed: 11, numRuns: 200 },
    );
    expect(changed).toBeGreaterThan(0);
  });
});

describe('one message on both sides', () => {
  const { transcript, recorded } = replayMaterial(transcriptFromText('user "Go"\ncall #1 ls\nuser "On"\ncall #2 ls'));
  const rows = messageRows(transcript).map((row) => (row.index === 2 ? { ...row, parts: [] } : row));
  const session = { rows, boundaries: [], timeline: recorded.timeline };
  const whole = recordedMessage(0);
  const cleared = recordedMessage(0, { replaced: [{ part: 0, state: 'cleared' }] });
  const storedOut = recordedMessage(0, { replaced: [{ part: 0, state: 'stored' }], partTokens: [9] });
  const line = (before: SimulatedMessage, after: SimulatedMessage, ...did: readonly SimulatedChange[]) => {
    const context = { call: 1, systemTokens: 0, before: [before], after: [after], verdicts: [], isDead: false };
    const [first] = contextLines(session, { changes: did, mode: 'free' }, context);
    return `${first?.fate}${first?.isChange ? '!' : ''}`;
  };

  it('is unchanged if nothing was done to it', () => {
    expect(line(whole, whole)).toBe('kept');
    expect(line(cleared, cleared)).toBe('cleared');
    expect(line(storedOut, storedOut)).toBe('stored-out');
  });

  it('is changed if its state or size differs', () => {
    expect(line(whole, cleared, changeFromText(1, 'cleared m0'))).toBe('cleared!');
    expect(line(whole, recordedMessage(0, { partTokens: [9] }), changeFromText(1, 'cleared m0'))).toBe('cleared!');
    expect(line(cleared, storedOut, changeFromText(1, 'stored-out m0'))).toBe('stored-out!');
    expect(line(whole, whole, changeFromText(1, 'cleared m0'))).toBe('kept');
  });

  it('has a line even without parts', () => {
    expect(line(recordedMessage(2, { partTokens: [] }), recordedMessage(2, { partTokens: [] }))).toBe('kept');
  });
});

describe('changeStarts', () => {
  it('starts over after what already had that fate', () => {
    const { lines } = lookedAt(reading(12), claudeCode21, 9);
    const [first, ...rest] = lines(false);
    if (first === undefined) throw new Error('Nothing came in');
    expect(changeStarts([{ ...first, isChange: false }, first, first, ...rest]).slice(0, 1)).toEqual([1]);
  });

  it('finds the start of each run of one fate', () => {
    const { lines } = lookedAt(reading(12), claudeCode21, 9);
    const all = lines(false);
    expect(changeStarts(all).map((start) => all[start]?.fate)).toEqual(['summarised', 'injected', 'restored']);
    expect(changeStarts(lookedAt(reading(12), claudeCode21, 3).lines(false))).toEqual([]);
  });
});
