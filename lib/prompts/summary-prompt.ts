import * as v from 'valibot';
import { optional } from '../base/optional';
import { object, type Parsed, text, textWithin } from '../base/schema';
import { sectionsAsked } from '../fidelity/text/summary-sections';

/** Prompts go into every request, and the headings in them are looked for. */
export const MAX_PROMPT_CHARACTERS = 100_000;
export const LONGEST_NAME = 200;

const shortText = v.pipe(text, v.trim(), textWithin(LONGEST_NAME));
const TAG = 'must be the name of a tag, such as notes, and not summary';

export const promptTextSchema = object({
  id: shortText,
  title: shortText,
  /** Whose structure it follows. The words are ours. */
  modelledOn: v.exactOptional(object({ name: shortText, source: shortText })),
  text: textWithin(MAX_PROMPT_CHARACTERS),
  /** What stands in it is for the writer alone, and is taken out of the answer. A usual one is read from the text. */
  scratchTag: v.exactOptional(v.pipe(v.string(TAG), v.check(isScratchTag, TAG))),
});

/** What of a prompt is written by somebody and kept; the rest is read from its text. */
export type PromptText = Parsed<typeof promptTextSchema>;

/** What a model is asked to do with a conversation that has to become short. */
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
