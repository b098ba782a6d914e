import type Anthropic from '@anthropic-ai/sdk';
import type { JsonObject } from '../base/json';
import { asText } from '../base/json';
import { optional } from '../base/optional';
import { costOf } from '../economics/cost';
import { modelFor } from '../economics/model-table';
import type { Usage } from '../transcript/transcript';
import type { ApiFailure } from './api-failure';
import type { Api } from './create-api';
import { type Attempt, endedEarly, failureFrom } from './failure-from';
import { usageAtEnd, usageAtStart } from './usage-of';

export type AnswerEvent =
  /** Before the first text or thinking. */
  | { readonly type: 'first-token'; readonly timeMs: number }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** As known so far: the input side at the beginning, all of it at the end. */
  | { readonly type: 'usage'; readonly usage: Usage };

/** What came, whole or not. */
export interface Answer {
  readonly text: string;
  readonly thinking: string;
  /** As far as it was told. Of an answer that broke off it is the least that it can be, and so is its price. */
  readonly usage?: Usage;
  /** Missing too where the model's prices are not known. */
  readonly dollars?: number;
  readonly firstTokenMs?: number;
  readonly timeMs: number;
}

/**
 *   whole         the model came to its end
 *   cut           the output limit was reached
 *   window-full   the end of the model's window was
 *   refused       the model declined
 *   empty         no text, and none of these
 */
export type AnswerEnding = 'whole' | 'cut' | 'window-full' | 'refused' | 'empty';

export type StreamOutcome =
  | {
      readonly type: 'answered';
      readonly ending: AnswerEnding;
      /** As the API names it. */
      readonly stopReason: string;
      readonly answer: Answer;
    }
  /** With what had come until then. */
  | { readonly type: 'failed'; readonly failure: ApiFailure; readonly answer: Answer };

export interface StreamOptions {
  readonly signal: AbortSignal;
  readonly onEvent?: (event: AnswerEvent) => void;
  readonly nowMs?: () => number;
}

/** Asks once. Nothing is tried again: that is for the page to offer. */
export async function streamMessage(api: Api, body: JsonObject, options: StreamOptions): Promise<StreamOutcome> {
  const model = asText(body.model) ?? '';
  const attempt = { tried: `Asking ${model}`, key: api.key, signal: options.signal };
  const coming = new ComingAnswer(model, options);
  for await (const event of eventsOf(api, body, attempt)) {
    if (event.type === 'failed') return { type: 'failed', failure: event.failure, answer: coming.answer() };
    coming.add(event);
  }
  const { stopReason } = coming;
  const answer = coming.answer();
  if (stopReason === undefined) return { type: 'failed', failure: endedEarly(attempt), answer };
  return { type: 'answered', ending: endingOf(stopReason, answer.text), stopReason, answer };
}

type StreamEvent = Anthropic.RawMessageStreamEvent | { readonly type: 'failed'; readonly failure: ApiFailure };

/** A failure comes as the last event. What goes wrong with whoever reads them is not caught here. */
async function* eventsOf({ sdk }: Api, body: JsonObject, attempt: Attempt): AsyncGenerator<StreamEvent> {
  let hasBegun = false;
  try {
    // What the API does not take in it, the API says.
    const request = { ...body, stream: true } as JsonObject & Anthropic.MessageCreateParamsStreaming;
    for await (const event of await sdk.messages.create(request, { signal: attempt.signal ?? null })) {
      hasBegun = true;
      yield event;
    }
  } catch (error) {
    yield { type: 'failed', failure: failureFrom(error, { ...attempt, hasBegun }) };
  }
}

class ComingAnswer {
  stopReason: string | undefined;
  private text = '';
  private thinking = '';
  private usage: Usage | undefined;
  private firstTokenMs: number | undefined;
  private readonly startMs: number;

  constructor(
    private readonly model: string,
    private readonly options: StreamOptions,
  ) {
    this.startMs = this.nowMs();
  }

  add(event: Anthropic.RawMessageStreamEvent): void {
    switch (event.type) {
      case 'message_start':
        this.tellUsage(usageAtStart(event.message.usage));
        return;
      case 'content_block_delta':
        this.addDelta(event.delta);
        return;
      case 'message_delta':
        this.stopReason = event.delta.stop_reason ?? undefined;
        this.tellUsage(usageAtEnd(event.usage, this.usage));
        return;
      default:
        return;
    }
  }

  answer(): Answer {
    const { text, thinking, usage, firstTokenMs, model } = this;
    const dollars = usage === undefined ? undefined : costOf(usage, modelFor(model));
    return {
      text,
      thinking,
      ...optional('usage', usage),
      ...optional('dollars', dollars),
      ...optional('firstTokenMs', firstTokenMs),
      timeMs: this.timeMs(),
    };
  }

  private addDelta(delta: Anthropic.RawContentBlockDelta): void {
    if (delta.type === 'text_delta') {
      this.tellFirst();
      this.text += delta.text;
      this.options.onEvent?.({ type: 'text', text: delta.text });
    } else if (delta.type === 'thinking_delta') {
      this.tellFirst();
      this.thinking += delta.thinking;
      this.options.onEvent?.({ type: 'thinking', text: delta.thinking });
    }
  }

  private tellFirst(): void {
    if (this.firstTokenMs !== undefined) return;
    this.firstTokenMs = this.timeMs();
    this.options.onEvent?.({ type: 'first-token', timeMs: this.firstTokenMs });
  }

  private tellUsage(usage: Usage): void {
    this.usage = usage;
    this.options.onEvent?.({ type: 'usage', usage });
  }

  private timeMs(): number {
    return this.nowMs() - this.startMs;
  }

  private nowMs(): number {
    return this.options.nowMs?.() ?? performance.now();
  }
}

function endingOf(stopReason: string, text: string): AnswerEnding {
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
