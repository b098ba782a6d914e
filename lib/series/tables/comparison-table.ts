import { optional } from '../../base/optional';
import type { SessionLosses } from '../../simulator/explain/session-losses';
import type { Simulation, Totals } from '../../simulator/pipeline/simulation';
import type { RecordedBill } from '../../simulator/recorded/recorded-bill';
import type { TranscriptSummary } from '../../transcript/summarise';
import { type MeasureId, type Outcome, outcomeOf } from './outcome-measures';
import { type ComparedOutcome, outcomeTable, type ScenarioRow } from './scenario-table';

/** The rows of Compare, besides those about runs that ended early. */
export const comparedMeasures: readonly MeasureId[] = [
  'compactions',
  'model-calls',
  'peak',
  'sent',
  'cost',
  'cost-without-cache',
  'cache-share',
  'lost',
  'misses',
];

const ofLosses: readonly MeasureId[] = ['lost', 'misses'];

/** Undefined while they are counted; `stopped` if the user, or a failure, ended that. */
export type CountedLosses = SessionLosses | 'stopped' | undefined;

/** A policy on the session, as far as it is computed. */
export interface ComparedScenario {
  readonly name: string;
  readonly simulation: Simulation | undefined;
  readonly withoutCache: Totals['cost'] | undefined;
  readonly losses: CountedLosses;
}

export interface ComparedRecording {
  readonly summary: Pick<TranscriptSummary, 'calls' | 'compactions' | 'peakTokens'>;
  readonly bill: RecordedBill | undefined;
  readonly withoutCache: Totals['cost'] | undefined;
  readonly losses: CountedLosses;
  /** [P2] What the requests for its summaries would have cost, which are in no file but in the cost of every policy. */
  readonly summaryDollars?: number | undefined;
}

export const RECORDED = 'Recorded';

/** The recording in the measures of a replay. A session without a recorded bill has no cost, but calls and compactions. */
export function recordedOutcome(recording: ComparedRecording): Outcome {
  const { summary, bill, withoutCache, losses, summaryDollars = 0 } = recording;
  return {
    compactions: summary.compactions,
    totals: {
      peak: summary.peakTokens,
      // A replay does not count calls without usage either, if the others are billed.
      modelCalls: bill?.calls ?? summary.calls,
      ...(bill && { sent: bill.sent, cacheRead: bill.cacheRead }),
      ...(bill &&
        bill.cost !== null && { cost: { dollars: bill.cost + summaryDollars, known: bill.calls, unknown: 0 } }),
    },
    ...optional('withoutCache', withoutCache),
    ...countedOf(losses),
  };
}

export function comparedOutcomes(
  recording: ComparedRecording,
  scenarios: readonly ComparedScenario[],
): readonly ComparedOutcome[] {
  return [
    {
      name: RECORDED,
      outcome: recordedOutcome(recording),
      missing: (id) => missingLosses(id, recording.losses) ?? missingInRecording(id, recording.bill),
    },
    ...scenarios.map(({ name, simulation, withoutCache, losses }) => ({
      name,
      outcome: simulation && {
        ...outcomeOf(simulation),
        ...optional('withoutCache', withoutCache),
        ...countedOf(losses),
      },
      missing: (id: MeasureId) => (simulation === undefined ? 'computing' : missingLosses(id, losses)),
    })),
  ];
}

/** The recording beside the policies, with differences from one of them. */
export function comparisonTable(outcomes: readonly ComparedOutcome[], baseline: string): readonly ScenarioRow[] {
  return outcomeTable(outcomes, baseline, comparedMeasures);
}

function countedOf(losses: CountedLosses): Partial<SessionLosses> {
  return losses === undefined || losses === 'stopped' ? {} : losses;
}

function missingLosses(id: MeasureId, losses: CountedLosses): string | undefined {
  if (!ofLosses.includes(id)) return undefined;
  if (losses === 'stopped') return 'not counted';
  return losses === undefined ? 'computing' : undefined;
}

const ofTheBill: readonly MeasureId[] = ['sent', 'cost', 'cost-without-cache', 'cache-share'];

/** With a bill, only a price can be missing. */
function missingInRecording(id: MeasureId, bill: RecordedBill | undefined): string | undefined {
  return ofTheBill.includes(id) && bill === undefined ? 'not recorded' : undefined;
}
