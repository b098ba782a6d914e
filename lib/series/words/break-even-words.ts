import { exactNumber } from './format-number';

/** When a bill is paid back, and whether the session lasts so long. The call itself is the first. */
export function breakEvenWords(breakEvenCall: number | 'never', call: number, calls: number): string {
  if (breakEvenCall === 'never') return 'Never: later calls carry no less.';
  if (breakEvenCall === 1) return 'Paid back with this very call.';
  const paid = `${exactNumber(breakEvenCall)} calls`;
  const left = calls - call;
  return breakEvenCall <= left
    ? `Paid back after ${paid}, with call ${exactNumber(call + breakEvenCall)}.`
    : `Would be paid back after ${paid}; the session ends after ${exactNumber(left)}.`;
}
