import { addCost, type CostSum, costOf, noCosts } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import type { Usage } from '../../transcript/transcript';
import { inputSide } from '../../transcript/usage';
import type { Simulation } from '../pipeline/simulation';
import type { ReplayMaterial } from '../recorded/replay-material';

type Priced = Pick<ReplayMaterial, 'transcript' | 'cache'>;
type Sent = Pick<Simulation, 'cacheRead' | 'cacheWritten' | 'uncached' | 'billedOutput' | 'forks'>;

/** [E2] The same requests, with all their input at the price of uncached input. */
export function costWithoutCache({ transcript, cache }: Priced, simulation: Sent): CostSum {
  const priceOf = (call: number, input: number, output: number, extraPasses: readonly Usage[] = []) =>
    costOf(uncached({ ...nothing, input, output, extraPasses }), modelFor(transcript.calls[call]?.model ?? ''));
  let sum = noCosts;
  transcript.calls.forEach((_, call) => {
    const { [call]: read = 0 } = simulation.cacheRead;
    const input = read + (simulation.cacheWritten[call] ?? 0) + (simulation.uncached[call] ?? 0);
    const output = simulation.billedOutput[call] ?? 0;
    // Not sent, or not billed.
    if (input === 0 && output === 0) return;
    sum = addCost(sum, priceOf(call, input, output, cache.calls[call]?.usage?.extraPasses));
  });
  for (const { call, read, uncached: rest, output } of simulation.forks) {
    sum = addCost(sum, priceOf(call, read + rest, output));
  }
  return sum;
}

/** [E2] Undefined where the recording has no bill. */
export function recordedCostWithoutCache({ transcript, cache }: Priced): CostSum | undefined {
  if (!cache.showsBill) return undefined;
  return cache.calls.reduce(
    (sum, { usage }, call) =>
      usage === undefined ? sum : addCost(sum, costOf(uncached(usage), modelFor(transcript.calls[call]?.model ?? ''))),
    noCosts,
  );
}

const nothing: Usage = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 };

function uncached(usage: Usage): Usage {
  return {
    ...nothing,
    input: inputSide(usage),
    output: usage.output,
    extraPasses: (usage.extraPasses ?? []).map(uncached),
  };
}
