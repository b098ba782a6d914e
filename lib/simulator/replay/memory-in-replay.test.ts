import { describe, expect, it } from 'vitest';
import { memoryLeft } from '../../layers/shape/project-memory';
import { extractOffline } from '../../memory/extraction/extract-offline';
import { emptyFolder, type MemoryFolder } from '../../memory/files/memory-folder';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import { playgroundMemory } from '../../policies/presets/playground-memory';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import type { Policy } from '../../policies/shape/policy';
import { assumed } from '../../summarizers/assumed';
import type { Transcript } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import type { SimulatedMemory } from '../pipeline/simulation';
import { replayMaterial } from '../recorded/replay-material';
import { type ReplayOptions, replay } from './replay';
import { replayedCall } from './replay-lookup';

const ROOT = '/home/agent/.claude/projects/x/memory';
const remembering: Policy = changed(changed(none, 'memory-recall.isOn', true), 'auto-memory.isOn', true);

function run(text: string | Transcript, options: ReplayOptions = {}, policy = remembering) {
  const transcript = typeof text === 'string' ? transcriptFromText(text) : text;
  const simulation = replay(replayMaterial(transcript), policy, assumed(300), options);
  return { ...simulation, kept: simulation.memory ?? nothing(simulation.calls) };
}

function nothing(calls: number): SimulatedMemory {
  const column = new Float64Array(calls);
  const folder = emptyFolder(ROOT);
  return { rules: column, index: column, recalled: column, events: [], folderBefore: folder, folder };
}

function eventsOf<Type extends SimulatedMemory['events'][number]['type']>(memory: SimulatedMemory, type: Type) {
  return memory.events.flatMap((event) =>
    event.type === type ? [event as Extract<typeof event, { type: Type }>] : [],
  );
}

/** What an earlier session left that said this. */
function folderOf(...said: readonly string[]): MemoryFolder {
  const { messages } = transcriptFromText(said.map((text) => `---\nuser "${text}"`).join('\n'));
  const wanted = messages.map((_, at) => at);
  return extractOffline({ messages, wanted, instructions: '', folder: emptyFolder(ROOT), nowMs: 0 }).folder;
}

function withModel(text: string): Transcript {
  const transcript = transcriptFromText(text);
  return { ...transcript, calls: transcript.calls.map((call) => ({ ...call, model: 'claude-opus-4-6' })) };
}

const FREEZE = 'The deploy freeze for the payments service starts on Thursday.';
const ASKED = 'Is the payments service ready for the deploy freeze?';

