import { asArray, asObject, asText, type JsonObject, parseJson } from '../../base/json';
import { unfenced } from '../../base/patterns/unfenced';
import { shown } from '../../base/shown';
import { manifestIn, manifestText } from './manifest';
import { MAX_SELECTED, type SelectionAsk } from './selection';

export const SELECTOR_MAX_TOKENS = 256;

const instruction = (
  most: number,
) => `You choose which memories an agent is shown before it answers a prompt. You get the prompt, a list of memories, and the tools that the agent used lately.

Answer with a JSON list of at most ${most} file names from the list, and nothing else: ["a.md", "b.md"]
Choose only what is clearly relevant to the prompt. If you are not sure, leave it out: an empty list is a good answer.
Do not choose documentation of a tool that the agent uses already. Warnings about such a tool may be chosen.`;

/** [R2] The body for the Messages API, for a mid-size model. */
export function selectorRequest(ask: SelectionAsk, model: string): JsonObject {
  return {
    model,
    max_tokens: SELECTOR_MAX_TOKENS,
    system: [{ type: 'text', text: instruction(ask.most ?? MAX_SELECTED) }],
    messages: [{ role: 'user', content: [{ type: 'text', text: questionOf(ask) }] }],
  };
}

/** All text of the request, for counting it. */
export function selectorText(ask: SelectionAsk): string {
  return `${instruction(ask.most ?? MAX_SELECTED)}\n\n${questionOf(ask)}`;
}

function questionOf({ prompt, candidates, tools }: SelectionAsk): string {
  const used = tools.length === 0 ? 'none' : tools.join(', ');
  return `${PROMPT}${prompt}${MEMORIES}${manifestText(candidates)}${TOOLS}${used}`;
}

const PROMPT = 'Prompt:\n';
const MEMORIES = '\n\nMemories:\n';
const TOOLS = '\n\nTools used lately: ';

/** What such a request asks, for a model that answers by rules; undefined if it is another request. */
export function readSelectorRequest({ system, messages }: JsonObject): SelectionAsk | undefined {
  const told = asText(asObject(asArray(system)?.at(-1))?.text) ?? asText(system);
  const most = Number(/\bat most (\d{1,4}) file names\b/.exec(told ?? '')?.[1]);
  if (told !== instruction(most)) return undefined;
  const content = asObject(asArray(messages)?.at(-1))?.content;
  const text = asText(content) ?? asText(asObject(asArray(content)?.at(-1))?.text) ?? '';
  // A manifest has no blank line: the last headings are the request's, whatever the prompt contains.
  const toolsAt = text.lastIndexOf(TOOLS);
  const memoriesAt = text.lastIndexOf(MEMORIES, toolsAt - MEMORIES.length);
  if (!text.startsWith(PROMPT) || toolsAt === -1 || memoriesAt < PROMPT.length) return undefined;
  const prompt = text.slice(PROMPT.length, memoriesAt);
  const manifest = text.slice(memoriesAt + MEMORIES.length, toolsAt);
  const used = text.slice(toolsAt + TOOLS.length);
  return { prompt, candidates: manifestIn(manifest), tools: used === 'none' ? [] : used.split(', '), most };
}

/** Names of the candidates. `problem`: why nothing, or not everything, of an answer is used. */
export interface SelectorAnswer {
  readonly files: readonly string[];
  readonly problem?: string;
}

/** [R2] An answer that is not a list of known names chooses nothing. */
export function readSelectorAnswer(
  answer: string,
  { candidates, most = MAX_SELECTED }: Pick<SelectionAsk, 'candidates' | 'most'>,
): SelectorAnswer {
  const trimmed = answer.trim();
  const parsed = parseJson(unfenced(trimmed) ?? trimmed);
  if (!parsed.ok) return nothing(`The answer is not JSON: ${shown(trimmed)}`);
  const list = asArray(parsed.value) ?? asArray(asObject(parsed.value)?.selected);
  if (list === undefined) return nothing('The answer is JSON, but not a list of file names');
  const known = new Set(candidates.map(({ file }) => file));
  const files: string[] = [];
  for (const name of list) {
    if (typeof name !== 'string') return nothing(`The answer lists ${shown(name)}, which is not a file name`);
    if (!known.has(name)) return nothing(`The answer names ${shown(name)}, which is not in the list`);
    if (!files.includes(name)) files.push(name);
  }
  if (files.length <= most) return { files };
  const problem = `The answer names ${files.length} memories; only the first ${most} are used.`;
  return { files: files.slice(0, most), problem };
}

function nothing(why: string): SelectorAnswer {
  return { files: [], problem: `${why}. No memory is recalled.` };
}
