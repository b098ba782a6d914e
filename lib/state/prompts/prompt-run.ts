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
import type { ColumnSource, OfflineSource, RecordedSource } from './prompts-link';

/** One summary in a column, for one call. */
export interface PromptRun {
  /** Also identifies the compaction in the engine. */
  readonly id: string;
  /** The id of its column. */
  readonly column: string;
  /** From 0. Round 1 and later compact the result of the previous round. */
  readonly round: number;
  /** The call before which the context is compacted, from 0. */
  readonly call: number;
  /** The calls of the previous rounds. */
  readonly earlierCalls: readonly number[];
  /** Of a further round: the run whose result it compacts. */
  readonly base?: string;
  /** When it was started. */
  readonly atMs: number;
  readonly writer: RunWriter;
  readonly state: RunState;
}

export type RunWriter = RecordedSource | OfflineSource | ModelWriter;

/** With the text of the prompt, which may have changed by the time someone looks at the run again. */
export interface ModelWriter {
  readonly type: 'model';
  readonly promptId: string;
  readonly promptTitle: string;
  readonly promptText: string;
  /** [F3] A custom scratch tag, which is removed from the answer. */
  readonly scratchTag?: string;
  readonly model: string;
  readonly maxTokens: number;
  /** [F9] */
  readonly focus?: string;
}

/** The request to the engine. */
export function compactionRequest(place: CompactionPlace, writer: ModelWriter): CompactionRequest {
  const { promptText, scratchTag, maxTokens, focus } = writer;
  return { place, prompt: promptText, scratchTag, maxTokens, ...optional('focus', focus) };
}

export type RunState =
  /** Waits for another run of its column, or for the answer of the first one with the same prefix. */
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
  /** Size of the whole context; missing if the summary could not be used. */
  readonly context?: { readonly before: number; readonly after: number };
  readonly after?: readonly CarriedMessage[];
  /** Missing if nothing was sent. */
  readonly sent?: SentFigures;
  /** It is incomplete or unusable. */
  readonly problem?: Failure;
}

/** Whether a column with its current settings would make the same request. The text of its prompt may have changed. */
export function isBySource(writer: RunWriter, source: ColumnSource): boolean {
  if (source.type === 'kept' || writer.type !== source.type) return false;
  if (writer.type === 'recorded') {
    return source.type === 'recorded' && (source.isBorrowed ?? false) === (writer.isBorrowed ?? false);
  }
  if (source.type === 'recorded' || source.focus !== writer.focus) return false;
  if (writer.type === 'offline' || source.type === 'offline') return true;
  const { promptId, model, maxTokens } = writer;
  return source.prompt === promptId && source.model === model && source.maxTokens === maxTokens;
}

export function isRunning({ state: { type } }: PromptRun): boolean {
  return type !== 'ended' && type !== 'failed';
}

export function resultOf(run: PromptRun | undefined): RunResult | undefined {
  return run?.state.type === 'ended' ? run.state.result : undefined;
}

/** Whether a further round can build on it. */
export function isCompacted(run: PromptRun): boolean {
  return resultOf(run)?.context !== undefined;
}
