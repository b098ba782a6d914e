import { shortNumber } from './format-number';

/** `$12.34`; small amounts with their significant digits: `$0.0042`. */
export function dollars(value: number): string {
  const size = Math.abs(value);
  if (size >= 1000) return `$${shortNumber(value)}`;
  if (size >= 1 || size === 0) return `$${value.toFixed(2)}`;
  return size < 0.0001 ? '< $0.0001' : `$${value.toFixed(size < 0.1 ? 4 : 3)}`;
}
