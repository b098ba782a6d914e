import { describe, expect, it } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import { assumed } from '../../summarizers/assumed';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import type { ReplayMode } from '../pipeline/replay-mode';
import { replay } from '../replay/replay';
import { replayedCall } from '../replay/replay-lookup';
import { replayMaterial } from './replay-material';

const MODES: readonly ReplayMode[] = ['free', 'following'];

const round = (id: number, usage: string, tokens: number) => [
  `call #${id} read ${id}.ts`,
  usage === '' ? '---' : `usage ${usage}`,
  `result #${id} ${tokens} tokens`,
];

/** The session continues with a call of which 75,000 tokens are not in the file. */
const HISTORY = ['window 200000', 'user 100 tokens', ...round(0, '90000 output 100', 5_000)];
const COMPACTED = ['boundary full auto 50000', 'summary 1000 tokens', 'assistant "a"', 'usage 16000 output 10'];

const RECORDINGS = {
  'no usage, and so no whole numbers': [
    'window 200000',
    'user "three words here"',
    ...round(0, '', 1_234),
    ...round(1, '', 777),
  ],
  'a loss of what is not in the file': [
    ...HISTORY,
    ...round(1, '95200 output 100', 100),
    ...round(2, '40000 output 100', 200),
    ...round(3, '40400 output 100', 300),
    ...COMPACTED,
    'user "b"',
    ...round(4, '16100 output 10', 100),
  ],
  'a loss that leaves less than was added': [
    'window 200000',
    'user 100 tokens',
    ...round(0, '60000 output 100', 5_000),
    ...round(1, '65200 output 100', 9_000),
    ...round(2, '2500 output 100', 50),
    ...round(3, '2700 output 100', 50),
  ],
  'another conversation after a compaction, without a boundary': [
    'window 200000',
    'user 100 tokens',
    ...round(0, '20000 output 100', 30_000),
    ...round(1, '50200 output 100', 30_000),
    'boundary full auto 80000',
    'summary 12000 tokens',
    'injected 9000 tokens',
    ...round(2, '41000 output 100', 2_000),
    ...round(3, '43200 output 100', 2_000),
    'user 50 tokens',
    ...round(4, '9000 output 100', 500),
    ...round(5, '9600 output 100', 500),
  ],
  'the same loss again and again': [
    'window 200000',
    'user 100 tokens',
    ...round(0, '30000 output 100', 9_000),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((id) => round(id, `${39_000 + id} output 3000`, 9_000)),
  ],
} as const;

describe.each(Object.entries(RECORDINGS))('[L5] %s', (_, lines) => {
  const material = replayMaterial(transcriptFromText(lines.join('\n')));
  const calls = material.transcript.calls.length;

  it.each(MODES)('%s, a reduced context is the original minus what was removed', (mode) => {
    for (let call = 1; call < calls; call++) {
      const commands = [{ call, command: { type: 'compact' as const } }];
      const { changes } = replay(material, claudeCode21, assumed(10), { mode, commands });
      for (const { before, after, changes: parts } of changes) {
        expect(before - parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBeCloseTo(after, 6);
      }
    }
  });
});

describe('what is not in the file', () => {
  const lines = [
    ...HISTORY,
    ...round(1, '95200 output 100', 4_000),
    'boundary micro auto #0',
    ...round(2, '95000 output 100', 200),
    ...COMPACTED,
  ];
  const material = replayMaterial(transcriptFromText(lines.join('\n')));

  it('keeps its place if the recording has cleared some results', () => {
    const ids = (call: number) =>
      replayedCall(material, none, assumed(), call, { mode: 'following' }).after.map(({ message }) => message.id);
    expect(ids(1)[0]).toBe('unfiled-0');
    expect(ids(2)).toEqual([...ids(1), 'm3', 'm4']);
  });
});
