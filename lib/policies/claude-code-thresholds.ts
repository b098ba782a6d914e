import type { ThresholdRule } from './thresholds';

const COMMON = {
  reserveCapTokens: 20_000,
  warningTokens: 20_000,
  blockingTokens: 3_000,
  isAutomatic: true,
  leavesFree: 'nothing',
} as const;

/** Up to 2.1.20: 83 recorded compactions, the smallest of them at 155,031. */
export const WHOLE_RESERVE: ThresholdRule = { ...COMMON, reserve: 'whole', bufferTokens: 13_000 };

/** From 2.1.21, observed to 2.1.81: the smallest recorded is 167,038. */
export const CAPPED_RESERVE: ThresholdRule = { ...COMMON, reserve: 'capped', bufferTokens: 13_000 };

/** Newer versions: most models compact at their own limit. */
export const MODEL_LIMIT: ThresholdRule = { ...COMMON, reserve: 'none', bufferTokens: 0 };
