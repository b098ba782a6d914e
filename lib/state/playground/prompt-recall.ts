/** Recalls earlier input, as in a shell: the current draft is kept, after the latest entry. */
export interface Recall {
  /** Index in the history, from the oldest; the draft comes after them all. */
  readonly at: number;
  readonly draft: string;
}

export interface Recalled {
  readonly text: string;
  readonly recall: Recall;
}

/** One entry older (-1) or newer (1), from `text` in the box; undefined if there is none. */
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
