import * as v from 'valibot';
import { optional } from '../../base/optional';
import { exactObject, type Parsed, text, textWithin } from '../../base/schema';
import { standardNotePrompt } from '../../layers/note/note-instruction';
import type { Policy } from './policy';

/** Prompts are included in links and in every request. */
export const MAX_PROMPT_CHARACTERS = 100_000;
const LONGEST_NAME = 200;
const TAG = 'must be a tag name, such as notes, but not summary';

const name = v.pipe(text, textWithin(LONGEST_NAME));

export const policyPromptSchema = exactObject({
  id: name,
  title: name,
  text: v.pipe(text, textWithin(MAX_PROMPT_CHARACTERS)),
  /** It goes into an expression that is searched for. */
  scratchTag: v.exactOptional(
    v.pipe(
      text,
      v.check((tag) => /^[a-z][\w-]{0,39}$/i.test(tag) && tag.toLowerCase() !== 'summary', TAG),
    ),
  ),
});

/** [N3] */
export const notePromptSchema = v.pipe(text, textWithin(MAX_PROMPT_CHARACTERS));

export type PolicyPrompt = Parsed<typeof policyPromptSchema>;

/** [F3] Undefined means the standard prompt. */
export function withSummaryPrompt(policy: Policy, prompt: PolicyPrompt | undefined): Policy {
  const { summaryPrompt: _, ...rest } = policy;
  return { ...rest, ...optional('summaryPrompt', prompt) };
}

/** [N3] A blank prompt, like the standard one, is represented by none. */
export function withNotePrompt(policy: Policy, prompt: string): Policy {
  const { notePrompt: _, ...rest } = policy;
  const isOwn = prompt.trim() !== '' && prompt !== standardNotePrompt;
  return { ...rest, ...optional('notePrompt', isOwn ? prompt : undefined) };
}
