import type { Simulation } from '../../simulator/pipeline/simulation';
import type { RecordedBill } from '../../simulator/recorded/recorded-bill';
import { runFailure, runFailureWords } from '../../simulator/replay/run-failure';
import { dollars } from '../words/format-dollars';
import { exactNumber } from '../words/format-number';

export interface BillRow {
  readonly title: string;
  readonly recorded: string;
  readonly simulated: string;
  /** Simulated minus recorded; undefined if one of them is unknown, or if the run ended early. */
  readonly difference: string | undefined;
}

export interface BillComparison {
  readonly rows: readonly BillRow[];
  /** Notes about the numbers. */
  readonly notes: readonly string[];
}

/** [E2] The recorded bill beside that of a simulation. */
export function billComparison(
  recorded: RecordedBill,
  simulation: Pick<Simulation, 'totals' | 'deadAt' | 'blockedAt' | 'thrash'>,
): BillComparison {
  const { totals } = simulation;
  const failure = runFailure(simulation);
  const isWhole = failure === undefined || failure.type === 'thrash';
  const row = (
    title: string,
    ours: number | null,
    theirs: number | null,
    text: (value: number) => string,
  ): BillRow => ({
    title,
    recorded: theirs === null ? 'unknown' : text(theirs),
    simulated: ours === null ? 'unknown' : text(ours),
    difference: ours === null || theirs === null || !isWhole ? undefined : signed(ours - theirs, text),
  });
  const { cost } = totals;
  const { callsWithoutUsage, unfinishedOutputs } = recorded;
  return {
    rows: [
      row('Cache reads', totals.cacheRead, recorded.cacheRead, exactNumber),
      row('Cache writes', totals.cacheWrite, recorded.cacheWrite, exactNumber),
      row('Uncached', totals.uncached, recorded.uncached, exactNumber),
      row('Output', totals.output, recorded.output, exactNumber),
      row('Cost', cost.unknown > 0 ? null : cost.dollars, recorded.cost, dollars),
    ],
    notes: [
      ...(failure === undefined ? [] : [`The simulated session is ${runFailureWords(failure, failure.call + 1)}.`]),
      ...(callsWithoutUsage > 0
        ? [`Excluded from both: ${exactNumber(callsWithoutUsage)} calls without recorded usage.`]
        : []),
      ...(unfinishedOutputs > 0
        ? [`${exactNumber(unfinishedOutputs)} calls have incomplete recorded output, so both bills are too low.`]
        : []),
    ],
  };
}

function signed(by: number, text: (value: number) => string): string {
  if (Math.abs(by) < 1e-6) return '=';
  return `${by > 0 ? '+' : '−'}${text(Math.abs(by))}`;
}
