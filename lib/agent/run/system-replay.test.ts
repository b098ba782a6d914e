import { describe, expect, it } from 'vitest';
import { importFile } from '../../importers/import-file';
import { policies } from '../../policies/index';
import { playground } from '../../policies/presets/playground';
import type { Policy } from '../../policies/shape/policy';
import { writeTranscripts } from '../../transcript/write-transcript';
import { surroundings } from '../host/surroundings';
import { LiveConversation } from './live-conversation';
import { decisionsOf, replayOf } from './replayed-run.test-support';
import { Worked } from './worked-run.test-support';

function inWindow(policy: Policy, windowTokens: number): Policy {
  // With a buffer larger than the window, an agent would compact before its first call.
  const eras = policy.eras.map(({ thresholds, ...era }) => {
    const bufferTokens = Math.min(thresholds.bufferTokens, windowTokens / 2);
    return { ...era, thresholds: { ...thresholds, bufferTokens } };
  });
  return { ...policy, windowTokens, maxOutputTokens: 2_000, eras };
}

/** Instructions that are read anew after each compaction, sections that are edited, a server, another day. */
function lively(policy: Policy): Worked {
  const run = new Worked(policy);
  run.turn(12);
  run.edit('CLAUDE.md', `# Pools\n\n@AGENTS.md\n\n${'Be exact, and say where you looked. '.repeat(20)}\n`);
  run.choose({ hasServer: true });
  run.turn(40, (call) => {
    if (call === 30)
      run.choose({ hasServer: true, off: ['tone'], texts: { language: 'Answer in Latin. '.repeat(30) } });
    if (call === 41) run.edit('AGENTS.md', '- Never empty a pool. '.repeat(40));
    if (call === 43) run.choose({});
  });
  run.waitADay();
  run.turn(30);
  return run;
}

const windows = [16_000, 40_000].flatMap((window) => policies.map((policy) => [policy.id, window, policy] as const));

describe('a run whose beginning changes', () => {
  it.each(windows)('[Y3] [Y5] under "%s" in a window of %i is repeated call by call', (_, window, policy) => {
    const { run } = lively(inWindow(policy, window));
    expect(decisionsOf(replayOf(run))).toEqual(decisionsOf(run.result()));
  });

  it('[Y5] reads its files anew after a compaction, and records what was sent from which call on', () => {
    const { run } = lively(inWindow(playground, 16_000));
    const { systemChanges = [] } = run.transcript;
    expect(systemChanges.filter(({ isAfterWork }) => isAfterWork === true).length).toBeGreaterThan(0);
    expect(systemChanges.filter(({ isAfterWork }) => isAfterWork !== true).length).toBeGreaterThan(1);
    expect(JSON.stringify(run.transcript.system)).toContain('Be exact.');
    expect(JSON.stringify(systemChanges.at(-1)?.system)).toContain('say where you looked');
  });

  it('[J3] is the same after a reload, byte by byte, and after it was exported', async () => {
    const worked = lively(inWindow(playground, 16_000));
    worked.give({ type: 'prompt', timeMs: worked.now(), text: 'And now?' });
    const again = LiveConversation.of(JSON.parse(JSON.stringify(worked.entries)), surroundings);
    expect(JSON.stringify(again.need)).toBe(JSON.stringify(worked.run.need));
    expect(again.transcript).toEqual(worked.run.transcript);
    const text = [...writeTranscripts([worked.run.transcript])].join('');
    const stream = () => new Blob([text]).stream();
    const read = await importFile({ name: 'run.highwater.json', size: text.length, stream });
    expect(read.ok && read.value.transcripts).toEqual([worked.run.transcript]);
  });
});
