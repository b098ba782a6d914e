import { readDirective } from '../../../agents/fork';
import { readProgressRequest } from '../../../agents/progress';
import { asObject, asText, type JsonObject, parseJson } from '../../../base/json';
import { readHookQuestion } from '../../../hooks/model-answer';
import { objectsIn } from '../../../prompts/mended-turns';
import { type Answer, end } from '../sight/move';
import { visibleContextOf } from '../sight/sight';
import { plainPath, type ToolUse } from '../sight/tool-uses';

/** The answer to what is asked beside the turns: what an agent is doing, or whether something is allowed. */
export function asideAnswer(body: JsonObject): Answer | undefined {
  const last = objectsIn(body.messages).at(-1);
  const content = last?.content;
  const asked = typeof content === 'string' ? content : (asText(objectsIn(content).at(-1)?.text) ?? '');
  const previous = readProgressRequest(asked);
  if (previous !== undefined) return end(progressOf(body, previous));
  const question = readHookQuestion(asked);
  return question === undefined ? undefined : end(hookAnswer(question));
}

/** [O8] Three to five words, from the latest tool calls in sight. */
function progressOf(body: JsonObject, previous: string): string {
  const sight = visibleContextOf(body);
  const from = sight.messages.findLastIndex(({ parts }) =>
    parts.some((part) => part.kind === 'text' && readDirective(part.text) !== undefined),
  );
  const uses = sight.uses.filter(({ at }) => at > from);
  const said = [...uses.map(wordsOfUse).toReversed(), 'Reading the whole task'];
  const [first = 'Reading the whole task'] = said;
  if (first !== previous) return first;
  return said.find((words) => words !== previous) ?? 'Continuing with this work';
}

function wordsOfUse({ name, input }: ToolUse): string {
  const path = shortPath(asText(input.file_path) ?? asText(input.path) ?? '');
  switch (name) {
    case 'Read':
      return `Reading the file ${path}`;
    case 'Edit':
    case 'MultiEdit':
      return `Changing the file ${path}`;
    case 'Write':
      return `Writing the file ${path}`;
    case 'Grep':
      return `Searching for ${wordIn(asText(input.pattern) ?? '')} everywhere`;
    case 'Glob':
      return 'Listing the files there';
    case 'Bash':
      return `Running ${(asText(input.command) ?? '').split(/\s+/).slice(0, 2).join(' ').slice(0, 30)} in workspace`;
    default:
      return `Working with ${name} now`;
  }
}

function shortPath(path: string): string {
  return plainPath(path).replace(/\s+/g, '-').slice(-40);
}

/** The longest name in a pattern. */
function wordIn(pattern: string): string {
  const words = (pattern.match(/[A-Za-z_]\w+/g) ?? []).filter((word) => !/^(?:function|def|func)$/.test(word));
  return words.toSorted((a, b) => b.length - a.length)[0]?.slice(0, 30) ?? 'text';
}

const FORBIDS =
  /\b(?:never|refuse|deny|block|forbid\w*|reject|must not|not allowed|do not allow|don['’]t allow|do not|don['’]t)\b/i;
const NAMED = /`([^`\n]+)`|“([^“”\n]+)”|"([^"\n]+)"|((?<![\w.-])(?:[\w.-]+\/)+[\w.-]*|(?<![\w-])[\w-]+\.\w{1,5}\b)/g;

/**
 * [H2] By rules: what a sentence of the prompt forbids, and names in quotes or as a path, must not be in the event. Anything
 * else is fine.
 */
function hookAnswer(question: string): string {
  const start = question.search(/\{\s*"/);
  const json = start === -1 ? undefined : parseJson(question.slice(start, question.lastIndexOf('}') + 1));
  const event = json?.ok === true ? asObject(json.value) : undefined;
  const prompt =
    event === undefined ? question : `${question.slice(0, start)}\n${question.slice(question.lastIndexOf('}') + 1)}`;
  const happened = event === undefined ? '' : JSON.stringify(event.tool_input ?? event.prompt ?? event);
  for (const sentence of prompt.split(/(?<=[.!?])\s+|\n/)) {
    if (!FORBIDS.test(sentence)) continue;
    for (const [, ticks, curly, straight, path] of sentence.matchAll(NAMED)) {
      const name = ticks ?? curly ?? straight ?? path ?? '';
      if (name !== '' && happened.includes(name)) {
        return JSON.stringify({ ok: false, reason: `“${sentence.trim()}” It has ${name}.` });
      }
    }
  }
  return JSON.stringify({ ok: true });
}
