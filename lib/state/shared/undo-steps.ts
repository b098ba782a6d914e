/** Values to go back to and forward to, the latest last. */
export interface UndoSteps<Value> {
  readonly past: readonly Value[];
  readonly future: readonly Value[];
}

const MAX_STEPS = 100;

export const noSteps = { past: [], future: [] } as const;

/** What was there gives way to something new: there is nothing to redo any more. */
export function stepFrom<Value>({ past }: UndoSteps<Value>, before: Value): UndoSteps<Value> {
  return { past: [...past, before].slice(-MAX_STEPS), future: [] };
}

/** One step back from `now`, with what is there then. Undefined at the beginning. */
export function stepBack<Value>(
  { past, future }: UndoSteps<Value>,
  now: Value,
): { readonly value: Value; readonly steps: UndoSteps<Value> } | undefined {
  const value = past.at(-1);
  return value === undefined ? undefined : { value, steps: { past: past.slice(0, -1), future: [...future, now] } };
}

/** One step forward again. Undefined at the end. */
export function stepForward<Value>(
  { past, future }: UndoSteps<Value>,
  now: Value,
): { readonly value: Value; readonly steps: UndoSteps<Value> } | undefined {
  const value = future.at(-1);
  return value === undefined ? undefined : { value, steps: { past: [...past, now], future: future.slice(0, -1) } };
}
