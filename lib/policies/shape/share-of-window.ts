import { defaultsOf } from '../../layers/shape/setting';
import { thresholdSettings } from './threshold-settings';
import type { ThresholdRule } from './thresholds';

/** [W10] Of agents that compact at a share of the window, or so many tokens before its end. */
export function thresholdsAt(rule: Partial<ThresholdRule>): ThresholdRule {
  return { ...defaultsOf(thresholdSettings), reserve: 'none', reserveCapTokens: 0, bufferTokens: 0, ...rule };
}
