import { asCount, asText, isDeeperThan, type Json, type JsonObject, parseJson } from '../../base/json';
import { unfenced } from '../../base/patterns/unfenced';
import { fail, type Result } from '../../base/result';
import { parseBy } from '../../base/schema';
import { sentModelId } from '../../economics/model-provider';
import type { Usage } from '../../transcript/transcript';
import { inputSide } from '../../transcript/usage';
import { AnswerLength } from '../answer-length';
import { AnswerProgress } from '../answer-progress';
import type { ApiFailure } from '../api-failure';
import { estimatedUsage, tokensSent } from '../estimated-usage';
import { type Attempt, endedEarly, safeWords, worded } from '../failure-from';
import { DEEPEST_ANSWER } from '../stream-event';
import type { Answer, AnswerEnding, StreamOptions, StreamOutcome } from '../stream-message';
import { type ChatApi, errorIn, refusalIn } from './chat-api';
import { type ChatChunk, chatChunk } from './chat-chunk';
import { chatFailure } from './chat-failure';
import { ChatRefusal } from './chat-refusal';
import { chatRequest } from './chat-request';
import { ComingChat } from './coming-chat';
import { eventData } from './event-data';
import { withoutRejected } from './rejected-parameters';
import { reportedChatUsage } from './reported-chat-usage';

const PATH = '/v1/chat/completions';
const MAX_CHANGES = 4;

/** Sends one request, given in the way of the Messages API. Retrying is up to the page. */
export async function streamChat(api: ChatApi, body: JsonObject, options: StreamOptions): Promise<StreamOutcome> {
  const model = asText(body.model) ?? '';
  const attempt: Attempt = {
    tried: `Asking ${sentModelId(model)}`,
    key: api.key,
    signal: options.signal,
    provider: 'openai',
  };
  const progress = new AnswerProgress(model, options);
  const coming = new ComingChat(progress);
  const request = chatRequest(body);
  let hasBegun = false;
  let usage: Usage | undefined;
  let isDamaged = false;
  const failed = (failure: ApiFailure): StreamOutcome => ({ type: 'failed', failure, answer: answer() });
  const answer = (): Answer => {
    // Without a first piece, nothing says that the request was accepted and charged.
    if (usage !== undefined || !hasBegun) return withJson(progress.answer(coming.blocks()), request);
    progress.tellUsage(estimatedUsage(request, coming.blocks()));
    return { ...withJson(progress.answer(coming.blocks()), request), isUsageEstimated: true };
  };
  for await (const event of chunksOf(api, request, attempt)) {
    if ('failure' in event) return failed(event.failure);
    hasBegun = true;
    const { choices, usage: given } = event.chunk;
    const [choice] = choices;
    const piece = choice?.delta ?? choice?.message;
    if (piece !== undefined) coming.add(piece);
    coming.stopReason = choice?.finish_reason ?? coming.stopReason;
    const reported = reportedChatUsage(given);
    isDamaged ||= reported === 'damaged';
    usage = isDamaged || reported === 'damaged' ? undefined : (reported ?? usage);
  }
  if (usage !== undefined) progress.tellUsage(usage);
  const { stopReason } = coming;
  if (stopReason === undefined) return failed(endedEarly(attempt));
  const whole = answer();
  const sent = { limit: usage === undefined ? undefined : limitOf(request), tokens: tokensSent(request) };
  const ending = endingOf(coming, whole, sent);
  return { type: 'answered', ending, stopReason: STOP_REASONS[stopReason] ?? stopReason, answer: whole };
}

/** Runs and their transcripts use the words of the Messages API. */
const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  length: 'max_tokens',
  content_filter: 'refusal',
};

type StreamEvent = { readonly chunk: ChatChunk } | { readonly failure: ApiFailure };

