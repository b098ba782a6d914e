import { asText, type JsonObject } from '../../base/json';
import type { ChatModel } from '../journal/chat-model';
import type { ReplyBlock } from '../journal/entry';
import { type ScriptedOptions, scriptedModel } from '../scripted/scripted-model';
import type { Lesson } from './lesson';

const ENDED = 'That was all. I have finished.';
/** In an input: the path of the last stored result in sight. */
export const STORED = '{stored}';

/** The next call of a run, from 0, and its size. */
export interface CallPlace {
  readonly call: number;
  readonly tokens: number;
}

/** The model of a lesson, for one call. Requests of layers are answered like the scripted model does. */
export function lessonModel(
  { replies, acceptsTokens }: Lesson,
  { call, tokens }: CallPlace,
  options: ScriptedOptions,
): ChatModel {
  const scripted = scriptedModel({ ...options, turn: (body) => blocksOf(replies[call], call, body) });
  return {
    async ask(request, by) {
      if (request.purpose === 'turn' && acceptsTokens !== undefined && tokens > acceptsTokens) {
        const gapTokens = tokens - acceptsTokens;
        return { type: 'too-long', gapTokens, what: `prompt is too long: ${tokens} tokens > ${acceptsTokens} maximum` };
      }
      return scripted.ask(request, by);
    },
  };
}

function blocksOf(reply: Lesson['replies'][number] | undefined, call: number, body: JsonObject): readonly ReplyBlock[] {
  if (reply === undefined) return [{ type: 'text', text: ENDED }];
  return [
    { type: 'text', text: reply.say },
    ...reply.calls.map(({ name, input }, place) => {
      return { type: 'tool-call', id: `toolu_lesson_${call}_${place}`, name, input: completed(input, body) } as const;
    }),
  ];
}

function completed(input: JsonObject, body: JsonObject): JsonObject {
  if (asText(input.file_path) !== STORED) return input;
  const stored = JSON.stringify(body.messages)
    .match(/tool-results\/[\w./-]*\w/g)
    ?.at(-1);
  return { ...input, file_path: stored ?? STORED };
}
