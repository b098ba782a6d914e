import { eraOf, eraVersion, type Policy, policyThresholds } from '../../lib/policies/shape/policy';
import { runFailure } from '../../lib/simulator/replay/run-failure';
import { withCompactionPercent } from '../../lib/state/policy/compaction-percent';
import { jumpsOf, type ThresholdTable } from '../../lib/state/sessions/threshold-table';
import { recordedView, viewOf, whatIfOf } from '../../lib/state/simulate/simulated-session';
import { writeViewLink } from '../../lib/state/simulate/view-link';
import type { OpenedSession } from '../../lib/worker/engine/open-session';

const PERCENTS = Array.from({ length: 71 }, (_, index) => 30 + index);

/** Every row is what the engine answers to Simulate for the row's link. */
export function thresholdTable(session: OpenedSession): ThresholdTable {
  const { summary, timeline, recordedBill } = session.overview();
  const summaries = session.explanations.modelError()?.summaries.cost;
  if (recordedBill?.cost == null || summaries === undefined) throw new Error('Its cost is not recorded');
  const version = eraVersion(summary.agent);
  const whatIf = whatIfOf(recordedView(summary.agent));
  const thresholdsOf = (policy: Policy) => policyThresholds(policy, eraOf(policy, version).thresholds, summary);
  const used = [...timeline.used];

  const rowOf = (percent: number): ThresholdTable['rows'][number] => {
    const policy = withCompactionPercent(whatIf.policy, percent, summary, version);
    if (!policy.ok) throw new Error(`${percent} %: ${policy.error}`);
    const view = viewOf({ ...whatIf, policy: policy.value });
    const simulation = session.simulations.simulate(view);
    if (runFailure(simulation) !== undefined) throw new Error(`${percent} %: the session ends early`);
    const compactedBefore = simulation.compactions.map(({ call }) => call);
    const call = compactedBefore[0] ?? 0;
    const link = writeViewLink({ ...view, call, filters: {} });
    if (!link.ok) throw new Error(link.error);
    return {
      percent,
      threshold: thresholdsOf(policy.value).auto,
      link: link.value,
      compactedBefore,
      cost: simulation.totals.cost.dollars,
      peak: simulation.totals.peak,
      jumps: jumpsOf(used, Array.from(simulation.used, Math.round)),
    };
  };

  const recorded = {
    compactedBefore: timeline.events.filter(({ kind, isGuess }) => kind === 'full' && !isGuess).map(({ call }) => call),
    cost: recordedBill.cost + summaries,
    peak: summary.peakTokens,
    used,
  };
  return { effectiveWindow: thresholdsOf(whatIf.policy).effective, recorded, rows: PERCENTS.map(rowOf) };
}
