import { beforeAll, describe, expect, it } from 'vitest';
import { policies } from '../../policies/index';
import { claudeCodeCurrent } from '../../policies/presets/claude-code-current';
import { assumed } from '../../summarizers/assumed';
import { categories } from '../../tokens/category';
import type { Transcript } from '../../transcript/transcript';
import { withMemory } from '../memory/memory-policy';
import { type ReplayMaterial, replayMaterial } from '../recorded/replay-material';
import { replay } from './replay';

const folder = process.env.HIGHWATER_TRANSCRIPTS ?? '';
const MAX_MS = 600_000;

describe.skipIf(folder === '')('memory on the shared recordings', { timeout: MAX_MS }, () => {
  const all: { readonly name: string; readonly material: ReplayMaterial }[] = [];

  beforeAll(async () => {
    const { importFiles } = await import('../../importers/import-files');
    const { filesToImport } = await import('../../../scripts/command-line/file-source');
    for await (const imported of importFiles(await filesToImport([folder]))) {
      if (imported.type !== 'imported') continue;
      const lineOf = (transcript: Transcript): readonly Transcript[] => [
        transcript,
        ...transcript.children.flatMap(lineOf),
      ];
      imported.file.transcripts.flatMap(lineOf).forEach((transcript, index) => {
        all.push({ name: `${imported.path.split('/').at(-1)}#${index}`, material: replayMaterial(transcript) });
      });
    }
  }, MAX_MS);

  it.each(policies)('[J4] the preset $id replays every recording without a fault', (policy) => {
    for (const { material } of all) {
      for (const mode of ['free', 'following'] as const) {
        const { used, byCategory, deadAt = used.length, memory } = replay(material, policy, assumed(), { mode });
        for (let call = 0; call < deadAt; call++) {
          expect(categories.reduce((sum, category) => sum + (byCategory[category][call] ?? 0), 0)).toBe(used[call]);
          if (memory === undefined) continue;
          const carried = (memory.rules[call] ?? 0) + (memory.index[call] ?? 0) + (memory.recalled[call] ?? 0);
          expect(carried).toBeLessThanOrEqual((used[call] ?? 0) + 1);
        }
      }
    }
  });

  it('[J4] with memory, Claude Code’s present rules carry this much, at this cost', () => {
    const on = withMemory(claudeCodeCurrent, true);
    let calls = 0;
    let dollars = 0;
    let dollarsWithout = 0;
    const carried = { rules: 0, index: 0, recalled: 0 };
    const events: Record<string, number> = {};
    for (const { name, material } of all) {
      const options = { predictsBill: true };
      const remembered = replay(material, on, assumed(), options);
      const plain = replay(material, claudeCodeCurrent, assumed(), options);
      const { memory } = remembered;
      expect([name, memory === undefined]).toEqual([name, false]);
      if (memory === undefined) continue;
      for (const { type } of memory.events) events[type] = (events[type] ?? 0) + 1;
      const { cost } = remembered.totals;
      if (cost.unknown > 0 || plain.totals.cost.unknown > 0 || remembered.deadAt !== plain.deadAt) continue;
      calls += remembered.calls;
      dollars += cost.dollars;
      dollarsWithout += plain.totals.cost.dollars;
      for (const way of ['rules', 'index', 'recalled'] as const) {
        carried[way] += memory[way].reduce((sum, tokens) => sum + tokens, 0);
      }
    }
    expect(dollars).toBeGreaterThan(dollarsWithout);
    const perCall = (tokens: number) => (tokens / calls).toFixed(1);
    console.log(
      `${all.length} sessions; of ${calls} calls with known prices: rules ${perCall(carried.rules)}, index ${perCall(carried.index)}, recalled ${perCall(carried.recalled)} tokens per call; $${dollars.toFixed(2)} with memory, $${dollarsWithout.toFixed(2)} without; ${JSON.stringify(events)}`,
    );
  });
});
