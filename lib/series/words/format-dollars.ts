import { shortNumber } from './format-number';

/** An unknown price is never zero; zero is only what the user says of their own server. */
export function priceText(value: number | undefined): string {
  if (value === undefined) return 'unknown';
  return value === 0 ? 'free' : dollars(value);
}

/** Of thousandths of a dollar: a sum of such prices is exactly the sum of what is shown. */
export function millsText(mills: number): string {
  return `$${(mills / 1_000).toFixed(3)}`;
}

/** `$12.34`; small amounts with their significant digits: `$0.0042`. */
export function dollars(value: number): string {
  const size = Math.abs(value);
  if (size >= 1000) return `$${shortNumber(value)}`;
  if (size >= 1 || size === 0) return `$${value.toFixed(2)}`;
  return size < 0.0001 ? '< $0.0001' : `$${value.toFixed(size < 0.1 ? 4 : 3)}`;
}
