import { expect, test } from 'vitest';
import { playground } from '../policies/playground';
import { decisionsOf, replayOf } from './replayed-run.test-support';
import { ScriptedRun } from './scripted/scripted-run.test-support';

const PATIENCE_MS = 60_000;

test(
  'in a window of 20,000 every layer has something to do, the cheaper ones first, and a replay of the run does the same',
  async () => {
    const scripted = new ScriptedRun(playground);
    await scripted.turn('Fix the failing tests');
    await scripted.turn('Review every file');
    const { run } = scripted;
    expect(run.calls.length).toBeGreaterThanOrEqual(150);
    const simulation = run.result();
    const { changes, notes } = simulation;
    const first = (layer: string) => changes.findIndex((change) => change.layer === layer);
    const firsts = ['result-budget', 'microcompact-cached', 'session-memory', 'full-compact'].map(first);
    expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
    expect(firsts[0]).toBeGreaterThanOrEqual(0);
    const note = notes[0]?.call ?? Number.NaN;
    expect(note).toBeGreaterThanOrEqual(changes[first('microcompact-cached')]?.call ?? Number.NaN);
    expect(note).toBeLessThan(changes[first('session-memory')]?.call ?? Number.NaN);
    expect(decisionsOf(replayOf(run))).toEqual(decisionsOf(simulation));
  },
  PATIENCE_MS,
);

/** Of the process itself: what others do on the machine does not count. */
async function cpuMsOf(work: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

test(
  'a thousand calls take no longer at their end than at their beginning',
  async () => {
    const scripted = new ScriptedRun(playground);
    await scripted.turn('Fix the failing tests');
    const calls = (many: number) =>
      cpuMsOf(async () => {
        const end = scripted.run.calls.length + many;
        while (scripted.run.calls.length < end) {
          if (scripted.run.need.type === 'prompt') await scripted.turn('Review every file', 1);
          await scripted.goOn(end - scripted.run.calls.length);
        }
      });
    await calls(50);
    const first = await calls(100);
    await calls(750);
    const last = await calls(100);
    expect(scripted.run.calls.length).toBeGreaterThanOrEqual(1_000);
    expect(last).toBeLessThanOrEqual(1.5 * first);
  },
  3 * PATIENCE_MS,
);
