import { describe, expect, it } from 'vitest';
import { asRecorded } from '../../policies/presets/as-recorded';
import { everythingOn } from '../../policies/presets/everything-on';
import { none } from '../../policies/presets/none';
import { assumed } from '../../summarizers/assumed';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { replayMaterial } from '../recorded/replay-material';
import { replay } from './replay';
import { replayedCall } from './replay-lookup';

const RECORDING = `
  user 60000 tokens
  assistant 100 tokens
  usage 100000 output 100
  user 50000 tokens
  assistant 100 tokens
  usage 150000 output 100
  user 18000 tokens
  boundary full auto 168500
  summary 3000 tokens
  user 100 tokens
  assistant 50 tokens
  usage 30000 output 50
  boundary full manual 30100
  summary 400 tokens
  user 100 tokens
  assistant 50 tokens
  usage 20000 output 50
`;

const material = replayMaterial(transcriptFromText(RECORDING, { agent: { name: 'Claude Code', version: '2.1.81' } }));
const recorded = (policy = asRecorded) => replay(material, policy, assumed(), { mode: 'recorded' });

describe('[P1] the recording itself', () => {
  it('keeps every recorded number, whatever the policy', () => {
    for (const policy of [asRecorded, everythingOn, none]) {
      const simulation = recorded(policy);
      expect([...simulation.used]).toEqual([...material.recorded.timeline.used]);
      expect(simulation.forks).toEqual([]);
    }
  });

  it('lists the recorded compactions like those of a policy, with the recorded sizes', () => {
    expect(recorded().compactions.map(({ call, trigger, before, after }) => [call, trigger, before, after])).toEqual(
      material.recorded.timeline.events.map(({ call, trigger, before, after }) => [call, trigger, before, after]),
    );
  });

  it('[G1] shows what the rules of its agent compared there', () => {
    const { counted, threshold } = recorded();
    expect(counted[2]).toBeGreaterThanOrEqual(threshold[2] ?? 0);
    expect(counted[1]).toBeLessThan(threshold[1] ?? 0);
  });

  it('has what was compacted before the call, and the summary after', () => {
    const kinds = (side: 'before' | 'after') =>
      replayedCall(material, asRecorded, assumed(), 2, { mode: 'recorded' })[side].map(({ message }) => message.kind);
    expect(kinds('before')).toEqual(['injected', 'prompt', 'reply', 'prompt', 'reply', 'prompt', 'prompt']);
    expect(kinds('after')).toEqual(['summary', 'prompt', 'injected']);
  });
});

describe('[F9] in a replay from the start', () => {
  const typed = replayMaterial(
    transcriptFromText(`
      user 60000 tokens
      assistant 100 tokens
      usage 80000 output 100
      boundary full manual 80100
      summary 400 tokens
      user 100 tokens
      assistant 50 tokens
      usage 20000 output 50
    `),
  );
  const free = (options = {}) => replay(typed, none, assumed(), options);

  it('a recorded /compact is repeated before the next prompt, unless it is switched off', () => {
    expect(free().compactions.map(({ call, trigger }) => [call, trigger])).toEqual([[1, 'manual']]);
    expect(free({ skipsRecordedCommands: true }).compactions).toEqual([]);
    const { before, after } = replayedCall(typed, none, assumed(), 1);
    expect(before.at(-1)?.message.kind).toBe('prompt');
    expect(after.at(-1)?.message).toBe(before.at(-1)?.message);
    expect(after.length).toBeLessThan(before.length);
  });

  it('[L1] it waits for a result that the file has after it', () => {
    const lines = ['user 60000 tokens', 'call #1 read a.ts', 'boundary full manual', 'result #1 9000 tokens'];
    const material = replayMaterial(transcriptFromText([...lines, 'assistant 50 tokens'].join('\n')));
    const { before, after } = replayedCall(material, none, assumed(), 1);
    expect(before.map(({ message }) => message.kind)).toEqual(['prompt', 'reply', 'tool-results']);
    // The file that was read is restored.
    expect(after.map(({ message }) => message.kind)).toEqual(['summary', 'injected']);
  });

  it('it happens once if it was typed for that call, too', () => {
    const commands = [{ call: 1, command: { type: 'compact' } }] as const;
    expect(free({ commands }).compactions).toHaveLength(1);
  });
});
