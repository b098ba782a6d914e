import type { Json } from '../../base/json';

/** A count as the file has it, however absurd: `withPlausibleSizes` takes away what cannot be, with a warning. */
export function asTokens(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
