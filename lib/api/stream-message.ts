import type Anthropic from '@anthropic-ai/sdk';
import { assertNever } from '../base/assert-never';
import { asText, type Json, type JsonObject } from '../base/json';
import { optional } from '../base/optional';
import type { Usage } from '../transcript/transcript';
import { AnswerLength } from './answer-length';
import { AnswerProgress } from './answer-progress';
import type { ApiFailure } from './api-failure';
import type { Api } from './create-api';
import { estimatedUsage } from './estimated-usage';
import { type Attempt, endedEarly, failureFrom, safeWords, worded } from './failure-from';
import { ReportedUsage } from './reported-usage';
import { type BlockDelta, editsIn, type MessageEvent, messageEvent } from './stream-event';
import { type AnswerBlock, ComingBlocks } from './streamed-blocks';
import { withBetas } from './with-betas';

export type AnswerEvent =
  /** Before the first text, thinking or tool call. */
  | { readonly type: 'first-token'; readonly timeMs: number }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'tool-call'; readonly name: string }
  /** A piece of the JSON that a tool is called with. */
  | { readonly type: 'tool-input'; readonly text: string }
  /** As known so far: the input side at the start, everything at the end. */
  | { readonly type: 'usage'; readonly usage: Usage };

/** What arrived, complete or not. */
export interface Answer {
  /** In order. Some kinds are only complete with later events. */
  readonly blocks: readonly AnswerBlock[];
  readonly text: string;
  readonly thinking: string;
  /** The input of a tool call as JSON; missing without one. */
  readonly toolInput?: string;
  /** As far as reported. For an interrupted answer it is the minimum, and so is its price. */
  readonly usage?: Usage;
  /** The server reported no usage, or none that can be true: it was counted here. */
  readonly isUsageEstimated?: true;
  /** Also missing if the model's prices are unknown. */
  readonly dollars?: number;
  readonly firstTokenMs?: number;
  readonly timeMs: number;
  /** What the server cleared from the request. */
  readonly appliedEdits?: Json;
}

/**
 *   whole         the model came to its end
 *   cut           the output limit was reached
 *   window-full   the end of the model's window was
 *   refused       the model declined
 *   part-read     the model came to its end, but seems to have been given only a part of the request
 *   empty         no text, and none of these; a tool may have been called
 */
export type AnswerEnding = 'whole' | 'cut' | 'window-full' | 'refused' | 'part-read' | 'empty';

export type StreamOutcome =
  | {
      readonly type: 'answered';
      readonly ending: AnswerEnding;
      /** The API's name for it. */
      readonly stopReason: string;
      readonly answer: Answer;
    }
  /** With what had arrived until then. */
  | { readonly type: 'failed'; readonly failure: ApiFailure; readonly answer: Answer };

export interface StreamOptions {
  readonly signal: AbortSignal;
  readonly betas?: readonly string[];
  readonly onEvent?: (event: AnswerEvent) => void;
  readonly nowMs?: () => number;
}

/** Sends one request through some API. */
export type StreamModel = (body: JsonObject, options: StreamOptions) => Promise<StreamOutcome>;

/** Sends one request. Retrying is up to the page. */
export async function streamMessage(api: Api, body: JsonObject, options: StreamOptions): Promise<StreamOutcome> {
  const model = asText(body.model) ?? '';
  const attempt = { tried: `Asking ${model}`, key: api.key, signal: options.signal };
  const coming = new ComingAnswer(body, options);
  for await (const event of eventsOf(api, withBetas({ ...body, stream: true }, options.betas), attempt)) {
    if (event.type === 'failed') return { type: 'failed', failure: event.failure, answer: coming.answer() };
    coming.add(event);
  }
  const { stopReason } = coming;
  if (stopReason === undefined) return { type: 'failed', failure: endedEarly(attempt), answer: coming.answer() };
  const answer = coming.answer();
  return { type: 'answered', ending: endingOf(stopReason, answer.text), stopReason, answer };
}

type StreamEvent = MessageEvent | { readonly type: 'failed'; readonly failure: ApiFailure };

