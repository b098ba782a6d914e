/**
 * Why a layer did or did not act, as data: the code, and the numbers of the decision. The layer has the texts
 * (`Layer.reasons`), so that reasons can be counted, compared and translated.
 */
export interface Reason {
  readonly rule: string;
  readonly code: string;
  readonly values: Readonly<Record<string, number | string>>;
}

/** Replaces a reason that nobody reads: nearly all layers are idle before every call of every replay of a sweep. */
export const NO_REASON: Reason = { rule: '', code: '', values: {} };

/** Fills in the numbers: `{used} used < {threshold}` → `120,000 used < 167,000`. */
export function reasonText(reason: Reason, words: Readonly<Record<string, string>>): string {
  const template = words[reason.code] ?? reason.code;
  return template.replace(
    /\{(\w+)\}( (?:spans|messages|results|rounds|calls|files)\b)?/g,
    (whole, name: string, noun = '') => {
      const value = reason.values[name];
      if (value === undefined) return whole;
      const counted = value === 1 ? noun.slice(0, -1) : noun;
      // Fractions of tokens are not meaningful.
      const maximumFractionDigits = typeof value === 'number' && Math.abs(value) < 100 ? 3 : 0;
      return (typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits }) : value) + counted;
    },
  );
}
