import type { FailureKind, Outcome } from './layer';
import type { Reason } from './reason';

export type Failed = Extract<Outcome, { readonly type: 'failed' }>;

export function failed(kind: FailureKind, rule: string, code: string, values: Reason['values'] = {}): Failed {
  return { type: 'failed', failure: { kind, reason: { rule, code, values } } };
}