describe('memory in a replay', () => {
  it('[A5] rules and index precede the messages of every call, and what is saved in a turn is not in them', () => {
    const { kept, used, byCategory } = run(`user "${FREEZE}"\nassistant "ok"\nuser "go on"\nassistant "ok"`, {
      memory: memoryLeft(folderOf('Never commit without asking me first.')),
    });
    expect(kept.rules[0]).toBeGreaterThan(500);
    expect(kept.index[0]).toBeGreaterThan(10);
    expect([...kept.index]).toEqual([kept.index[0], kept.index[0]]);
    expect(kept.folder.files.size).toBe(kept.folderBefore.files.size + 1);
    const without = run(`user "${FREEZE}"\nassistant "ok"\nuser "go on"\nassistant "ok"`, {}, none);
    const added = Math.round((kept.rules[0] ?? 0) + (kept.index[0] ?? 0));
    expect([...used].map((tokens, call) => tokens - (without.used[call] ?? 0))).toEqual([added, added]);
    expect((byCategory.system[1] ?? 0) - (without.byCategory.system[1] ?? 0)).toBe(added);
  });

  it('[A5] after a full compaction the index is read again, and recall starts again', () => {
    const text = [
      `user "${FREEZE}"`,
      'assistant "ok"',
      `user "${ASKED}"`,
      'assistant "yes"',
      ...Array.from({ length: 12 }, (_, call) => [
        `call #${call} read a${call}.ts`,
        '---',
        `result #${call} 2400 tokens`,
      ]),
      'assistant "read"',
      `user "${ASKED}"`,
      'assistant "yes"',
    ].flat();
    const { kept, compactions } = run(text.join('\n'), {}, playgroundMemory);
    expect(compactions.length).toBeGreaterThan(0);
    const opened = eventsOf(kept, 'opened');
    expect(opened.map(({ opening }) => opening.indexTokens > 0)).toEqual([false, ...compactions.map(() => true)]);
    const recalls = eventsOf(kept, 'recalled').map(({ recalled }) => recalled.length);
    expect(recalls).toEqual([1, 1]);
    const first = compactions[0]?.call ?? 0;
    expect([kept.recalled[first - 1], kept.recalled[first]]).toEqual([expect.any(Number), 0]);
    expect(kept.recalled[first - 1]).toBeGreaterThan(0);
  });

  it('[R1] a recalled memory is an injected message right behind the prompt, before the next call', () => {
    const transcript = transcriptFromText(
      `user "hello"\nassistant "hi"\nuser "${ASKED}"\ninjected "a notice"\nassistant "yes"`,
    );
    const options = { memory: memoryLeft(folderOf(FREEZE)) };
    const { before, after, verdicts } = replayedCall(replayMaterial(transcript), remembering, assumed(300), 1, options);
    const kinds = (messages: typeof after) => messages.map(({ message }) => message.kind);
    expect(kinds(before)).toEqual(['prompt', 'reply', 'prompt', 'injected']);
    expect(kinds(after)).toEqual(['prompt', 'reply', 'prompt', 'injected', 'injected']);
    expect(after[3]?.message.origin).toEqual({
      kind: 'memories',
      name: expect.stringMatching(/^project-deploy-freeze/),
    });
    expect(verdicts.find(({ by }) => by === 'memory-recall')).toMatchObject({
      type: 'changed',
      reason: { rule: 'R2' },
    });
  });

  it('[R2] says what was offered and chosen by which words, and shows nothing twice', () => {
    const { kept } = run(`user "${ASKED}"\nassistant "yes"\n---\nuser "${ASKED}"\nassistant "yes"`, {
      memory: memoryLeft(folderOf(FREEZE, 'Never commit without asking me first.')),
    });
    const [first, second] = eventsOf(kept, 'recalled');
    expect(first).toMatchObject({ prompt: 0, candidates: { length: 2 }, recalled: { length: 1 } });
    expect(first?.chosen[0]?.words).toEqual(expect.arrayContaining(['payments', 'freeze']));
    expect(second).toMatchObject({ prompt: 2, candidates: { length: 1 }, recalled: [] });
  });

  it('[R3] with a budget of 0 bytes nothing is recalled, and it says that it did not fit', () => {
    const { kept, changes } = run(
      `user "${ASKED}"\nassistant "yes"`,
      { memory: memoryLeft(folderOf(FREEZE)) },
      changed(remembering, 'memory-recall.bytesOfSession', 0),
    );
    expect(eventsOf(kept, 'recalled')).toMatchObject([{ recalled: [], leftOut: [{ why: 'budget' }] }]);
    expect(changes).toEqual([]);
  });

  it('[R1] recall stands alone at the price of a mid-size model; [A11] the extraction reads the prefix from the cache', () => {
    const text = [
      'clock 2026-01-01T10:00:00Z',
      'system 30000 tokens',
      `user "${ASKED}"`,
      'assistant "yes"',
      'usage 31000 written 31000 output 10',
      'user "go on"',
      'assistant "yes"',
      'usage 31100 read 31000 written 100 output 10',
    ].join('\n');
    const { forks } = run(withModel(text), { memory: memoryLeft(folderOf(FREEZE)) });
    const recall = forks.find(({ purpose }) => purpose === 'recall');
    expect(recall).toMatchObject({ call: 0, read: 0 });
    expect(recall?.uncached).toBeLessThan(1_000);
    expect(recall?.cost).toBeCloseTo(((recall?.uncached ?? 0) * 2 + (recall?.output ?? 0) * 10) / 1e6, 8);
    const extraction = forks.findLast(({ purpose }) => purpose === 'memory');
    expect(extraction?.read).toBeGreaterThan(30_000);
    expect(extraction?.uncached).toBeLessThan(2_000);
  });

  it('[A7] a turn ends with a reply without tool calls, also if it was recorded in pieces or follows the last call', () => {
    const { kept } = run(
      [
        `user "${FREEZE}"`,
        'assistant "I will look."',
        'call #1 read a.ts',
        '---',
        'result #1 "x"',
        'assistant "done"',
        'user "I am a data scientist, new to Rust."',
        'assistant "noted"',
      ].join('\n'),
    );
    expect(eventsOf(kept, 'extracted').map(({ upTo, messages }) => [upTo, messages])).toEqual([
      [3, 4],
      [5, 2],
    ]);
  });

  it('[A9] every second turn is looked at, with the messages of both', () => {
    const turns = Array.from({ length: 4 }, (_, turn) => `user "turn ${turn}"\nassistant "ok"`).join('\n');
    const { kept } = run(turns, {}, changed(remembering, 'auto-memory.everyTurns', 2));
    expect(eventsOf(kept, 'extracted').map(({ messages }) => messages)).toEqual([4, 4]);
  });

  it('[A8] what the agent saved itself is in the folder, and that turn is not analysed', () => {
    const text = `---\nname: freeze\ndescription: deploy freeze\ntype: project\n---\n\nThe freeze starts.\n`;
    const transcript = transcriptFromText(
      `user "remember the freeze"\ncall #1 Write ${JSON.stringify({ file_path: `${ROOT}/freeze.md`, content: text })}\n---\nresult #1 "ok"\nassistant "saved"`,
    );
    const { kept } = run(transcript);
    expect(eventsOf(kept, 'saved-by-agent')).toMatchObject([{ path: 'freeze.md', message: 1 }]);
    expect(eventsOf(kept, 'extracted')).toEqual([]);
    expect([...kept.folder.files.keys()]).toEqual(['freeze.md']);
  });

  it('[R3] what stands behind a withdrawn prompt is withdrawn, and may be shown again', () => {
    const { kept, deadAt } = run(
      `user "hello"\nassistant "hi"\nuser "${ASKED}"\nassistant "yes"\nrewind 2\nuser "${ASKED}"\nassistant "yes"`,
      { memory: memoryLeft(folderOf(FREEZE)) },
    );
    expect(deadAt).toBeUndefined();
    expect(eventsOf(kept, 'recalled').map(({ recalled }) => recalled.length)).toEqual([0, 1, 1]);
    expect(kept.recalled[2]).toBe(kept.recalled[1]);
  });

  it('[R3] a call behind a rewind is looked up with the same memory as the whole replay has it', () => {
    const text = `user "hello"\nassistant "hi"\nuser "${ASKED}"\nassistant "yes"\nrewind 2\nuser "${ASKED}"\nassistant "yes"`;
    const material = replayMaterial(transcriptFromText(text));
    const options = { memory: memoryLeft(folderOf(FREEZE)) };
    const { used } = replay(material, remembering, assumed(300), options);
    const looked = [0, 1, 2].map((call) => {
      const { after } = replayedCall(material, remembering, assumed(300), call, options);
      return after.filter(({ message }) => message.origin?.kind === 'memories').length;
    });
    expect(looked).toEqual([0, 1, 1]);
    expect(used[2]).toBe(used[1]);
  });

  it('[A8] no message is analysed twice when a session is resumed', () => {
    const { kept } = run(`user "${FREEZE}"\nassistant "ok"\nuser "go on"\nassistant "ok"`, {
      memory: memoryLeft(emptyFolder(ROOT), [0, 1]),
    });
    expect(eventsOf(kept, 'extracted').map(({ messages }) => messages)).toEqual([2]);
    expect(eventsOf(kept, 'recalled')).toEqual([]);
  });

  it('[J4] the recording of an agent that kept its memory itself is not given a second one', () => {
    const transcript = transcriptFromText(`user "${ASKED}"\nassistant "yes"`);
    const options = { memory: memoryLeft(folderOf(FREEZE)) };
    const { memory, changes, forks } = run({ ...transcript, memoryIsRecorded: true }, options);
    expect([memory, changes, forks]).toEqual([undefined, [], []]);
  });

  it('[J4] without these layers, nothing of memory is in a replay', () => {
    const transcript = transcriptFromText(`user "${ASKED}"\nassistant "yes"`);
    const options = { memory: memoryLeft(folderOf(FREEZE)) };
    const plain = run(transcript, {}, claudeCode21);
    expect(JSON.stringify(run(transcript, options, claudeCode21))).toBe(JSON.stringify(plain));
    expect(plain.memory).toBeUndefined();
  });

  it('[J4] the recorded mode judges the policy, and remembers nothing', () => {
    const { memory, changes } = run(`user "${ASKED}"\nassistant "yes"`, {
      mode: 'recorded',
      memory: memoryLeft(folderOf(FREEZE)),
    });
    expect([memory, changes]).toEqual([undefined, []]);
  });
});
