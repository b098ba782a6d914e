import { expect, it } from 'vitest';
import { playground } from '../../policies/presets/playground';
import { decisionsOf, replayOf } from '../run/replayed-run.test-support';
import { sampleFiles } from '../scripted/scripted-run.test-support';
import { AgentRun } from './agent-run';
import { memoryRun, said } from './memory-run.test-support';
import { surroundings } from './surroundings';

// A shell runs in some of them.
const PATIENCE_MS = 60_000;

it(
  '[O4] [O6] eight agents at once: the journal makes the same run again, and a replay of each record decides the same',
  async () => {
    const run = memoryRun({ own: { agents: 'in-tool' }, files: sampleFiles(), policy: playground });
    await said(run, 'Review the files with eight agents');
    const { all } = run.host.state.run.agents;
    expect(all.map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'done'));
    const order = run.stored.flatMap((entry) => (entry.type === 'task-reply' ? [entry.task] : []));
    // Side by side: the second request of the first comes after the first of the last.
    expect(order.lastIndexOf('agent-1')).toBeGreaterThan(order.indexOf('agent-8'));
    for (const { run: child } of [run.host.state, ...all]) {
      expect(decisionsOf(replayOf(child))).toEqual(decisionsOf(child.result()));
    }
    const again = AgentRun.of(run.stored, surroundings);
    expect(again.run.transcript).toEqual(run.host.state.run.transcript);
    expect(again.run.agents.all.map((child) => [child.answer, child.run.calls])).toEqual(
      all.map((child) => [child.answer, child.run.calls]),
    );
  },
  PATIENCE_MS,
);
