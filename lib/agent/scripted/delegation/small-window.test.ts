import { expect, it } from 'vitest';
import { playground } from '../../../policies/presets/playground';
import { memoryRun, said } from '../../host/memory-run.test-support';
import { withChange, yearChange } from '../../story/year-change';
import { sampleFiles } from '../scripted-run.test-support';

// A shell runs in some of them.
const PATIENCE_MS = 60_000;

async function reviewIn(windowTokens: number) {
  const run = memoryRun({
    own: { agents: 'in-tool' },
    files: withChange(sampleFiles(), yearChange),
    policy: { ...playground, windowTokens },
  });
  await said(run, 'Review the change with five agents');
  return run.host.state.run;
}

it(
  '[O6] agents whose context is compacted know what they were started for, and finish',
  async () => {
    const { agents } = await reviewIn(9_500);
    expect(agents.all.filter(({ run }) => run.compactions > 0).length).toBeGreaterThan(2);
    for (const { state, answer } of agents.all)
      expect([state, answer]).toEqual(['done', expect.stringMatching(/^I read/)]);
    expect(agents.all).toHaveLength(5);
  },
  PATIENCE_MS,
);

it(
  '[O6] where nothing fits any more, they fail with a reason, and their parent starts nobody twice',
  async () => {
    const { agents, lastWords, compactions } = await reviewIn(8_800);
    expect(compactions).toBeGreaterThan(0);
    expect(agents.all).toHaveLength(5);
    const failed = agents.all.filter(({ state }) => state === 'failed');
    for (const { why } of failed) expect(why).toMatch(/^Its context is full again after each compaction/);
    expect(lastWords).toMatch(/^The agents have worked, but my context was compacted/);
  },
  PATIENCE_MS,
);
