import { asNumber, asText, type JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { noteOfInstruction } from '../../layers/note/note-instruction';
import { spanInstruction } from '../../layers/shape/summary-instruction';
import { summaryPrompts } from '../../prompts/index';
import { objectsIn } from '../../prompts/mended-turns';
import { offlineNote } from '../../summarizers/offline/offline-note';
import { offlineSummary } from '../../summarizers/offline/offline-summary';
import { roughText } from '../../tokens/rough';
import type { Message } from '../../transcript/transcript';

const FOCUS = '\n\nThe user asked to focus on this:\n';
const MAX_TOKENS = 20_000;

/** The offline writer's answer, if the request ends with an instruction for a fork. */
export function forkAnswer(body: JsonObject, messages: readonly Message[]): string | undefined {
  const asked = asText(objectsIn(objectsIn(body.messages).at(-1)?.content).at(-1)?.text) ?? '';
  const note = noteOfInstruction(asked);
  if (note === undefined && !asksForSummary(asked)) return undefined;
  const [, focus] = note === undefined ? asked.split(FOCUS) : [];
  const input = {
    messages: messages.slice(0, -1),
    maxTokens: asNumber(body.max_tokens) ?? MAX_TOKENS,
    countTokens: roughText,
    ...optional('focus', focus),
  };
  return note === undefined ? offlineSummary(input) : offlineNote({ ...input, note });
}

/** For custom prompts, only the common element is known: the tag of the answer. */
function asksForSummary(asked: string): boolean {
  const isKnown = [spanInstruction, ...summaryPrompts.map(({ text }) => text)].some((text) => asked.startsWith(text));
  return isKnown || /<summary>/i.test(asked);
}
