import { expect, it } from 'vitest';
import { policies } from '../../policies/index';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { everythingOn } from '../../policies/presets/everything-on';
import { replayMaterial } from '../../simulator/recorded/replay-material';
import { readingSession } from '../../simulator/replay/reading-session.test-support';
import { type ReplayOptions, replay } from '../../simulator/replay/replay';
import { assumed } from '../../summarizers/assumed';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { changeReason } from './change-reason';

const material = replayMaterial(transcriptFromText(readingSession(40)));
const changes = (policy: typeof claudeCode21, options: ReplayOptions = {}) =>
  replay(material, policy, assumed(), options).changes;

it('[G1] says by how much a compaction by the gate was over the threshold', () => {
  const [first] = changes(claudeCode21);
  expect(first && changeReason(first)).toMatch(/^[\d,]+ used ≥ 167,000$/);
});

it('[F9] says that a manual compaction was requested', () => {
  const typed = changes(claudeCode21, { commands: [{ call: 3, command: { type: 'compact' } }] });
  expect(typed[0] && changeReason(typed[0])).toBe('run manually');
});

it('[X2] says what did not fit for a compaction after a rejection', () => {
  const reactive = changes({ ...claudeCode21, isReactiveOnly: true }).find(({ trigger }) => trigger === 'reactive');
  expect(reactive && changeReason(reactive)).toMatch(/^[\d,]+ used > [\d,]+, the maximum$/);
});

it("uses the layer's words for any other change", () => {
  const cleared = changes(everythingOn).find(({ turn }) => turn !== 'gate');
  expect(cleared && changeReason(cleared)).toMatch(/\d/);
});

it.each(policies)('fills in all numbers for the reasons of $id', (policy) => {
  for (const change of changes(policy)) expect(changeReason(change)).toMatch(/^[^{}]* [^{}]*$/);
});
