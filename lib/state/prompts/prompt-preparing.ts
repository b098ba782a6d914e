import type { Failure } from '../../base/failure';
import { optional } from '../../base/optional';
import { fail, ok, type Result } from '../../base/result';
import { providerOf } from '../../economics/model-provider';
import { type Estimate, estimate } from '../../prompts/estimate';
import type { SummaryPrompt } from '../../prompts/summary-prompt';
import type { engine } from '../../worker/engine/client';
import type { CompactionPlace } from '../../worker/engine/compaction-messages';
import { notOvertaken } from '../../worker/wire/latest-only';
import { compactionRequest, type ModelWriter } from './prompt-run';
import type { ModelSource } from './prompts-link';

/** What will be sent for one column once the user agrees. */
export interface PreparedRun {
  readonly column: string;
  readonly place: CompactionPlace;
  readonly writer: ModelWriter;
  /** The number of requests. */
  readonly messages: number;
  readonly estimate: Estimate;
  /** For a repeat, which finds the conversation in the cache. */
  readonly repeated: Estimate;
  /** If nothing is read from the cache. */
  readonly uncached: Estimate;
  readonly secretsMasked: number;
}

export interface Preparing {
  readonly column: string;
  readonly place: CompactionPlace;
  readonly writer: ModelWriter;
  /** The model of the session's own calls, whose tokenizer its counts use. */
  readonly sessionModel?: string;
  readonly isWarm: boolean;
  readonly signal: AbortSignal;
}

export function modelWriter(source: ModelSource, prompt: SummaryPrompt): ModelWriter {
  const { model, maxTokens, focus } = source;
  return {
    type: 'model',
    promptId: prompt.id,
    promptTitle: prompt.title,
    promptText: prompt.text,
    ...optional('scratchTag', prompt.scratchTag),
    model,
    maxTokens,
    ...optional('focus', focus),
  };
}

/** Sends nothing. Fails if there is nothing to send. */
export async function prepareRun(
  worker: Pick<typeof engine, 'ask'>,
  { column, place, writer, sessionModel, isWarm, signal }: Preparing,
): Promise<Result<PreparedRun, Failure>> {
  const answer = await worker.ask('compaction-preview', compactionRequest(place, writer), { signal });
  const preview = notOvertaken(answer);
  if (preview.type === 'failed') return fail(preview.failure);
  const { messages, tokens, toolTokens, focus, secretsMasked } = preview;
  const { promptText, maxTokens, model } = writer;
  const estimated = (fromCache: boolean) =>
    estimate({
      prefixTokens: providerOf(model) === 'openai' ? tokens - toolTokens : tokens,
      instruction: { text: promptText, ...optional('focus', focus) },
      ...optional('countedFor', sessionModel),
      isWarm: fromCache,
      model,
      maxTokens,
    });
  return ok({
    column,
    place,
    writer,
    messages,
    estimate: estimated(isWarm),
    repeated: estimated(true),
    uncached: estimated(false),
    secretsMasked,
  });
}

/** [V4] In thousandths of a dollar, rounded away from each other in each column: its repeats and the total add up as shown. */
export interface CombinedCost {
  /** For the input alone, and with the longest answers. */
  readonly least: number;
  readonly most: number;
  /** With the longest answers, if nothing is read from the cache. */
  readonly mostUncached: number;
}

/** Of one column with its repeats; undefined if its price is unknown. */
export function columnMills({ estimate: first, repeated, uncached }: PreparedRun, repeats: number) {
  if (first.inputDollars === undefined || first.mostDollars === undefined) return undefined;
  const more = repeats - 1;
  const cost: CombinedCost = {
    least: Math.floor(mills(first.inputDollars + more * (repeated.inputDollars ?? 0))),
    most: Math.ceil(mills(first.mostDollars + more * (repeated.mostDollars ?? 0))),
    mostUncached: Math.ceil(mills(repeats * (uncached.mostDollars ?? 0))),
  };
  return cost;
}

/** The sum of the columns; undefined if a price is unknown. */
export function togetherMills(prepared: readonly PreparedRun[], repeats: number): CombinedCost | undefined {
  const sum = { least: 0, most: 0, mostUncached: 0 };
  for (const run of prepared) {
    const cost = columnMills(run, repeats);
    if (cost === undefined) return undefined;
    sum.least += cost.least;
    sum.most += cost.most;
    sum.mostUncached += cost.mostUncached;
  }
  return sum;
}

/** The smallest of differences is not rounded to a whole thousandth. */
function mills(dollars: number): number {
  return Math.round(dollars * 1e9) / 1e6;
}

/** Nor would it be saved. */
export const blankPrompt: Failure = {
  what: 'Could not run this column: its prompt is empty.',
  advice: 'Write one, or choose a preset.',
};

/** Why nothing can be prepared. */
export const noPrompt: Failure = {
  what: 'Could not run this column: its prompt is not stored in this browser.',
  advice: 'It was deleted, or the link was created elsewhere. Choose another prompt.',
};
