const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** In decimal units, as in file managers and browsers. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : String(Math.round(value))} ${units[unit] ?? 'B'}`;
}
