import * as v from 'valibot';
import { optional } from '../base/optional';
import { object, type Parsed, text, textWithin } from '../base/schema';
import { sectionsAsked } from '../fidelity/text/summary-sections';

/** Prompts are sent with every request, and searched for headings. */
export const MAX_PROMPT_CHARACTERS = 100_000;
export const LONGEST_NAME = 200;

const shortText = v.pipe(text, v.trim(), textWithin(LONGEST_NAME));
const TAG = 'must be a tag name such as notes, but not summary';

export const promptTextSchema = object({
  id: shortText,
  title: shortText,
  /** Whose structure it follows. The words are ours. */
  modelledOn: v.exactOptional(object({ name: shortText, source: shortText })),
  text: textWithin(MAX_PROMPT_CHARACTERS),
  /** Its content is for the writer only, and is removed from the answer. Common tags are recognised in the text. */
  scratchTag: v.exactOptional(v.pipe(v.string(TAG), v.check(isScratchTag, TAG))),
});

/** The stored fields of a prompt; the others are derived from its text. */
export type PromptText = Parsed<typeof promptTextSchema>;

/** An instruction to summarise a conversation. */
export interface SummaryPrompt extends PromptText {
  /** The headings that the answer should have. */
  readonly sections: readonly string[];
}

const USUAL_SCRATCH = /<(analysis|scratch)>/i;

export function summaryPrompt({ scratchTag: given, ...prompt }: PromptText): SummaryPrompt {
  const scratchTag = isOwnScratchTag(given) ? given : USUAL_SCRATCH.exec(prompt.text)?.[1]?.toLowerCase();
  return { ...prompt, sections: sectionsAsked(prompt.text, scratchTag), ...optional('scratchTag', scratchTag) };
}

/** A tag other than those that are always removed. */
export function isOwnScratchTag(tag: string | undefined): tag is string {
  return tag !== undefined && isScratchTag(tag) && !USUAL_SCRATCH.test(`<${tag}>`);
}

/** The summary itself is in a tag too, and must not be removed. */
export function isScratchTag(tag: string): boolean {
  return /^[a-z][\w-]{0,39}$/i.test(tag) && tag.toLowerCase() !== 'summary';
}
