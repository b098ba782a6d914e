import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type AnswerEvent, answerEvents, isDelta } from './answer-events';
import { type Behaviour, ERRORS } from './behaviour';
import type { AnswerMessage } from './make-answer';
import type { SeenRequest } from './seen-requests';
import { write } from './send';

/** Writes the events of an answer, as far as its behaviour allows. */
export async function sendStream(
  message: AnswerMessage,
  behaviour: Behaviour,
  deltaMs: number,
  response: ServerResponse,
  seen: SeenRequest,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  const lastDelta = 'afterDeltas' in behaviour ? behaviour.afterDeltas : undefined;
  let deltas = 0;
  for (const event of answerEvents(message)) {
    if (response.destroyed) return;
    const text = `event: ${event.type}\ndata: ${JSON.stringify(withUsage(event, behaviour))}\n\n`;
    // A short answer may have fewer deltas: the behaviour still happens.
    const isPlace = isDelta(event) ? deltas === lastDelta : event.type === 'content_block_stop';
    if (isPlace && 'afterDeltas' in behaviour) {
      await breakOff(behaviour, text, response, seen);
      return;
    }
    if (isDelta(event)) {
      deltas += 1;
      if (deltaMs > 0) await pause(deltaMs);
    }
    await write(response, text);
    seen.eventsSent += 1;
  }
  response.end();
}

/** Of a server that cannot count, or does not want to. */
function withUsage(event: AnswerEvent, behaviour: Behaviour): object {
  if (behaviour.type !== 'answer' || behaviour.usage === undefined) return event;
  const { usage } = behaviour;
  if (event.type === 'message_start') return { ...event, message: { ...event.message, usage } };
  return event.type === 'message_delta' ? { ...event, usage } : event;
}

async function breakOff(
  behaviour: Behaviour,
  next: string,
  response: ServerResponse,
  seen: SeenRequest,
): Promise<void> {
  if (behaviour.type === 'stall') return;
  if (behaviour.type === 'error-event') {
    const [type, message] = ERRORS[529];
    const request_id = response.getHeader('request-id');
    response.end(`event: error\ndata: ${JSON.stringify({ type: 'error', error: { type, message }, request_id })}\n\n`);
    return;
  }
  if (behaviour.type === 'drop' && behaviour.insideEvent === true)
    await write(response, next.slice(0, next.length / 2));
  // Without a pause, the last bytes may be lost with the connection.
  await pause(20);
  seen.ended = 'broken-off';
  response.destroy();
}
