import { exactNumber } from './format-number';

/** When a bill pays back, and whether the session lasts that long. The call itself is the first. */
export function breakEvenWords(breakEvenCall: number | 'never', call: number, calls: number): string {
  if (breakEvenCall === 'never') return 'Never: later calls are no smaller.';
  if (breakEvenCall === 1) return 'Pays back with this call.';
  const paid = `${exactNumber(breakEvenCall)} calls`;
  const left = calls - call;
  return breakEvenCall <= left
    ? `Pays back after ${paid}, at call ${exactNumber(call + breakEvenCall)}.`
    : `Would pay back after ${paid}, but the session ends after ${exactNumber(left)}.`;
}
