import { optional } from '../base/optional';
import { sectionsAsked } from '../fidelity/text/summary-sections';

/** A prompt for a summary of a conversation. */
export interface SummaryPrompt extends PromptText {
  /** The headings that the answer should have. */
  readonly sections: readonly string[];
}

/** The stored part of a prompt; the rest is derived from its text. */
export interface PromptText {
  readonly id: string;
  readonly title: string;
  readonly modelledOn?: PromptModel;
  readonly text: string;
  /** The tag of the scratch part, which is removed from the answer. The usual tags are detected in the text. */
  readonly scratchTag?: string;
}

/** The product whose structure it follows. The text is our own. */
export interface PromptModel {
  readonly name: string;
  readonly source: string;
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
