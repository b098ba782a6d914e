import { optional } from '../../base/optional';
import type { RuleOverSession } from '../../simulator/explain/rules-over-session';
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
  'rules-kept',
  'rules-lost',
];

const ofLosses: readonly MeasureId[] = ['lost', 'misses'];
const ofRules: readonly MeasureId[] = ['rules-kept', 'rules-lost'];

/** Undefined while they are counted; `stopped` if the user, or a failure, ended that. */
export type CountedLosses = SessionLosses | 'stopped' | undefined;
/** [K4] As above. */
export type CountedRules = readonly RuleOverSession[] | 'stopped' | undefined;

interface Counted {
  readonly losses: CountedLosses;
  readonly rules?: CountedRules;
}

/** A policy on the session, as far as it is computed. */
export interface ComparedScenario extends Counted {
  readonly name: string;
  readonly simulation: Simulation | undefined;
  readonly withoutCache: Totals['cost'] | undefined;
}

export interface ComparedRecording extends Counted {
  readonly summary: Pick<TranscriptSummary, 'calls' | 'compactions' | 'peakTokens'>;
  readonly bill: RecordedBill | undefined;
  readonly withoutCache: Totals['cost'] | undefined;
  /** [P2] What the requests for its summaries would have cost, which are in no file but in the cost of every policy. */
  readonly summaryDollars?: number | undefined;
}

export const RECORDED = 'Recorded';

/** The recording in the measures of a replay. A session without a recorded bill has no cost, but calls and compactions. */
export function recordedOutcome(recording: ComparedRecording): Outcome {
  const { summary, bill, withoutCache, summaryDollars = 0 } = recording;
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
    ...countedOf(recording),
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
      ...optional('rules', listed(recording.rules)),
      missing: (id) => missingCounts(id, recording) ?? missingInRecording(id, recording.bill),
    },
    ...scenarios.map(({ name, simulation, withoutCache, ...counted }) => ({
      name,
      outcome: simulation && {
        ...outcomeOf(simulation),
        ...optional('withoutCache', withoutCache),
        ...countedOf(counted),
      },
      ...optional('rules', listed(counted.rules)),
      missing: (id: MeasureId) => (simulation === undefined ? 'computing' : missingCounts(id, counted)),
    })),
  ];
}

/** The recording beside the policies, with differences from one of them. */
export function comparisonTable(outcomes: readonly ComparedOutcome[], baseline: string): readonly ScenarioRow[] {
  return outcomeTable(outcomes, baseline, comparedMeasures);
}

/** [K4] What is weakened or inverted is lost, too. */
export function isKept({ state }: Pick<RuleOverSession, 'state'>): boolean {
  return state === 'preserved';
}

function countedOf({ losses, rules }: Counted): Partial<Outcome> {
  const all = listed(rules);
  const kept = all?.filter(isKept).length;
  return {
    ...(losses === undefined || losses === 'stopped' ? {} : losses),
    ...(all === undefined || kept === undefined ? {} : { rulesKept: kept, rulesLost: all.length - kept }),
  };
}

function listed(rules: CountedRules): readonly RuleOverSession[] | undefined {
  return rules === 'stopped' ? undefined : rules;
}

function missingCounts(id: MeasureId, { losses, rules }: Counted): string | undefined {
  const counted = ofLosses.includes(id) ? losses : ofRules.includes(id) ? rules : [];
  if (counted === 'stopped') return 'not counted';
  return counted === undefined ? 'computing' : undefined;
}

const ofTheBill: readonly MeasureId[] = ['sent', 'cost', 'cost-without-cache', 'cache-share'];

/** With a bill, only a price can be missing. */
function missingInRecording(id: MeasureId, bill: RecordedBill | undefined): string | undefined {
  return ofTheBill.includes(id) && bill === undefined ? 'not recorded' : undefined;
}
