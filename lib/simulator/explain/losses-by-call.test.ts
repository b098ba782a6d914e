import { expect, it } from 'vitest';
import { scoreCut } from '../../fidelity/scores/score-cut';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { assumed } from '../../summarizers/assumed';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { replayMaterial } from '../recorded/replay-material';
import { readingSession } from '../replay/reading-session.test-support';
import { replay } from '../replay/replay';
import { ReplayLookup } from '../replay/replay-lookup';
import { ValuedRecording } from '../replay/valued-recording';
import { callStep } from './call-step';
import { cutAtStep } from './cut-at-step';
import { lossesByCall } from './losses-by-call';
import { lostAtCall } from './lost-at-call';
import { callsWithLosses, sessionLosses } from './session-losses';

function ended<Value>(work: Generator<unknown, Value>): Value {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

/** Two compactions, a rule, and a file that is needed after the first. */
const text = `user "Read them all. Never touch the assets folder."
${readingSession(32)}
assistant "on with file-3.ts"
call #e edit file-3.ts`;

const material = replayMaterial(transcriptFromText(text));
const { index, indexOf } = new ValuedRecording(material);
const options = { mode: 'free' } as const;
const simulation = replay(material, claudeCode21, assumed(), options);
const calls = callsWithLosses(material, simulation, 'free');
const lookup = new ReplayLookup(material, claudeCode21, assumed(), options);
const stepTo = (call: number) => {
  const previous = call === 0 ? undefined : lookup.at(call - 1);
  return callStep(material, lookup.at(call), previous, 'free');
};
const byCall = ended(
  lossesByCall(calls, index, (call) => scoreCut(index, cutAtStep(material, indexOf, stepTo(call), 'free'))),
);

it('[K1] [K2] adds up to the figures of the whole session', () => {
  const { lost, misses } = ended(
    sessionLosses(calls, index, (call) => lostAtCall(material, index, indexOf, stepTo(call), 'free')),
  );
  expect(byCall).toHaveLength(2);
  expect(lost).toBeGreaterThan(0);
  expect(misses).toBe(1);
  expect(byCall.at(-1)?.soFar).toMatchObject({ lost, misses });
});

it('[K4] counts the rules that left, and each that a summary lost once', () => {
  const [first, second] = byCall;
  expect(first?.here).toMatchObject({ rules: 1, rulesLost: 1 });
  expect(second?.soFar).toMatchObject({ rules: 1, rulesLost: 1 });
});

it('counts what one call lost apart from the sum', () => {
  const [first, second] = byCall;
  expect(first?.soFar).toEqual(first?.here);
  expect(second?.here.misses).toBe(0);
  expect(second?.soFar.lost).toBeGreaterThan(second?.here.lost ?? 0);
});