/** Failures are the last event. Errors of the consumer are not caught here. */
async function* chunksOf(api: ChatApi, request: JsonObject, attempt: Attempt): AsyncGenerator<StreamEvent> {
  let hasBegun = false;
  const length = new AnswerLength();
  const damaged = (why: string) => ({ failure: worded('damaged', attempt, safeWords(why, attempt.key)) });
  try {
    const response = await accepted(api, request, attempt.signal);
    for await (const data of dataOf(response)) {
      if (data === '[DONE]') return;
      const read = parseJson(data);
      const error = read.ok ? errorIn(read.value) : undefined;
      if (error !== undefined) throw refusalIn(error);
      // A piece that cannot be read may be any part of the answer: going on would hide that it is missing.
      if (!read.ok) throw new Error(read.error);
      const chunk = readChunk(read.value);
      if (!chunk.ok) {
        yield damaged(chunk.error);
        return;
      }
      hasBegun = true;
      addTo(length, chunk.value);
      if (length.isTooLong) {
        yield damaged(length.problem);
        return;
      }
      yield { chunk: chunk.value };
    }
  } catch (error) {
    yield { failure: chatFailure(error, { ...attempt, hasBegun }) };
  }
}

function addTo(length: AnswerLength, { choices: [choice] }: ChatChunk): void {
  const piece = choice?.delta ?? choice?.message;
  for (const text of [piece?.content, piece?.refusal, piece?.reasoning_content, piece?.reasoning])
    length.add(text ?? '');
  for (const { id, function: called, extra_content: extra } of piece?.tool_calls ?? []) {
    // Whatever begins a call: some servers repeat its id, and nothing else of it, with each piece.
    if (called?.name !== undefined && id !== undefined) length.addPart();
    length.add(called?.name ?? '');
    length.add(textOf(called?.arguments));
    length.add(textOf(extra));
  }
}

function textOf(given: string | JsonObject | undefined): string {
  return typeof given === 'string' ? given : given === undefined ? '' : JSON.stringify(given);
}

function readChunk(value: Json): Result<ChatChunk> {
  if (isDeeperThan(value, DEEPEST_ANSWER)) return fail(`a piece is nested more than ${DEEPEST_ANSWER} levels deep`);
  return parseBy(chatChunk, value);
}

/** Some servers do not stream what they were asked to. */
async function* dataOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  if (response.headers.get('content-type')?.startsWith('application/json') === true) yield await response.text();
  else yield* eventData(response.body);
}

async function accepted(api: ChatApi, request: JsonObject, signal: AbortSignal | undefined): Promise<Response> {
  let body = api.known.apply(request);
  for (let changes = 0; ; changes++) {
    try {
      return await api.ask(PATH, body, signal);
    } catch (error) {
      const changed = error instanceof ChatRefusal && changes < MAX_CHANGES ? withoutRejected(body, error) : undefined;
      if (changed === undefined) throw error;
      api.known.add(body, changed.change);
      body = changed.body;
    }
  }
}

/** For a request with a format, the text is the input of the tool that was to be called. */
function withJson(answer: Answer, request: JsonObject): Answer {
  if (request.response_format === undefined || answer.text === '') return answer;
  return { ...answer, toolInput: unfenced(answer.text) ?? answer.text };
}

interface Sent {
  /** Of the output; missing without a reported usage. */
  readonly limit: number | undefined;
  /** By our own count. */
  readonly tokens: number;
}

/** Our count may be wrong by half, but not by more, and an overhead of a few hundred tokens is none of ours. */
const LEAST_SHARE = 0.4;
const FEWEST_TOKENS = 2_000;

/** Some servers cut off what exceeds their context, and do not say so. */
function isPartRead({ usage, isUsageEstimated }: Answer, sentTokens: number): boolean {
  if (usage === undefined || isUsageEstimated === true || sentTokens < FEWEST_TOKENS) return false;
  return inputSide(usage) > 0 && inputSide(usage) < sentTokens * LEAST_SHARE;
}

function endingOf({ stopReason, isRefused }: ComingChat, answer: Answer, sent: Sent): AnswerEnding {
  const { limit, tokens: sentTokens } = sent;
  if (isRefused || stopReason === 'content_filter') return 'refused';
  if (stopReason === 'length') {
    // Servers have one name for both ends.
    return limit !== undefined && (answer.usage?.output ?? limit) < limit ? 'window-full' : 'cut';
  }
  if (answer.text.trim() === '') return 'empty';
  return isPartRead(answer, sentTokens) ? 'part-read' : 'whole';
}

function limitOf({ max_tokens, max_completion_tokens }: JsonObject): number | undefined {
  return asCount(max_completion_tokens) ?? asCount(max_tokens);
}
