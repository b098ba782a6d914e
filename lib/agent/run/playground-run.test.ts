import { expect, test } from 'vitest';
import { playground } from '../../policies/presets/playground';
import { firstTask } from '../scripted/first-task';
import { ScriptedRun } from '../scripted/scripted-run.test-support';
import { decisionsOf, replayOf } from './replayed-run.test-support';

// A run takes seconds; on a machine with other work it waited minutes for its turn.
const PATIENCE_MS = 300_000;
const MOST_CALLS_BEFORE_COMPACTION = 70;

test(
  'in a window of 20,000 every layer acts, cheaper ones first, and a replay of the run does the same',
  async () => {
    const scripted = new ScriptedRun(playground);
    for (const prompt of firstTask) await scripted.turn(prompt);
    const { run } = scripted;
    expect(run.calls.length).toBeGreaterThanOrEqual(150);
    const simulation = run.result();
    const { changes, notes, compactions } = simulation;
    // Of half a minute at the usual speed.
    expect(compactions[0]?.call).toBeLessThan(MOST_CALLS_BEFORE_COMPACTION);
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
