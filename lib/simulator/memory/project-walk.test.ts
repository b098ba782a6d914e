import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCodeCurrent } from '../../policies/presets/claude-code-current';
import { playgroundMemory } from '../../policies/presets/playground-memory';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import { assumed } from '../../summarizers/assumed';
import { sweepRows } from '../../sweep/sweep-rows';
import { utf8Bytes } from '../../tokens/text-size';
import { arbitraryConversation } from '../../transcript/arbitrary-recording.test-support';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { replayMaterial } from '../recorded/replay-material';
import { replay } from '../replay/replay';
import { isOfMemory, onlyMemory, withMemory } from './memory-policy';
import { ProjectWalk } from './project-walk';
import { memoryEvents } from './session-memory';

const ROOT = '/home/agent/.claude/projects/x/memory';
const RUNS = process.env.HIGHWATER_LONG === '1' ? 1_000 : 60;

describe('the sessions of a project, oldest first', () => {
  it('[R3] nothing is shown twice between compactions, and never more than the budget', () => {
    fc.assert(
      fc.property(fc.array(arbitraryConversation, { minLength: 1, maxLength: 3 }), (transcripts) => {
        const walk = new ProjectWalk(ROOT, changed(playgroundMemory, 'memory-recall.bytesOfSession', 1_024));
        for (const transcript of transcripts) {
          const { memory } = walk.add(transcript);
          let shown = new Set<string>();
          let bytes = 0;
          for (const event of memory.events) {
            if (event.type === 'opened') {
              shown = new Set();
              bytes = 0;
            }
            if (event.type !== 'recalled') continue;
            for (const { file, text } of event.recalled) {
              // After a rewind, what stood behind the withdrawn prompt may be shown again.
              if (transcript.boundaries.every(({ kind }) => kind !== 'rewind')) expect(shown).not.toContain(file);
              shown.add(file);
              bytes += utf8Bytes(text);
            }
            if (transcript.boundaries.every(({ kind }) => kind !== 'rewind')) expect(bytes).toBeLessThanOrEqual(1_024);
            expect(event.bytesLeft).toBeGreaterThanOrEqual(0);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('[A8] every message of user and assistant is analysed at most once, unless the cursor was lost', () => {
    fc.assert(
      fc.property(arbitraryConversation, (transcript) => {
        const { memory } = new ProjectWalk(ROOT, playgroundMemory).add(transcript);
        const extracted = memoryEvents(memory, 'extracted');
        const said = transcript.messages.filter(({ kind }) =>
          ['prompt', 'reply', 'tool-results'].includes(kind),
        ).length;
        if (extracted.some(({ isFallback }) => isFallback)) return;
        expect(extracted.reduce((sum, { messages }) => sum + messages, 0)).toBeLessThanOrEqual(said);
      }),
      { numRuns: RUNS },
    );
  });

  it('[J1] a session that copies the one before it adds nothing of the copy', () => {
    const text = 'clock 2026-01-01T10:00:00Z\nuser "Never commit without asking me first."\nassistant "ok"';
    const walk = new ProjectWalk(ROOT, playgroundMemory);
    expect(walk.add(transcriptFromText(text)).kept).toHaveLength(1);
    const resumed = walk.add(transcriptFromText(`${text}\nwait 5 min\nuser "go on"\nassistant "ok"`));
    expect(memoryEvents(resumed.memory, 'extracted')).toMatchObject([{ messages: 2, kept: [], leftOut: [] }]);
  });

  it('[J4] the recording of an agent that kept memory itself leaves the folder as it is', () => {
    const walk = new ProjectWalk(ROOT, playgroundMemory);
    walk.add(transcriptFromText('user "Never commit without asking me first."\nassistant "ok"'));
    const { folder } = walk;
    const own = transcriptFromText('user "I am a data scientist."\nassistant "ok"');
    expect(walk.add({ ...own, memoryIsRecorded: true })).toMatchObject({ kept: [], recalled: [] });
    expect(walk.folder).toBe(folder);
  });

  it('[J4] only the layers that keep memory are on, with the settings of the policy', () => {
    const policy = onlyMemory(changed(claudeCodeCurrent, 'memory-recall.mostMemories', 2));
    expect(policy.layers.filter(({ isOn }) => isOn).every(isOfMemory)).toBe(true);
    expect(policy.layers.filter(({ isOn }) => isOn)).toHaveLength(3);
    expect(withMemory(policy, false).layers.some(({ isOn }) => isOn)).toBe(false);
  });
});

it('[R3] a sweep over the bytes of a session says what was carried, recalled and lost', () => {
  const walk = new ProjectWalk(ROOT, playgroundMemory);
  const said = [
    'The deploy freeze for the payments service starts on Thursday.',
    'Bugs of the ingest pipeline are tracked in the Linear project INGEST.',
    'The staging database is db-3.keel.example:5433.',
  ];
  const asked = [
    'Is the payments service ready for the deploy freeze?',
    'Which bugs of the ingest pipeline are tracked?',
    'Check the staging database.',
  ];
  const turns = (prompts: readonly string[]) =>
    transcriptFromText(prompts.map((text) => `---\nuser "${text}"\nassistant "ok"`).join('\n'));
  walk.add(turns(said));
  const asking = turns(asked);
  const material = replayMaterial(asking);
  const swept = { policy: withMemory(playgroundMemory, true), path: 'memory-recall.bytesOfSession' };
  const rows = sweepRows(swept, [0, 800, 6_000], (policy) =>
    replay(material, policy, assumed(300), { memory: walk.leftFor(asking) }),
  );
  if (!rows.ok) throw new Error(rows.error);
  const [none, some, all] = rows.value.map(({ memory }) => memory);
  expect(none).toMatchObject({ recalled: 0 });
  expect(none?.lost).toBeGreaterThan(0);
  expect(some?.recalled).toBeGreaterThan(0);
  expect(some?.recalled).toBeLessThan(all?.recalled ?? 0);
  expect(all).toMatchObject({ recalled: 3, lost: 0 });
  expect(all?.carried).toBeGreaterThan(none?.carried ?? 0);
});
