import type Anthropic from '@anthropic-ai/sdk';
import { asText, type Json, type JsonObject } from '../base/json';
import { optional } from '../base/optional';
import type { Usage } from '../transcript/transcript';
import { AnswerProgress } from './answer-progress';
import type { ApiFailure } from './api-failure';
import type { Api } from './create-api';
import { type Attempt, endedEarly, failureFrom } from './failure-from';
import { type AnswerBlock, ComingBlocks } from './streamed-blocks';
import { usageAtEnd, usageAtStart } from './usage-of';
import { withBetas } from './with-betas';

export type AnswerEvent =
  /** Before the first text, thinking or tool call. */
  | { readonly type: 'first-token'; readonly timeMs: number }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'tool-call'; readonly name: string }
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
  /** The server reported no usage: it was counted here. */
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
  const coming = new ComingAnswer(model, options);
  for await (const event of eventsOf(api, withBetas({ ...body, stream: true }, options.betas), attempt)) {
    if (event.type === 'failed') return { type: 'failed', failure: event.failure, answer: coming.answer() };
    coming.add(event);
  }
  const { stopReason } = coming;
  const answer = coming.answer();
  if (stopReason === undefined) return { type: 'failed', failure: endedEarly(attempt), answer };
  return { type: 'answered', ending: endingOf(stopReason, answer.text), stopReason, answer };
}

type MessageEvent = Anthropic.Beta.BetaRawMessageStreamEvent;
type StreamEvent = MessageEvent | { readonly type: 'failed'; readonly failure: ApiFailure };

/** Failures are the last event. Errors of the consumer are not caught here. */
async function* eventsOf({ sdk }: Api, body: JsonObject, attempt: Attempt): AsyncGenerator<StreamEvent> {
  let hasBegun = false;
  try {
    // The API rejects invalid parameters itself.
    const request = body as JsonObject & Anthropic.Beta.MessageCreateParamsStreaming;
    for await (const event of await sdk.beta.messages.create(request, { signal: attempt.signal ?? null })) {
      hasBegun = true;
      yield event;
    }
  } catch (error) {
    yield { type: 'failed', failure: failureFrom(error, { ...attempt, hasBegun }) };
  }
}

class ComingAnswer {
  stopReason: string | undefined;
  private readonly blocks = new ComingBlocks();
  private readonly progress: AnswerProgress;
  private appliedEdits: Json | undefined;

  constructor(model: string, options: StreamOptions) {
    this.progress = new AnswerProgress(model, options);
  }

  add(event: MessageEvent): void {
    const { blocks, progress } = this;
    switch (event.type) {
      case 'message_start':
        progress.tellUsage(usageAtStart(event.message.usage));
        return;
      case 'content_block_start':
        blocks.start(event.index, event.content_block);
        if (event.content_block.type === 'tool_use')
          progress.tell({ type: 'tool-call', name: event.content_block.name });
        return;
      case 'content_block_delta':
        blocks.add(event.index, event.delta);
        this.tellDelta(event.delta);
        return;
      case 'message_delta':
        this.stopReason = event.delta.stop_reason ?? undefined;
        this.appliedEdits = editsIn(event.context_management);
        progress.tellUsage(usageAtEnd(event.usage, progress.reported));
        return;
      default:
        return;
    }
  }

  answer(): Answer {
    return { ...this.progress.answer(this.blocks.all()), ...optional('appliedEdits', this.appliedEdits) };
  }

  private tellDelta(delta: Anthropic.Beta.BetaRawContentBlockDelta): void {
    if (delta.type === 'text_delta') this.progress.tell({ type: 'text', text: delta.text });
    else if (delta.type === 'thinking_delta') this.progress.tell({ type: 'thinking', text: delta.thinking });
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

function editsIn(management: Anthropic.Beta.BetaContextManagementResponse | null | undefined): Json | undefined {
  const edits = management?.applied_edits ?? [];
  return edits.length === 0 ? undefined : edits.map((edit) => ({ ...edit }));
}
