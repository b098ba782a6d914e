import { defaultsOf } from '../../layers/shape/setting';
import { thresholdSettings } from './threshold-settings';
import type { ThresholdRule } from './thresholds';

/** From 2.1.21, observed to 2.1.81: the smallest of the recorded compactions is at 167,038. */
export const CAPPED_RESERVE: ThresholdRule = defaultsOf(thresholdSettings);

/** Up to 2.1.20: the smallest of the recorded compactions is at 155,031. */
export const WHOLE_RESERVE: ThresholdRule = { ...CAPPED_RESERVE, reserve: 'whole' };

/** Newer versions: most models compact at their own limit. */
export const MODEL_LIMIT: ThresholdRule = { ...CAPPED_RESERVE, reserve: 'none', bufferTokens: 0 };
