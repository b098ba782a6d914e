/** Going through what was typed before, as shells do: what is being typed now is kept, behind the newest. */
export interface Recall {
  /** Its place in the history, from the oldest; that of what is being typed is behind them all. */
  readonly at: number;
  readonly draft: string;
}

export interface Recalled {
  readonly text: string;
  readonly recall: Recall;
}

/** One older (-1) or newer (1), from `text` in the box; nothing where there is none. */
export function recallNext(
  history: readonly string[],
  recall: Recall | undefined,
  text: string,
  direction: -1 | 1,
): Recalled | undefined {
  const { at, draft } = recall ?? { at: history.length, draft: text };
  const next = at + direction;
  if (next < 0 || next > history.length) return undefined;
  return { text: history[next] ?? draft, recall: { at: next, draft } };
}
