import { describe, expect, it } from 'vitest';
import { none } from '../../policies/presets/none';
import { policyLayers } from '../../policies/shape/policy-layer';
import { scriptedModel } from '../scripted/scripted-model';
import { MEMORY_ROOT } from '../tools/memory-files';
import { runTools } from '../tools/run-tools';
import { badExtractions, badMemoryModel, badSelections } from './bad-memory-models.test-support';
import { RunHost } from './run-host';
import { begun, TestJournal } from './run-host.test-support';
import { surroundings } from './surroundings';

const policy = {
  ...none,
  layers: policyLayers({ 'auto-memory': {}, 'memory-recall': { waitMs: 5_000 } }),
};
const KNOWN = '---\nname: push\ndescription: Never push to main\ntype: feedback\n---\n\nNever push to main.\n';
const files = {
  'README.md': 'tally\n',
  [`${MEMORY_ROOT}/feedback-push.md`]: KNOWN,
  [`${MEMORY_ROOT}/MEMORY.md`]: '- [push](feedback-push.md) — Never push to main\n',
};

async function ran(bad: Parameters<typeof badMemoryModel>[1]) {
  const entries = [begun(policy, files)];
  const journal = new TestJournal(entries);
  const model = badMemoryModel(scriptedModel({ pace: () => ({ firstWordMs: 0, perWordMs: 0 }), nowMs: () => 0 }), bad);
  const host = new RunHost(
    {
      journal,
      surroundings,
      model: () => model,
      runTools: (calls, desk, signal) => runTools(calls, desk, signal, () => 0),
      nowMs: Date.now,
      pausesAt: () => false,
      onChange: () => undefined,
    },
    entries,
  );
  await host.enter({ type: 'prompt', text: 'How many lines does README.md have?' });
  await expect.poll(() => host.state.run.memory.tasks.some(({ state }) => state === 'running')).toBe(false);
  return { host, journal, memory: host.state.run.memory, after: host.state.run.files.files() };
}

describe('a selector', () => {
  it.each(Object.entries(badSelections))('[R2] whose answer %s shows nothing, and says why', async (_, selection) => {
    const { journal, memory, host } = await ran({ selection });
    const recalled = journal.entries.find(({ type }) => type === 'recalled');
    expect(recalled).toMatchObject({ files: [], problem: expect.stringMatching(/No memory is recalled\.$/) });
    expect(memory.shownSince(0).bytes).toBe(0);
    expect(host.state.run.need.type).toBe('prompt');
  });
});

describe('a background agent', () => {
  it.each(Object.entries(badExtractions))('[A10] that %s changes nothing, and is told why', async (_, calls) => {
    const { journal, memory, after, host } = await ran({ calls });
    expect(after).toEqual(files);
    const results = journal.entries.flatMap((entry) => (entry.type === 'task-results' ? entry.results : []));
    expect(results).toHaveLength(calls.length);
    for (const { isError, text } of results) {
      expect(isError).toBe(true);
      expect(text.length).toBeLessThan(2_000);
      expect(text).toMatch(/[.!]$/);
    }
    expect(memory.tasks).toMatchObject([{ state: 'done', says: 'Done.' }]);
    expect(host.state.run.need.type).toBe('prompt');
  });

  it('[A10] that never ends is ended after its requests', async () => {
    const { memory, host } = await ran({ isEndless: true });
    expect(memory.tasks).toMatchObject([{ state: 'done' }]);
    expect(memory.tasks[0]?.steps).toHaveLength(5);
    expect(host.state.run.need.type).toBe('prompt');
  });
});
