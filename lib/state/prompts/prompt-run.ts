import type { SentFigures } from '../../api/sent-figures';
import type { Failure } from '../../base/failure';
import { optional } from '../../base/optional';
import type {
  CarriedMessage,
  CompactionPlace,
  CompactionProgress,
  CompactionRequest,
  ListedScore,
} from '../../worker/engine/compaction-messages';
import type { OfflineSource } from './prompts-link';

/** One text of a column: written before one call, once. */
export interface PromptRun {
  /** Also the engine's name of the compaction. */
  readonly id: string;
  /** Of its column. */
  readonly column: string;
  /** From 0; from 1 on what the round before left is compacted again. */
  readonly round: number;
  /** Before which the context is compacted, from 0. */
  readonly call: number;
  /** The calls of the rounds before. */
  readonly earlierCalls: readonly number[];
  readonly writer: RunWriter;
  readonly state: RunState;
}

export type RunWriter = { readonly type: 'recorded' } | OfflineSource | ModelWriter;

/** With the words of the prompt: they may be others by the time the run is looked at again. */
export interface ModelWriter {
  readonly type: 'model';
  readonly promptId: string;
  readonly promptTitle: string;
  readonly promptText: string;
  /** [F3] What is taken out of the answer, where the prompt names it otherwise than usual. */
  readonly scratchTag?: string;
  readonly model: string;
  readonly maxTokens: number;
  /** [F9] */
  readonly focus?: string;
}

/** What the engine is asked for it. */
export function compactionRequest(place: CompactionPlace, writer: ModelWriter): CompactionRequest {
  const { promptText, scratchTag, maxTokens, focus } = writer;
  return { place, prompt: promptText, scratchTag, maxTokens, ...optional('focus', focus) };
}

export type RunState =
  /** Another of its column is on its way, or the first with the same beginning has no answer yet. */
  | { readonly type: 'queued' }
  | { readonly type: 'preparing' }
  | CompactionProgress
  | { readonly type: 'ended'; readonly result: RunResult }
  /** Without a text. */
  | { readonly type: 'failed'; readonly failure: Failure; readonly sent?: SentFigures };

export interface RunResult {
  /** Without the scratch part. */
  readonly text: string;
  readonly tokens: number;
  readonly scores: readonly ListedScore[];
  /** Of the whole context; missing where the text could not take its place. */
  readonly context?: { readonly before: number; readonly after: number };
  readonly after?: readonly CarriedMessage[];
  /** Missing where nothing was sent. */
  readonly sent?: SentFigures;
  /** It is not whole, or no use. */
  readonly problem?: Failure;
}

export function isRunning({ state: { type } }: PromptRun): boolean {
  return type !== 'ended' && type !== 'failed';
}

export function resultOf(run: PromptRun | undefined): RunResult | undefined {
  return run?.state.type === 'ended' ? run.state.result : undefined;
}

/** What a further round can go on from. */
export function isCompacted(run: PromptRun): boolean {
  return resultOf(run)?.context !== undefined;
}
