import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetBytesOf } from '../../layers/bound-layer';
import { memoryLeft } from '../../layers/shape/project-memory';
import { extractOffline } from '../../memory/extraction/extract-offline';
import { emptyFolder } from '../../memory/files/memory-folder';
import { policies } from '../../policies/index';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import type { Policy } from '../../policies/shape/policy';
import { assumed } from '../../summarizers/assumed';
import {
  arbitraryConversation,
  arbitraryRecording,
  saidSentences,
} from '../../transcript/arbitrary-recording.test-support';
import type { MessageId } from '../../transcript/transcript';
import { replayMaterial } from '../recorded/replay-material';
import { inSmallWindow, laws } from './laws.test-support';
import { replay } from './replay';

/** `npm run test:long` runs the laws twenty times as often. */
const RUNS = process.env.HIGHWATER_LONG === '1' ? 10_000 : 60;

/** What an earlier session said that the prompts are about. */
const folder = extractOffline({
  messages: saidSentences.map((text, at) => ({
    id: `said-${at}` as MessageId,
    role: 'user',
    kind: 'prompt',
    parts: [{ kind: 'text', text }],
    line: 0,
  })),
  wanted: saidSentences.map((_, at) => at),
  instructions: '',
  folder: emptyFolder('/home/agent/.claude/projects/x/memory'),
  nowMs: 0,
}).folder;

/** [F11] No preset keeps rounds. */
const keepingRounds: Policy = {
  ...changed(changed(claudeCode21, 'full-compact.keptRounds', 3), 'full-compact.keptRoundTokens', 2_500),
  id: 'keeping rounds',
};

describe.each([...policies, keepingRounds].map(inSmallWindow))('under the policy $id', (policy) => {
  const keepsMemory = policy.layers.some((row) => row.isOn && budgetBytesOf(row) > 0);
  const started = keepsMemory ? { memory: memoryLeft(folder) } : {};
  const summarizer = assumed(300);
  const recordings = keepsMemory ? arbitraryConversation : arbitraryRecording;

  it.each(Object.entries(laws))('%s', (_, law) => {
    fc.assert(
      fc.property(recordings, fc.nat(), fc.nat(), (transcript, seed, other) => {
        law({ material: replayMaterial(transcript), policy, summarizer, started }, seed, other);
      }),
      { numRuns: RUNS },
    );
  });

  it.skipIf(policy.layers.every(({ isOn }) => !isOn))('the laws apply to something: layers do act', () => {
    const changes = fc
      .sample(recordings, { numRuns: 300, seed: 7 })
      .flatMap((transcript) => replay(replayMaterial(transcript), policy, summarizer, started).changes);
    expect(changes.length).toBeGreaterThan(20);
    if (keepsMemory) expect(changes.filter(({ turn }) => turn === 'prompt').length).toBeGreaterThan(20);
  });
});
