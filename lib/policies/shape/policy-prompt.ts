import type { Json } from '../../base/json';
import { optional } from '../../base/optional';
import { fail, ok, type Result } from '../../base/result';
import { fieldsOf, textOf } from './fields-of';
import type { Policy, PolicyPrompt } from './policy';

/** Prompts are included in links and in every request. */
export const MOST_PROMPT_CHARACTERS = 100_000;
const LONGEST_NAME = 200;

export function parsePolicyPrompt(json: Json): Result<PolicyPrompt> {
  const fields = fieldsOf(json, ['id', 'title', 'text', 'scratchTag']);
  if (!fields.ok) return fail(`in "summaryPrompt": ${fields.error}`);
  const { scratchTag: tag } = fields.value;
  const id = within(textOf(fields.value.id, 'id'), LONGEST_NAME, 'id');
  if (!id.ok) return id;
  const title = within(textOf(fields.value.title, 'title'), LONGEST_NAME, 'title');
  if (!title.ok) return title;
  const text = within(textOf(fields.value.text, 'text'), MOST_PROMPT_CHARACTERS, 'text');
  if (!text.ok) return text;
  const scratchTag = tag === undefined ? undefined : scratchTagOf(tag);
  if (scratchTag !== undefined && !scratchTag.ok) return scratchTag;
  return ok({ id: id.value, title: title.value, text: text.value, ...optional('scratchTag', scratchTag?.value) });
}

/** [F3] Undefined means the standard prompt. */
export function withSummaryPrompt(policy: Policy, prompt: PolicyPrompt | undefined): Policy {
  const { summaryPrompt: _, ...rest } = policy;
  return { ...rest, ...optional('summaryPrompt', prompt) };
}

function within(text: Result<string>, most: number, name: string): Result<string> {
  if (!text.ok) return fail(`in "summaryPrompt": ${text.error}`);
  if (text.value.trim() !== '' && text.value.length <= most) return text;
  return fail(`in "summaryPrompt": "${name}" must be a text of 1 to ${most} characters`);
}

/** It becomes part of a regular expression. */
function scratchTagOf(json: Json): Result<string> {
  const tag = textOf(json, 'scratchTag');
  if (tag.ok && /^[a-z][\w-]{0,39}$/i.test(tag.value) && tag.value.toLowerCase() !== 'summary') return tag;
  return fail('in "summaryPrompt": "scratchTag" must be a tag name, such as notes, but not summary');
}
