const KEPT = 4;

/** By call, for the latest few calls. */
export function keepNewest<Value>(kept: Map<number, Value>, call: number | undefined, value: Value | undefined): void {
  if (call === undefined || value === undefined) return;
  kept.set(call, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
}
