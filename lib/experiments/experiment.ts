import type { ScoreId } from '../fidelity/scores/score-definitions';

/** A place in a session where its context is compacted. */
export interface Boundary {
  /** Within the experiment: `b1`. */
  readonly id: string;
  /** What would be summarised. */
  readonly messages: number;
  /** Of the whole request without the prompt, by the session's own counter. */
  readonly tokens: number;
  /** The session's model, whose tokenizer that counter follows. */
  readonly model?: string;
  readonly hasRecordedSummary: boolean;
}

/** A row of the matrix: who writes the summaries. */
export type Row = { readonly id: string } & RowSource;

export type RowSource = { readonly type: 'recorded' } | { readonly type: 'offline' } | PromptRow;

export interface PromptRow {
  readonly type: 'model';
  readonly promptId: string;
  readonly promptTitle: string;
  /** As it is sent, whatever becomes of the prompt later. */
  readonly promptText: string;
  readonly scratchTag?: string;
  /** [V5] Of the text. */
  readonly version: string;
  readonly model: string;
}

/** Each once. */
export function modelsOf(rows: readonly RowSource[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => (row.type === 'model' ? [row.model] : [])))];
}

/** What an experiment asks. */
export interface Design {
  readonly boundaries: readonly Boundary[];
  readonly rows: readonly Row[];
  /** Answers in each cell of a model. */
  readonly repeats: number;
  /** The most requests for one answer: an interrupted one is asked again. */
  readonly attempts: number;
  /** Output limit of each answer. */
  readonly maxTokens: number;
}

/**
 *   each    one request after another: the first of each prefix writes the cache, the others read it
 *   batch   in batches of the API: cheaper by list price, later, and nothing is read from the cache
 */
export type Sending = 'each' | 'batch';

/** One answer to get. */
export interface Job {
  /** `r2.b1.3` */
  readonly id: string;
  readonly row: string;
  readonly boundary: string;
  /** From 1. */
  readonly repeat: number;
}

/**
 *   whole     a summary that the session can continue from
 *   partial   interrupted; what had arrived is kept
 *   failed    nothing arrived
 */
export type AnswerState = 'whole' | 'partial' | 'failed';

/** What a matrix needs of an answer. */
export interface Answer {
  readonly job: string;
  readonly row: string;
  readonly boundary: string;
  readonly repeat: number;
  readonly atMs: number;
  readonly state: AnswerState;
  readonly scores: readonly AnswerScore[];
  readonly tokens: number;
  /** Missing if nothing was sent. */
  readonly sent?: { readonly dollars?: number | undefined; readonly timeMs: number; readonly isInBatch?: true };
  /** [V6] The share of questions answered, in the opinion of a model. */
  readonly judged?: number;
  /** It was sent, and the page closed before the bill arrived. */
  readonly isBillUnknown: boolean;
}

export interface AnswerScore {
  readonly id: ScoreId;
  readonly count: number;
  readonly of: number;
}
