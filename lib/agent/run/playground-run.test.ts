import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { playground } from '../../policies/presets/playground';
import { ScriptedRun } from '../scripted/scripted-run.test-support';
import { decisionsOf, replayOf } from './replayed-run.test-support';

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
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test(
  'of a thousand calls the last hundred take no longer than the first, and no more memory',
  async () => {
    const scripted = new ScriptedRun(playground);
    await scripted.turn('Fix the failing tests');
    const hundred = async () => {
      const end = scripted.run.calls.length + 100;
      const [startMs, startBytes] = [cpuMs(), heapBytes()];
      while (scripted.run.calls.length < end) {
        if (scripted.run.need.type === 'prompt') await scripted.turn('Review every file', 1);
        await scripted.goOn(end - scripted.run.calls.length);
      }
      scripted.requests.length = 0;
      return { ms: cpuMs() - startMs, bytes: heapBytes() - startBytes };
    };
    const all: Awaited<ReturnType<typeof hundred>>[] = [];
    while (scripted.run.calls.length < 1_000) all.push(await hundred());
    const [first, second, ...others] = all;
    const last = others.at(-1);
    if (first === undefined || second === undefined || last === undefined) throw new Error('There are ten of them');
    expect(last.ms).toBeLessThanOrEqual(1.5 * Math.max(first.ms, second.ms));
    const most = Math.max(first.bytes, second.bytes);
    expect(others.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(1.5 * most * others.length);
  },
  3 * PATIENCE_MS,
);
