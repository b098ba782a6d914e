import type { Predictions } from '../../simulator/explain/predict-compactions';
import type { Totals } from '../../simulator/pipeline/simulation';
import type { RecordedBill } from '../../simulator/recorded/recorded-bill';
import { counted, exactNumber, percent } from '../words/format-number';

/** How far the model is off on a session, where the recording can tell. */
export interface ModelError {
  /** Recorded automatic compactions. */
  readonly checks: number;
  readonly atSameCall: number;
  /** Never predicted. */
  readonly missed: number;
  /** The most calls between a recorded compaction and its prediction. */
  readonly callsOff: number;
  /** The largest error of the size at a recorded compaction, as a share of it. */
  readonly sizeOff?: number;
  /** Of a following replay, as a share of the recorded cost; signed. */
  readonly costOff?: number;
}

export function modelError(
  { checks }: Predictions,
  bill: RecordedBill | undefined,
  following: Pick<Totals, 'cost'> | undefined,
): ModelError {
  const distances = checks.flatMap(({ predicted, recordedCall }) =>
    predicted === undefined ? [] : [Math.abs(predicted.call - recordedCall)],
  );
  const sizes = checks.flatMap(({ tokensOff, recordedTokens = 0 }) =>
    tokensOff === undefined || recordedTokens === 0 ? [] : [Math.abs(tokensOff) / recordedTokens],
  );
  const recordedCost = bill?.cost ?? 0;
  const hasCost = recordedCost > 0 && following !== undefined && following.cost.unknown === 0;
  return {
    checks: checks.length,
    atSameCall: distances.filter((distance) => distance === 0).length,
    missed: checks.length - distances.length,
    callsOff: Math.max(0, ...distances),
    ...(sizes.length === 0 ? {} : { sizeOff: Math.max(...sizes) }),
    ...(hasCost ? { costOff: following.cost.dollars / recordedCost - 1 } : {}),
  };
}

/** As a share: less would be shown as zero. */
const EXACT = 0.0005;

/** In sentences, one for each thing that the recording can tell. */
export function modelErrorWords({
  checks,
  atSameCall,
  missed,
  callsOff,
  sizeOff,
  costOff,
}: ModelError): readonly string[] {
  return [
    checks === 0
      ? 'No automatic compaction is recorded, so the trigger cannot be checked.'
      : `Trigger: ${exactNumber(atSameCall)} of ${counted(checks, 'recorded automatic compaction')} simulated at the same call${callsOff > 0 ? `, the others up to ${counted(callsOff, 'call')} off` : ''}${missed > 0 ? `, ${exactNumber(missed)} never` : ''}.`,
    ...(sizeOff === undefined
      ? []
      : [`Size there: ${sizeOff < EXACT ? 'as recorded' : `at most ${percent(sizeOff)} off`}.`]),
    costOff === undefined
      ? 'No bill is recorded, so the cost cannot be checked.'
      : `Cost, with the recorded compactions: ${Math.abs(costOff) < EXACT ? 'as recorded' : `${costOff > 0 ? '+' : '−'}${percent(Math.abs(costOff))}`}.`,
  ];
}
