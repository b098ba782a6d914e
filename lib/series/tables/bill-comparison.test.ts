import { expect, it } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import { recordedBill } from '../../simulator/recorded/recorded-bill';
import { replayMaterial } from '../../simulator/recorded/replay-material';
import { readingSession } from '../../simulator/replay/reading-session.test-support';
import { replay } from '../../simulator/replay/replay';
import { assumed } from '../../summarizers/assumed';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { billComparison } from './bill-comparison';

const transcript = transcriptFromText(readingSession(18));
const calls = transcript.calls.map((call) => ({ ...call, model: 'claude-sonnet-4-5', outputIsPartial: call.at > 30 }));
const material = replayMaterial({ ...transcript, calls });
const recorded = recordedBill(material);
if (recorded === undefined) throw new Error('no bill');

it('[E2] has no difference if nothing changed', () => {
  const { rows } = billComparison(recorded, replay(material, none, assumed(), { mode: 'following' }));
  expect(rows.map(({ title, difference }) => `${title} ${difference}`)).toEqual([
    'Cache reads =',
    'Cache writes =',
    'Uncached =',
    'Output =',
    'Cost =',
  ]);
});

it('[E2] has signed differences for a policy, and says what the numbers exclude', () => {
  const { rows, notes } = billComparison(recorded, replay(material, claudeCode21, assumed()));
  expect(rows.find(({ title }) => title === 'Output')?.difference).toBe('+4,000');
  expect(rows.find(({ title }) => title === 'Cache reads')?.difference).toMatch(/^−[\d,]+$/);
  expect(notes).toEqual(['3 calls have incomplete recorded output, so both bills are too low.']);
});

it('[X1] does not compare a session that ended early', () => {
  const { rows, notes } = billComparison(recorded, replay(material, { ...none, windowTokens: 100_000 }, assumed()));
  expect(rows.every(({ difference }) => difference === undefined)).toBe(true);
  expect(notes[0]).toMatch(/^The simulated session is dead from call \d+\.$/);
});
