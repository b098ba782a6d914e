import type { Policy } from '../../policies/shape/policy';
import type { ReplayMaterial } from '../recorded/replay-material';
import { type Predictions, predictCompactions } from './predict-compactions';
import { type CutCheck, predictCuts } from './predict-cuts';
import { type PrunePredictions, predictPrunes } from './predict-prunes';

/** [P2] [P3] What a recording says of the rules of a policy. */
export interface RecordingChecks extends Predictions {
  readonly prunes: PrunePredictions;
  readonly cuts: readonly CutCheck[];
}

export function checkRecording(material: ReplayMaterial, policy: Policy): RecordingChecks {
  return {
    ...predictCompactions(material, policy),
    prunes: predictPrunes(material, policy),
    cuts: predictCuts(material, policy),
  };
}
