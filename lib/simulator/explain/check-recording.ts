import { atOnce } from '../../base/steps/steps';
import type { Policy } from '../../policies/shape/policy';
import type { ReplayMaterial } from '../recorded/replay-material';
import type { ReplaySteps } from '../replay/replay';
import { type Predictions, predictCompactionsInSteps } from './predict-compactions';
import { type CutCheck, predictCutsInSteps } from './predict-cuts';
import { type PrunePredictions, predictPrunes } from './predict-prunes';

/** [P2] [P3] What a recording says of the rules of a policy. */
export interface RecordingChecks extends Predictions {
  readonly prunes: PrunePredictions;
  readonly cuts: readonly CutCheck[];
}

export function checkRecording(material: ReplayMaterial, policy: Policy): RecordingChecks {
  return atOnce(checkRecordingInSteps(material, policy));
}

export function* checkRecordingInSteps(material: ReplayMaterial, policy: Policy): ReplaySteps<RecordingChecks> {
  return {
    ...(yield* predictCompactionsInSteps(material, policy)),
    prunes: predictPrunes(material, policy),
    cuts: yield* predictCutsInSteps(material, policy),
  };
}
