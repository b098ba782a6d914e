import type { Reason } from '../layers/reason';

/** What the gate before a call looks at. */
export interface GateState {
  readonly isOn: boolean;
  readonly failuresInARow: number;
  readonly isAutomatic: boolean;
  /** [C3] */
  readonly isCollapseOn: boolean;
  readonly used: number;
  /** [T3] By something that made no call since the newest usage. */
  readonly freedTokens: number;
  readonly threshold: number;
}

/** [G3] After so many failures in a row the session is not compacted any more. */
const MOST_FAILURES = 3;

/** The words for the gate's reasons. */
export const gateReasons = {
  disabled: 'compaction is switched off',
  'breaker-open': 'compaction has failed {failures} times in a row, so it is not tried again',
  'not-automatic': 'automatic compaction is switched off',
  'collapse-is-on': 'context collapse keeps the context small, so it is not compacted',
  'below-threshold': '{used} used < {threshold}',
  'at-threshold': '{used} used ≥ {threshold}',
} as const;

/** [G1] Why there is no automatic compaction now, the first reason that holds; or that there is one. */
export function gate(state: GateState): { readonly opens: boolean; readonly reason: Reason } {
  const closed = (code: keyof typeof gateReasons, values: Reason['values'] = {}) => ({
    opens: false,
    reason: { rule: 'G1', code, values },
  });
  const used = state.used - state.freedTokens;
  const numbers = { used, threshold: state.threshold };
  if (!state.isOn) return closed('disabled');
  if (state.failuresInARow >= MOST_FAILURES) return closed('breaker-open', { failures: state.failuresInARow });
  if (!state.isAutomatic) return closed('not-automatic');
  if (state.isCollapseOn) return closed('collapse-is-on');
  if (used < state.threshold) return closed('below-threshold', numbers);
  return { opens: true, reason: { rule: 'G1', code: 'at-threshold', values: numbers } };
}
