const units = [
  { from: 1e9, suffix: 'G' },
  { from: 1e6, suffix: 'M' },
  { from: 1e3, suffix: 'k' },
] as const;

/** Short: `171.2k`. Show the exact number on hover. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size < 1000) return String(Math.round(value));
  for (const { from, suffix } of units) {
    // 999,960 would otherwise become 1000.0k.
    if (size >= from * 0.99995) return `${(value / from).toFixed(1)}${suffix}`;
  }
  return String(Math.round(value));
}

/** For round numbers, such as those of an axis: `200k`. */
export function roundNumber(value: number): string {
  return shortNumber(value).replace('.0', '');
}

/** Created once: a list shows hundreds of numbers at every selected call. */
const withSeparators = new Intl.NumberFormat('en-US');

/** With separators: `171,220`. */
export function exactNumber(value: number): string {
  return withSeparators.format(Math.round(value));
}

/** `0.3`, `17`: a small one would otherwise be none. */
export function tenthsBelowTen(value: number): string {
  return value < 10 ? String(Math.round(value * 10) / 10) : exactNumber(value);
}

/** `1 message`, `1,279 messages`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${exactNumber(count)} ${count === 1 ? one : several}`;
}

export function percent(share: number): string {
  const value = share * 100;
  if (value > 0 && value < 0.1) return '< 0.1 %';
  if (value >= 99.5 && value < 100) return value >= 99.95 ? '> 99.9 %' : `${value.toFixed(1)} %`;
  return `${value < 10 ? value.toFixed(1) : String(Math.round(value))} %`;
}

/** From milliseconds. */
export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}
