import { asText, type JsonObject } from '../../base/json';
import { HOOK_ANSWER } from '../../hooks/model-answer';
import { objectsIn } from '../../prompts/mended-turns';

/**
 * [H2] What the script says to a hook: it refuses if what happened contains one of the words that the hook names in quotes or
 * backticks, such as “Refuse if the command contains `push`.”
 */
export function hookAnswer({ messages }: JsonObject): string {
  const [first] = objectsIn(messages);
  const [block] = objectsIn(first?.content);
  const [asked = ''] = (asText(block?.text) ?? '').split(HOOK_ANSWER);
  const [, before = '', event = '', after = ''] = /^([\s\S]*?)(\{"session_id"[\s\S]*\})([^}]*)$/.exec(asked) ?? [];
  const named = [...`${before} ${after}`.matchAll(/[`"“]([^`"”“\n]{1,200})[`"”]/g)].flatMap(([, word]) => word ?? []);
  const found = named.find((word) => event.toLowerCase().includes(word.toLowerCase()));
  return JSON.stringify(found === undefined ? { ok: true } : { ok: false, reason: `It contains “${found}”.` });
}
