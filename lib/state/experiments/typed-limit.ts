import { fail, ok, type Result } from '../../base/result';

const MOST_DOLLARS = 1_000_000;

/** [V7] What the user typed, in dollars, as thousandths of one; undefined for nothing. */
export function typedLimit(text: string): Result<number | undefined> {
  const typed = text.trim().replace(/^\$\s*/, '');
  if (typed === '') return ok(undefined);
  const dollars = /^(\d+(\.\d*)?|\.\d+)$/.test(typed) ? Number(typed) : Number.NaN;
  // Less than a thousandth would be no limit at all.
  const mills = Math.floor(dollars * 1_000 + 1e-6);
  if (Number.isNaN(dollars) || mills < 1 || dollars > MOST_DOLLARS) {
    return fail('must be an amount in dollars, such as 2.50, or empty for no limit');
  }
  return ok(mills);
}

/** As it is typed. */
export function limitText(mills: number | undefined): string {
  return mills === undefined ? '' : String(mills / 1_000);
}
