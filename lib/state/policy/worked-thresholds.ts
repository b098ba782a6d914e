import { eraOf, type Policy, policyThresholds, type SessionModel } from '../../policies/shape/policy';
import type { ThresholdRule, Thresholds } from '../../policies/shape/thresholds';
import { exactNumber } from '../../series/words/format-number';

/** A threshold with its arithmetic. */
export interface WorkedThreshold {
  readonly title: string;
  readonly rule: string;
  readonly tokens: number;
  /** Its numbers: `200,000 − 20,000`. */
  readonly because: string;
  /** It has no effect. */
  readonly isOff: boolean;
}

/** [W1]–[W5] with numbers. Of several eras that of the version; of an unknown version the latest. */
export function workedThresholds(
  policy: Policy,
  model: SessionModel,
  version: string | undefined,
): readonly WorkedThreshold[] {
  const rule = eraOf(policy, version).thresholds;
  const modelWindow = model.window;
  const lines = policyThresholds(policy, rule, model);
  const { window, effective, auto, isAutomatic, warning, error, blocking } = lines;
  const warnedFrom = isAutomatic ? auto : effective;
  return [
    line('Window', 'W1', window, window < modelWindow ? `set, of ${exactNumber(modelWindow)}` : "the model's"),
    line('Effective', 'W2', effective, rule.reserve === 'none' ? 'whole window' : less(window, window - effective)),
    { ...line('Auto', 'W3', auto, isAutomatic ? becauseOfAuto(rule, lines) : 'off'), isOff: !isAutomatic },
    line('Warning', 'W4', warning, less(warnedFrom, rule.warningTokens)),
    line('Error', 'W4', error, less(warnedFrom, rule.errorTokens)),
    line('Blocking', 'W5', blocking, becauseOfBlocking(rule, lines)),
  ];
}

function becauseOfBlocking(rule: ThresholdRule, { effective }: Thresholds): string {
  const formula = less(effective, rule.blockingTokens);
  return rule.blockingLimitTokens > 0 ? `set, overrides ${formula}` : formula;
}

function becauseOfAuto({ percent, bufferTokens, atTokens }: ThresholdRule, { effective, auto }: Thresholds): string {
  if (auto === atTokens && auto < effective - bufferTokens) return 'set';
  return auto < effective - bufferTokens ? `${percent} % of ${exactNumber(effective)}` : less(effective, bufferTokens);
}

function line(title: string, rule: string, tokens: number, because: string): WorkedThreshold {
  return { title, rule, tokens, because, isOff: false };
}

function less(from: number, tokens: number): string {
  if (tokens === 0) return exactNumber(from);
  return `${exactNumber(from)} − ${exactNumber(tokens)}${tokens > from ? ' < 0' : ''}`;
}
