import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '../../../lib/base/json';
import type { Behaviour } from '../behaviour';
import type { SeenRequest } from '../seen-requests';
import { write } from '../send';
import type { Completion } from './make-completion';

const CREATED = 1_790_000_000;
const PIECE_LENGTH = 24;
const ENDED = 'data: [DONE]\n\n';

export interface ChunkOptions {
  readonly behaviour: Behaviour;
  readonly deltaMs: number;
  /** The request asked for usage at the end. */
  readonly includesUsage: boolean;
}

/** Writes the chunks of an answer, as far as its behaviour allows. */
export async function sendChunks(
  completion: Completion,
  { behaviour, deltaMs, includesUsage }: ChunkOptions,
  response: ServerResponse,
  seen: SeenRequest,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  const lastDelta = 'afterDeltas' in behaviour ? behaviour.afterDeltas : undefined;
  let deltas = 0;
  for (const chunk of chunksOf(completion, includesUsage)) {
    if (response.destroyed) return;
    const text = `data: ${JSON.stringify(chunk.value)}\n\n`;
    // A short answer may have fewer deltas: the behaviour still happens.
    const isPlace = chunk.isDelta ? deltas === lastDelta : chunk.isEnd;
    if (isPlace && lastDelta !== undefined) {
      await breakOff(behaviour, text, response, seen);
      return;
    }
    if (chunk.isDelta) {
      deltas += 1;
      if (deltaMs > 0) await pause(deltaMs);
    }
    await write(response, text);
    seen.eventsSent += 1;
  }
  response.end(ENDED);
}

/** The same, not streamed. */
export function wholeCompletion(completion: Completion): JsonObject {
  const { text, calls, reasoning, finishReason, usage } = completion;
  const message = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => sentCall(call, call.arguments)) }),
  };
  return {
    ...frameOf(completion, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    ...(usage === undefined ? {} : { usage }),
  };
}

interface Chunk {
  readonly value: JsonObject;
  readonly isDelta: boolean;
  readonly isEnd: boolean;
}

function* chunksOf(completion: Completion, includesUsage: boolean): Generator<Chunk> {
  const { reasoning, text, calls, finishReason, usage } = completion;
  const none = includesUsage && usage !== undefined ? { usage: null } : {};
  const chunk = (delta: JsonObject, isDelta: boolean, finish: string | null = null): Chunk => ({
    value: {
      ...frameOf(completion, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...none,
    },
    isDelta,
    isEnd: finish !== null,
  });
  yield chunk({ role: 'assistant', content: '', refusal: null }, false);
  for (const piece of piecesOf(reasoning)) yield chunk({ reasoning_content: piece }, true);
  for (const piece of piecesOf(text)) yield chunk({ content: piece }, true);
  for (const [index, call] of calls.entries()) {
    yield chunk({ tool_calls: [{ index, ...sentCall(call, '') }] }, false);
    for (const piece of piecesOf(call.arguments)) {
      yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] }, true);
    }
  }
  yield chunk({}, false, finishReason);
  if (includesUsage && usage !== undefined) {
    const value = { ...frameOf(completion, 'chat.completion.chunk'), choices: [], usage };
    yield { value, isDelta: false, isEnd: false };
  }
}

function sentCall({ id, name, signature }: Completion['calls'][number], sent: string): JsonObject {
  return {
    id,
    type: 'function',
    function: { name, arguments: sent },
    ...(signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }),
  };
}

function frameOf({ id, model }: Completion, object: string): JsonObject {
  return { id: `chatcmpl-${id}`, object, created: CREATED, model, system_fingerprint: 'stand-in' };
}

async function breakOff(
  behaviour: Behaviour,
  next: string,
  response: ServerResponse,
  seen: SeenRequest,
): Promise<void> {
  if (behaviour.type === 'stall') return;
  if (behaviour.type === 'error-event') {
    const error = {
      message: 'The server had an error while processing your request.',
      type: 'server_error',
      code: null,
    };
    response.end(`data: ${JSON.stringify({ error })}\n\n`);
    return;
  }
  if (behaviour.type === 'drop' && behaviour.insideEvent === true) {
    await write(response, next.slice(0, next.length / 2));
  }
  // Without a pause, the last bytes may be lost with the connection.
  await pause(20);
  seen.ended = 'broken-off';
  response.destroy();
}

/** Whole characters: half a surrogate pair would not survive encoding. */
function piecesOf(text: string): readonly string[] {
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / PIECE_LENGTH) }, (_, index) =>
    characters.slice(index * PIECE_LENGTH, (index + 1) * PIECE_LENGTH).join(''),
  );
}
