import { asArray, asObject, isJson, type JsonObject, parseJson } from '../base/json';
import { optional } from '../base/optional';
import { fail, ok, type Result } from '../base/result';
import { parseBy } from '../base/schema';
import { type Upgrader, upgraderFrom } from '../transcript/upgrade-record';
import { isOwnScratchTag, promptTextSchema, type SummaryPrompt, summaryPrompt } from './summary-prompt';

const PROMPT_VERSION = 1;
/** Entry `n` upgrades a prompt of version `n + 1`. */
const upgraders: readonly Upgrader[] = [];

/** Anything larger is not a prompts file. */
export const MAX_FILE_CHARACTERS = 5_000_000;

/** A prompt as stored and exported. What is derived from its text is not included. */
export function writePrompt({ id, title, modelledOn, text, scratchTag }: SummaryPrompt): JsonObject {
  return {
    version: PROMPT_VERSION,
    id,
    title,
    ...optional('modelledOn', modelledOn && { ...modelledOn }),
    text,
    ...(isOwnScratchTag(scratchTag) ? { scratchTag } : {}),
  };
}

/** Validates every field, and names the first invalid one. */
export function parsePrompt(value: unknown): Result<SummaryPrompt> {
  const given = isJson(value) ? asObject(value) : undefined;
  if (given?.version === undefined) {
    return fail('it is not a prompt: an object with a version, an id, a title and a text');
  }
  const upgrade = upgraderFrom(Number(given.version), upgraders, PROMPT_VERSION);
  if (!upgrade.ok) return upgrade;
  const prompt = parseBy(promptTextSchema, upgrade.value(given));
  return prompt.ok ? ok(summaryPrompt(prompt.value)) : prompt;
}

export function writePrompts(prompts: readonly SummaryPrompt[]): string {
  return `${JSON.stringify({ version: PROMPT_VERSION, prompts: prompts.map(writePrompt) }, null, 2)}\n`;
}

/** A file of prompts, or a single prompt. */
export function readPrompts(text: string): Result<readonly SummaryPrompt[]> {
  if (text.length > MAX_FILE_CHARACTERS) {
    return fail(`it has ${text.length} characters, but a prompts file can have at most ${MAX_FILE_CHARACTERS}`);
  }
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  if (!json.ok) return fail(`it is not JSON: ${json.error}`);
  const list = asArray(asObject(json.value)?.prompts);
  if (list === undefined) {
    const alone = parsePrompt(json.value);
    return alone.ok ? ok([alone.value]) : alone;
  }
  const prompts: SummaryPrompt[] = [];
  for (const [index, item] of list.entries()) {
    const prompt = parsePrompt(item);
    if (!prompt.ok) return fail(`prompt ${index + 1}: ${prompt.error}`);
    prompts.push(prompt.value);
  }
  return ok(prompts);
}

/** An editable copy with a unique id and title. It no longer counts as modelled on the original. */
export function duplicatePrompt(prompt: SummaryPrompt, others: readonly SummaryPrompt[]): SummaryPrompt {
  const ids = new Set(others.map(({ id }) => id));
  const titles = new Set(others.map(({ title }) => title));
  for (let copy = 1; ; copy++) {
    const number = copy === 1 ? '' : `${copy}`;
    const id = `${prompt.id}-copy${number}`;
    const title = `${prompt.title} (copy${number === '' ? '' : ` ${number}`})`;
    if (ids.has(id) || titles.has(title)) continue;
    return summaryPrompt({ id, title, text: prompt.text, ...optional('scratchTag', prompt.scratchTag) });
  }
}

/** Adds an imported prompt to the existing ones: unchanged if it is new or identical, a copy if its id is taken. */
export function besideOthers(prompt: SummaryPrompt, others: readonly SummaryPrompt[]): SummaryPrompt {
  const same = others.find(({ id }) => id === prompt.id);
  const written = (each: SummaryPrompt) => JSON.stringify(writePrompt(each));
  return same === undefined || written(same) === written(prompt) ? prompt : duplicatePrompt(prompt, others);
}
