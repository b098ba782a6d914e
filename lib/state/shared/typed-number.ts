/** A value in a field: `13,000`, `0.75`. */
export function numberText(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 4 });
}

const FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6 };

/** Whoever pastes more has not pasted a number. */
const LONGEST_NUMBER = 100;

/** Parses a typed number: `13000`, `13,000`, `13k`, `1.5 M`. Undefined if it is not one. */
export function typedNumber(text: string): number | undefined {
  if (text.length > LONGEST_NUMBER) return undefined;
  const [, digits, suffix = ''] = /^([+-]?(?:\d+\.?\d*|\.\d+))([km]?)$/i.exec(text.replace(/[\s,_]/g, '')) ?? [];
  const factor = FACTORS[suffix.toLowerCase()];
  // 1.005 × 1,000 would otherwise be 1,004.9999999999999.
  return digits === undefined || factor === undefined ? undefined : Number((Number(digits) * factor).toFixed(6));
}
