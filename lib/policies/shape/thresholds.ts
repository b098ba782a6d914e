/** How a version decides when to compact. */
export interface ThresholdRule {
  /**
   * What is held back for the reply: `capped` at most `reserveCapTokens` of the model's output limit, `whole` all of it,
   * `none` nothing.
   */
  readonly reserve: 'capped' | 'whole' | 'none';
  readonly reserveCapTokens: number;
  /** Between the effective window and the threshold of automatic compaction. */
  readonly bufferTokens: number;
  /** Share of the effective window; takes effect only where it is lower. */
  readonly percent: number;
  /** Between the threshold and the warning line. */
  readonly warningTokens: number;
  /** Between the threshold and the error line. */
  readonly errorTokens: number;
  /** Between the effective window and the line at which a turn is refused. */
  readonly blockingTokens: number;
  /** That line itself, in place of the one by the formula; 0 where there is none. */
  readonly blockingLimitTokens: number;
  readonly isAutomatic: boolean;
  /** [W7] Whether compaction comes at the threshold, or only above it. */
  readonly comparison: 'at-least' | 'above';
  /**
   * What a call must leave free for its reply, or it is refused [X1]: the model's whole output limit, or nothing where the
   * agent asks for a shorter reply instead.
   */
  readonly leavesFree: 'output' | 'nothing';
}

export interface Thresholds {
  readonly window: number;
  readonly effective: number;
  readonly auto: number;
  readonly isAutomatic: boolean;
  /** [W7] Automatic compaction comes only above its line. Missing where it comes at it, as nearly everywhere. */
  readonly isAutoAbove?: true;
  readonly warning: number;
  readonly error: number;
  readonly blocking: number;
  /** The most that a call may carry. */
  readonly fits: number;
}

/** [W2]–[W5] Window and output limit → the lines at which something happens. All comparisons are ≥ [W7], unless the rule has another one. */
export function thresholdsOf(rule: ThresholdRule, window: number, maxOutputTokens: number): Thresholds {
  const effective = Math.max(0, window - reserveOf(rule, maxOutputTokens));
  const byBuffer = effective - rule.bufferTokens;
  const byPercent = Math.floor((effective * rule.percent) / 100);
  const auto = Math.max(0, Math.min(byBuffer, byPercent));
  const { isAutomatic } = rule;
  const warnedFrom = isAutomatic ? auto : effective;
  return {
    window,
    effective,
    auto,
    isAutomatic,
    ...(rule.comparison === 'above' ? { isAutoAbove: true } : {}),
    warning: Math.max(0, warnedFrom - rule.warningTokens),
    error: Math.max(0, warnedFrom - rule.errorTokens),
    blocking: rule.blockingLimitTokens > 0 ? rule.blockingLimitTokens : Math.max(0, effective - rule.blockingTokens),
    fits: rule.leavesFree === 'nothing' ? window : Math.max(0, window - maxOutputTokens),
  };
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
