import type { SummaryRequests } from '../../simulator/explain/model-error';
import type { SessionLosses } from '../../simulator/explain/session-losses';
import type { Simulation } from '../../simulator/pipeline/simulation';
import { runFailure } from '../../simulator/replay/run-failure';
import { dollars } from '../words/format-dollars';
import { counted } from '../words/format-number';
import { measures, outcomeOf } from './outcome-measures';

/** What a session shows of itself. */
export interface RecordedOutcome {
  readonly compactions: number;
  readonly peak: number;
  /** [E2] In $; missing if it is not recorded. */
  readonly cost?: number;
  /** [P2] Missing if the rules of the agent are not known. */
  readonly summaries?: SummaryRequests;
  /** [K1] [K2] Missing while they are counted. */
  readonly losses?: SessionLosses;
}

export interface WhatIfFigure {
  readonly title: string;
  readonly recorded: string;
  readonly whatIf: string;
  /** Missing if either is unknown, if they are equal, or if the simulated session ends early. */
  readonly change?: string;
}

/**
 * The recording and the current policy side by side. The requests that wrote the recorded summaries are in no file, but
 * those of a policy are in its cost: they are added to the recorded cost as predicted.
 */
export function whatIfFigures(
  { compactions, peak, cost, summaries, losses }: RecordedOutcome,
  simulation: Simulation,
  /** Missing while they are counted. */
  counted?: SessionLosses,
): readonly WhatIfFigure[] {
  const outcome = { ...outcomeOf(simulation), ...counted };
  const failure = runFailure(simulation);
  const isWhole = failure === undefined || failure.type === 'thrash';
  const recorded = {
    cost: cost === undefined ? undefined : cost + (summaries?.cost ?? 0),
    compactions,
    peak,
    lost: losses?.lost,
    misses: losses?.misses,
  };
  return (['cost', 'compactions', 'peak', 'lost', 'misses'] as const).map((id): WhatIfFigure => {
    const missing = id === 'lost' || id === 'misses' ? '…' : 'unknown';
    const { title, of, short, difference } = measures[id];
    const [before, after] = [recorded[id], of(outcome)];
    const change = !isWhole || before === undefined || after === undefined ? 0 : after - before;
    return {
      title,
      recorded: before === undefined ? missing : short(before),
      whatIf: after === undefined ? missing : short(after),
      ...(Math.abs(change) < 1e-9 ? {} : { change: difference(change).short }),
    };
  });
}

/** About the recorded cost. */
export function summaryNote({ cost, counted: included, uncounted }: SummaryRequests): string | undefined {
  if (included + uncounted === 0) return undefined;
  if (included === 0)
    return `The cost does not include the ${uncounted === 1 ? 'request that wrote the recorded summary, which is' : 'requests that wrote the recorded summaries, which are'} not in the file.`;
  const missing = uncounted === 0 ? '' : ` Not included: ${counted(uncounted, 'summary', 'summaries')}.`;
  return `The requests that wrote the recorded summaries are not in the file; ${dollars(cost)} is added for ${counted(included, 'summary', 'summaries')}, as predicted.${missing}`;
}
