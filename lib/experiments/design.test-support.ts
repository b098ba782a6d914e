import type { Answer, Boundary, Design, PromptRow, Row } from './experiment';
import { promptVersion } from './prompt-versions';

export function boundary(number: number, tokens = 100_000): Boundary {
  return { id: `b${number}`, messages: 10, tokens, model: 'claude-sonnet-5-5', hasRecordedSummary: true };
}

export function promptRow(
  number: number,
  model = 'claude-sonnet-5-5',
  text = `Summarise, ${number}.`,
): Row & PromptRow {
  return {
    id: `r${number}`,
    type: 'model',
    promptId: `prompt-${number}`,
    promptTitle: `Prompt ${number}`,
    promptText: text,
    version: promptVersion({ text }),
    model,
  };
}

export function design(rows: readonly Row[], boundaries: readonly Boundary[], others: Partial<Design> = {}): Design {
  return { rows, boundaries, repeats: 3, attempts: 2, maxTokens: 4_000, ...others };
}

/** With a share of the values that are used later. */
export function answer(row: string, at: string, repeat: number, share: number, others: Partial<Answer> = {}): Answer {
  return {
    job: `${row}.${at}.${repeat}`,
    row,
    boundary: at,
    repeat,
    atMs: 1_000 + repeat,
    state: 'whole',
    scores: [{ id: 'used-later', count: share * 100, of: 100 }],
    tokens: 500,
    sent: { dollars: 0.1, timeMs: 2_000 },
    isBillUnknown: false,
    ...others,
  };
}
