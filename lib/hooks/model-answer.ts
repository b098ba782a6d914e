import { asBoolean, asObject, asText, parseJson } from '../base/json';
import type { HookExit } from './hook-effect';
import type { ScriptedReply } from './hook-settings';

/** What every question ends with. */
export const HOOK_ANSWER =
  '\n\nAnswer with one JSON object and nothing else: {"ok": true}, or {"ok": false, "reason": "…"} ' +
  'with a reason for whoever reads it.';

const ARGUMENTS = '$ARGUMENTS';

/** [H2] What a prompt or agent hook is asked: its text, with the event in the place of `$ARGUMENTS`, or at its end. */
export function hookQuestion(prompt: string, input: string): string {
  const asked = prompt.includes(ARGUMENTS) ? prompt.replaceAll(ARGUMENTS, () => input) : `${prompt}\n\n${input}`;
  return `${asked}${HOOK_ANSWER}`;
}

/** [H2] What is asked, if a text is the question of a hook. */
export function readHookQuestion(text: string): string | undefined {
  return text.endsWith(HOOK_ANSWER) ? text.slice(0, -HOOK_ANSWER.length) : undefined;
}

/** [H3] A refusal is exit 2; an answer that is neither is a failure like any other. */
export function exitOfAnswer(text: string): HookExit {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  const json = start === -1 || end < start ? undefined : parseJson(text.slice(start, end + 1));
  const answer = json?.ok === true ? asObject(json.value) : undefined;
  const isFine = asBoolean(answer?.ok);
  if (isFine === undefined) {
    return { code: 1, stdout: '', stderr: `The answer has no "ok": ${text.trim().slice(0, 200)}` };
  }
  return isFine ? { code: 0, stdout: '', stderr: '' } : { code: 2, stdout: '', stderr: asText(answer?.reason) ?? '' };
}

/** [H2] Nothing is sent: only what the settings say was answered. A status cannot block, its JSON can. */
export function exitOfReply(reply: ScriptedReply | undefined): HookExit {
  if (reply === undefined) return { code: 0, stdout: '', stderr: '' };
  const isFine = reply.status >= 200 && reply.status < 300;
  return isFine
    ? { code: 0, stdout: reply.body, stderr: '' }
    : { code: 1, stdout: '', stderr: `HTTP ${reply.status} ${reply.body}`.trim() };
}
