import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../base/steps/steps';
import { asRecorded } from '../../policies/presets/as-recorded';
import { everythingOn } from '../../policies/presets/everything-on';
import { none } from '../../policies/presets/none';
import { comparedOutcomes, RECORDED } from '../../series/tables/comparison-table';
import { measures } from '../../series/tables/outcome-measures';
import type { SimulationChoice } from '../../worker/engine/messages';
import { openSession } from '../../worker/engine/open-session';

const folder = process.env.HIGHWATER_TRANSCRIPTS;
const recordings =
  folder === undefined
    ? []
    : [
        'claude-code/manual-compaction-with-images-v2.1.49.jsonl',
        'codex/auto-compaction-0.142.0.jsonl',
        'claude-trace/traffic-64-pairs-headers-removed.jsonl',
      ].map((file) => join(folder, file));
const samples = ['long-bug-hunt', 'refactoring', 'rules-and-images'].map((name) => `public/samples/${name}.jsonl`);
const signal = new AbortController().signal;
const MAX_MS = 120_000;

describe.each([...samples, ...recordings])('Compare of %s', { timeout: MAX_MS }, (path) => {
  const opening = openSession(
    { type: 'file', path: basename(path), file: new Blob([readFileSync(path)]), child: [] },
    signal,
  );

  it('[K2] counts as many used-later misses as a sweep', async () => {
    const { simulations, explanations, values } = await opening;
    await values.prepare(signal);
    for (const policy of [asRecorded, everythingOn]) {
      const choice: SimulationChoice = { policy, mode: 'free', replies: { type: 'recorded' } };
      const path = 'policy.maxOutputTokens';
      const [row] = simulations.sweep({ ...choice, path, values: [policy.maxOutputTokens], countsMisses: true });
      expect(atOnce(explanations.sessionLosses(choice))).toMatchObject({ misses: row?.misses });
    }
  });

  it('[E2] has the totals of the replay, and a recorded column equal to an unchanged one', async () => {
    const { simulations, explanations, values, overview } = await opening;
    await values.prepare(signal);
    const unchanged: SimulationChoice = { policy: none, mode: 'following', replies: { type: 'recorded' } };
    const { simulation, withoutCache } = simulations.compared(unchanged);
    const { summary, recordedBill: bill } = overview();
    const recording = {
      summary,
      bill,
      withoutCache: simulations.recordedCostWithoutCache(),
      losses: atOnce(explanations.sessionLosses(unchanged)),
    };
    const scenario = { name: 'Unchanged', simulation, withoutCache, losses: recording.losses };
    const [recorded, replayed] = comparedOutcomes(recording, [scenario]).map(({ outcome }) => outcome);
    if (recorded === undefined || replayed === undefined) throw new Error('Both are computed');
    expect(replayed.totals).toEqual(simulation.totals);
    expect(comparedOutcomes(recording, [])[0]?.name).toBe(RECORDED);
    for (const id of ['sent', 'cost', 'cost-without-cache', 'cache-share'] as const) {
      const [theirs, ours] = [measures[id].of(recorded), measures[id].of(replayed)];
      if (theirs !== undefined) expect([id, (ours ?? 0) / theirs]).toEqual([id, expect.closeTo(1, 2)]);
    }
    const sent = [...simulation.cacheRead].reduce((sum, read, call) => {
      return sum + read + (simulation.cacheWritten[call] ?? 0) + (simulation.uncached[call] ?? 0);
    }, 0);
    const forks = simulation.forks.reduce((sum, { read, uncached }) => sum + read + uncached, 0);
    expect(sent + forks).toBe(simulation.totals.sent);
    expect(withoutCache.dollars).toBeGreaterThanOrEqual(simulation.totals.cost.dollars * 0.999);
  });
});
