const KEPT = 4;

/** By their calls, a few of them. */
export function keepNewest<Value>(kept: Map<number, Value>, call: number | undefined, value: Value | undefined): void {
  if (call === undefined || value === undefined) return;
  kept.set(call, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
}
