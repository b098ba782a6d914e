import { optional } from '../base/optional';
import { sectionsAsked } from '../fidelity/text/summary-sections';

/** What a model is asked to do with a conversation that has to become short. */
export interface SummaryPrompt extends PromptText {
  /** The headings that its answer should have. */
  readonly sections: readonly string[];
}

/** What of a prompt is written by somebody and kept; the rest is read from its text. */
export interface PromptText {
  readonly id: string;
  readonly title: string;
  readonly modelledOn?: PromptModel;
  readonly text: string;
  /** What stands in it is for the writer alone, and is taken out of the answer. A usual one is read from the text. */
  readonly scratchTag?: string;
}

/** Whose structure it follows. The words are ours. */
export interface PromptModel {
  readonly name: string;
  readonly source: string;
}

const USUAL_SCRATCH = /<(analysis|scratch)>/i;

export function summaryPrompt({ scratchTag: given, ...prompt }: PromptText): SummaryPrompt {
  const scratchTag = isOwnScratchTag(given) ? given : USUAL_SCRATCH.exec(prompt.text)?.[1]?.toLowerCase();
  return { ...prompt, sections: sectionsAsked(prompt.text, scratchTag), ...optional('scratchTag', scratchTag) };
}

/** Another than those that are taken out of every answer. */
export function isOwnScratchTag(tag: string | undefined): tag is string {
  return tag !== undefined && isScratchTag(tag) && !USUAL_SCRATCH.test(`<${tag}>`);
}

/** The summary itself stands in a tag too, and is not to be thrown away. */
export function isScratchTag(tag: string): boolean {
  return /^[a-z][\w-]{0,39}$/i.test(tag) && tag.toLowerCase() !== 'summary';
}
