/** How a version decides when to compact. */
export interface ThresholdRule {
  /**
   * The reserve for the reply: `capped` at most `reserveCapTokens` of the model's output limit, `whole` all of it, `none`
   * nothing.
   */
  readonly reserve: 'capped' | 'whole' | 'none';
  readonly reserveCapTokens: number;
  /** Between the effective window and the auto-compact threshold. */
  readonly bufferTokens: number;
  /** Share of a window; only takes effect if lower. */
  readonly percent: number;
  /** Of the effective window, or of the whole one: then the reserve is subtracted from the share. */
  readonly percentOf: 'effective' | 'window';
  /** Above this window, the buffer for large windows replaces buffer and share; 0 for none. */
  readonly largeFromTokens: number;
  readonly largeBufferTokens: number;
  /** The threshold itself, if that is lower; 0 for none. */
  readonly atTokens: number;
  /** [W12] Compacts at so many messages, too; 0 for none. */
  readonly atMessages: number;
  /** Between the threshold and the warning line. */
  readonly warningTokens: number;
  /** Between the threshold and the error line. */
  readonly errorTokens: number;
  /** Between the effective window and the blocking limit. */
  readonly blockingTokens: number;
  /** The blocking limit itself, instead of the formula; 0 for the formula. */
  readonly blockingLimitTokens: number;
  readonly isAutomatic: boolean;
  /** [W7] Whether compaction triggers at the threshold, or only above it. */
  readonly comparison: 'at-least' | 'above';
  /**
   * What a call must leave free for its reply, or it is rejected [X1]: the model's whole output limit, or nothing if the
   * agent requests a shorter reply instead.
   */
  readonly leavesFree: 'output' | 'nothing';
}

export interface Thresholds {
  readonly window: number;
  readonly effective: number;
  readonly auto: number;
  readonly isAutomatic: boolean;
  /** [W12] Missing if messages are not counted. */
  readonly atMessages?: number;
  /** [W7] Automatic compaction only triggers above its threshold. Missing if it triggers at it, the usual case. */
  readonly isAutoAbove?: true;
  readonly warning: number;
  readonly error: number;
  readonly blocking: number;
  /** The maximum size of a call. */
  readonly fits: number;
}

/** [W2]–[W5] Window and output limit → all thresholds. All comparisons are ≥ [W7], unless the rule states another. */
export function thresholdsOf(given: ThresholdRule, window: number, maxOutputTokens: number): Thresholds {
  const rule = ruleFor(given, window);
  const reserve = reserveOf(rule, maxOutputTokens);
  const effective = Math.max(0, window - reserve);
  const byBuffer = effective - rule.bufferTokens;
  const byPercent = shareOf(rule, window, effective);
  const atMost = rule.atTokens > 0 ? rule.atTokens : Number.POSITIVE_INFINITY;
  const auto = Math.max(0, Math.min(byBuffer, byPercent, atMost));
  const { isAutomatic } = rule;
  const warnedFrom = isAutomatic ? auto : effective;
  return {
    window,
    effective,
    auto,
    isAutomatic,
    ...(rule.comparison === 'above' ? { isAutoAbove: true } : {}),
    ...(rule.atMessages > 0 ? { atMessages: rule.atMessages } : {}),
    warning: Math.max(0, warnedFrom - rule.warningTokens),
    error: Math.max(0, warnedFrom - rule.errorTokens),
    blocking: rule.blockingLimitTokens > 0 ? rule.blockingLimitTokens : Math.max(0, effective - rule.blockingTokens),
    fits: rule.leavesFree === 'nothing' ? window : Math.max(0, window - maxOutputTokens),
  };
}

/** [W3] What applies to a window of this size. */
export function ruleFor(rule: ThresholdRule, window: number): ThresholdRule {
  const { largeFromTokens, largeBufferTokens } = rule;
  if (largeFromTokens === 0 || window <= largeFromTokens) return rule;
  return { ...rule, percent: 100, percentOf: 'effective', bufferTokens: largeBufferTokens };
}

/** [W3] */
export function shareOf(
  { percent, percentOf }: Pick<ThresholdRule, 'percent' | 'percentOf'>,
  window: number,
  effective: number,
): number {
  if (percentOf === 'effective') return Math.floor((effective * percent) / 100);
  return Math.floor((window * percent) / 100) - (window - effective);
}

function reserveOf({ reserve, reserveCapTokens }: ThresholdRule, maxOutputTokens: number): number {
  if (reserve === 'none') return 0;
  return reserve === 'whole' ? maxOutputTokens : Math.min(maxOutputTokens, reserveCapTokens);
}

/** [W7] */
export function reachesAuto(used: number, auto: number, { isAutoAbove }: Pick<Thresholds, 'isAutoAbove'>): boolean {
  return isAutoAbove === true ? used > auto : used >= auto;
}

/** [W6] */
export function percentLeft(used: number, threshold: number): number {
  return threshold <= 0 ? 0 : Math.max(0, Math.round(((threshold - used) / threshold) * 100));
}
