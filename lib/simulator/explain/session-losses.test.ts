import { expect, it } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import type { Policy } from '../../policies/shape/policy';
import { assumed } from '../../summarizers/assumed';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import type { ReplayMode } from '../pipeline/replay-mode';
import { replayMaterial } from '../recorded/replay-material';
import { readingSession } from '../replay/reading-session.test-support';
import { replay } from '../replay/replay';
import { ReplayLookup } from '../replay/replay-lookup';
import { ValuedRecording } from '../replay/valued-recording';
import { callStep } from './call-step';
import { lostAtCall } from './lost-at-call';
import { callsWithLosses, sessionLosses } from './session-losses';

/** File 3 is edited after the context was full, before call 15. */
const text = `${readingSession(17)}\nassistant "on with file-3.ts"\ncall #e edit file-3.ts`;
const compacted = `user "Go"
assistant "8f3a91c0de77 and lease.ts"
call #1 ls
result #1 "fine"
boundary full auto 100000
summary "all is well"
assistant "lease.ts again"
call #2 ls
result #2 "fine"
assistant "lease.ts again"`;

function lossesOf(source: string, policy: Policy, mode: ReplayMode) {
  const material = replayMaterial(transcriptFromText(source));
  const { index, indexOf } = new ValuedRecording(material);
  const lookup = new ReplayLookup(material, policy, assumed(), { mode });
  const calls = callsWithLosses(material, replay(material, policy, assumed(), { mode }), mode);
  const progress: string[] = [];
  const work = sessionLosses(calls, index, (call) => {
    const previous = call === 0 ? undefined : lookup.at(call - 1);
    return lostAtCall(material, index, indexOf, callStep(material, lookup.at(call), previous, mode), mode);
  });
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return { calls, progress, ...step.value };
    progress.push(`${step.value.done} of ${step.value.total}`);
  }
}

it('[K1] [K2] counts what one compaction lost, and what of it is used later', () => {
  const { calls, progress, misses, lost } = lossesOf(text, claudeCode21, 'free');
  expect(calls).toEqual([15]);
  expect(progress).toEqual(['0 of 1']);
  expect(misses).toBe(1);
  expect(lost).toBeGreaterThan(misses);
});

it('[K1] [K2] counts what the recorded compactions lost, in a following replay of a policy that does nothing', () => {
  expect(lossesOf(compacted, none, 'following')).toMatchObject({ calls: [1], lost: 2, misses: 1 });
  expect(lossesOf(compacted, none, 'free')).toMatchObject({ calls: [], lost: 0, misses: 0 });
});

it('[K1] counts a value once, however often it is lost, and a use once', () => {
  const value = { type: 'path' as const, value: 'a.ts' };
  const used = { message: 0, part: 0 };
  const { index } = new ValuedRecording(replayMaterial(transcriptFromText(text)));
  const work = sessionLosses([3, 5], index, () => ({
    gone: [value],
    misses: [{ ...value, used, worth: { weight: 2, reasons: [], parts: 5 } }],
  }));
  expect([work.next().value, work.next().value, work.next()]).toEqual([
    { done: 0, total: 2 },
    { done: 1, total: 2 },
    { done: true, value: { lost: 1, misses: 1 } },
  ]);
});
