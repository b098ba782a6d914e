import { asNumber, asText, type JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { noteInstruction } from '../../layers/note/note-instruction';
import { emptyNote } from '../../layers/note/note-template';
import { spanInstruction } from '../../layers/shape/summary-instruction';
import { summaryPrompts } from '../../prompts/index';
import { objectsIn } from '../../prompts/mended-turns';
import { offlineNote } from '../../summarizers/offline/offline-note';
import { offlineSummary } from '../../summarizers/offline/offline-summary';
import { roughText } from '../../tokens/rough';
import type { Message } from '../../transcript/transcript';

const FOCUS = '\n\nThe user asked to focus on this:\n';
const NOTE = '\n\nThe note:\n\n';
const MAX_TOKENS = 20_000;

/** The offline writer's answer, if the request ends with an instruction for a fork. */
export function forkAnswer(body: JsonObject, messages: readonly Message[]): string | undefined {
  const asked = asText(objectsIn(objectsIn(body.messages).at(-1)?.content).at(-1)?.text) ?? '';
  const type = forkIn(asked);
  if (type === undefined) return undefined;
  const [instruction = '', focus] = asked.split(FOCUS);
  const input = {
    messages: messages.slice(0, -1),
    maxTokens: asNumber(body.max_tokens) ?? MAX_TOKENS,
    countTokens: roughText,
    ...optional('focus', focus),
  };
  if (type === 'summary') return offlineSummary(input);
  return offlineNote({ ...input, note: instruction.split(NOTE)[1] ?? emptyNote });
}

const noteBeginning = noteInstruction('').split(NOTE)[0] ?? '';

/** For custom prompts, only the common element is known: the tag of the answer. */
function forkIn(asked: string): 'summary' | 'note' | undefined {
  if (asked.startsWith(noteBeginning)) return 'note';
  const isKnown = [spanInstruction, ...summaryPrompts.map(({ text }) => text)].some((text) => asked.startsWith(text));
  return isKnown || /<summary>/i.test(asked) ? 'summary' : undefined;
}