/** Failures are the last event. Errors of the consumer are not caught here. */
async function* eventsOf({ sdk }: Api, body: JsonObject, attempt: Attempt): AsyncGenerator<StreamEvent> {
  let hasBegun = false;
  const length = new AnswerLength();
  const damaged = (why: string) => ({ type: 'failed', failure: worded('damaged', attempt, why) }) as const;
  try {
    // The API rejects invalid parameters itself.
    const request = body as JsonObject & Anthropic.Beta.MessageCreateParamsStreaming;
    for await (const event of await sdk.beta.messages.create(request, { signal: attempt.signal ?? null })) {
      hasBegun = true;
      const read = messageEvent(event);
      if (!read.ok) {
        yield damaged(safeWords(read.error, attempt.key));
        return;
      }
      if (read.value === undefined) continue;
      addTo(length, read.value);
      if (length.isTooLong) {
        yield damaged(length.problem);
        return;
      }
      yield read.value;
    }
  } catch (error) {
    yield { type: 'failed', failure: failureFrom(error, { ...attempt, hasBegun }) };
  }
}

function addTo(length: AnswerLength, event: MessageEvent): void {
  if (event.type === 'content_block_start') length.addPart(JSON.stringify(event.block).length);
  if (event.type !== 'content_block_delta') return;
  const { type: _, ...texts } = event.delta;
  for (const text of Object.values(texts)) length.add(text);
}

class ComingAnswer {
  stopReason: string | undefined;
  private hasBegun = false;
  private readonly blocks = new ComingBlocks();
  private readonly reported = new ReportedUsage();
  private readonly progress: AnswerProgress;
  private appliedEdits: Json | undefined;

  constructor(
    private readonly request: JsonObject,
    options: StreamOptions,
  ) {
    this.progress = new AnswerProgress(asText(request.model) ?? '', options);
  }

  add(event: MessageEvent): void {
    const { blocks, progress } = this;
    this.hasBegun = true;
    switch (event.type) {
      case 'message_start':
        this.addUsage(event.message.usage, false);
        return;
      case 'content_block_start':
        blocks.start(event.index, event.block);
        if (event.block.type === 'tool_use') progress.tell({ type: 'tool-call', name: event.block.name });
        return;
      case 'content_block_delta':
        blocks.add(event.index, event.delta);
        this.tellDelta(event.delta);
        return;
      case 'message_delta':
        this.stopReason = event.delta.stop_reason ?? undefined;
        this.appliedEdits = editsIn(event);
        this.addUsage(event.usage, true);
        return;
      default:
        assertNever(event);
    }
  }

  answer(): Answer {
    const blocks = this.blocks.all();
    // What was interrupted has used at least what was told at its start.
    const usage = this.stopReason === undefined ? this.reported.usage : this.reported.whole;
    const isUsageEstimated = this.hasBegun && usage === undefined;
    if (isUsageEstimated) this.progress.tellUsage(estimatedUsage(this.request, blocks));
    return {
      ...this.progress.answer(blocks),
      ...(isUsageEstimated && { isUsageEstimated }),
      ...optional('appliedEdits', this.appliedEdits),
    };
  }

  private addUsage(given: Json | undefined, isAtEnd: boolean): void {
    this.reported.add(given, isAtEnd);
    const { usage } = this.reported;
    if (usage !== undefined) this.progress.tellUsage(usage);
  }

  private tellDelta(delta: BlockDelta): void {
    if (delta.type === 'text_delta') this.progress.tell({ type: 'text', text: delta.text });
    else if (delta.type === 'thinking_delta') this.progress.tell({ type: 'thinking', text: delta.thinking });
    else if (delta.type === 'input_json_delta') this.progress.tell({ type: 'tool-input', text: delta.partial_json });
  }
}

export function endingOf(stopReason: string, text: string): AnswerEnding {
  switch (stopReason) {
    case 'refusal':
      return 'refused';
    case 'max_tokens':
      return 'cut';
    case 'model_context_window_exceeded':
      return 'window-full';
    default:
      return text.trim() === '' ? 'empty' : 'whole';
  }
}
