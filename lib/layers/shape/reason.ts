/**
 * Why a layer did or did not act, as data: the rule, and the numbers it was decided with. The words are the layer's
 * (`Layer.reasons`), so that a reason can be counted, compared and translated.
 */
export interface Reason {
  readonly rule: string;
  readonly code: string;
  readonly values: Readonly<Record<string, number | string>>;
}

/**
 * In the place of the reason why a layer does nothing, where nobody reads it: nearly all layers have one before every call of
 * each of a sweep's replays.
 */
export const UNEXPLAINED: Reason = { rule: '', code: '', values: {} };

/** Puts the numbers into the words: `{used} used < {threshold}` → `120,000 used < 167,000`. */
export function reasonText(reason: Reason, words: Readonly<Record<string, string>>): string {
  const template = words[reason.code] ?? reason.code;
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = reason.values[name];
    if (value === undefined) return whole;
    // Of tokens only the whole ones say something.
    const maximumFractionDigits = typeof value === 'number' && Math.abs(value) < 100 ? 3 : 0;
    return typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits }) : value;
  });
}
