/** Runs it after the delay, unless the returned function is called before. */
export type Later = (delayMs: number, run: () => void) => () => void;

export const later: Later = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
