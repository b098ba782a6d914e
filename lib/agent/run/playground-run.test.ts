import { expect, test } from 'vitest';
import { playground } from '../../policies/presets/playground';
import { ScriptedRun } from '../scripted/scripted-run.test-support';
import { decisionsOf, replayOf } from './replayed-run.test-support';

// A run takes seconds; on a machine with other work it waited minutes for its turn.
const PATIENCE_MS = 300_000;

test(
  'in a window of 20,000 every layer acts, cheaper ones first, and a replay of the run does the same',
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
