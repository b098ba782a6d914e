import * as v from 'valibot';
import { count, forgivingObject, goodOf, ifGood, json, jsonObject, type Parsed, text } from '../../base/schema';

const call = forgivingObject({
  index: ifGood(count),
  id: ifGood(text),
  function: ifGood(forgivingObject({ name: ifGood(text), arguments: ifGood(v.union([text, jsonObject])) })),
  /** Of Gemini, which requires it back. */
  extra_content: ifGood(jsonObject),
});

const message = forgivingObject({
  content: ifGood(text),
  refusal: ifGood(text),
  /** Two names for the same, by server. */
  reasoning_content: ifGood(text),
  reasoning: ifGood(text),
  tool_calls: goodOf(call),
});

/** A piece of a stream has a `delta`, an answer that is not streamed a `message`. */
const choice = forgivingObject({
  delta: ifGood(message),
  message: ifGood(message),
  finish_reason: ifGood(text),
});

export const chatChunk = forgivingObject({ choices: goodOf(choice), usage: ifGood(json) });

export type ChatMessagePiece = Parsed<typeof message>;
export type ChatCallPiece = Parsed<typeof call>;
export type ChatChunk = Parsed<typeof chatChunk>;
