import { sectionsAsked } from '../fidelity/summary-sections';

/** What a model is asked to do with a conversation that has to become short. */
export interface SummaryPrompt extends PromptText {
  /** The headings that its answer should have. */
  readonly sections: readonly string[];
  /** What stands in it is written for the writer alone, and is taken out of the answer. */
  readonly scratchTag?: ScratchTag;
}

/** What of a prompt is written by somebody and kept; the rest is read from its text. */
export interface PromptText {
  readonly id: string;
  readonly title: string;
  readonly modelledOn?: PromptModel;
  readonly text: string;
}

/** Whose structure it follows. The words are ours. */
export interface PromptModel {
  readonly name: string;
  readonly source: string;
}

export type ScratchTag = 'analysis' | 'scratch';

export function summaryPrompt(given: PromptText): SummaryPrompt {
  const scratchTag = scratchTagIn(given.text);
  return { ...given, sections: sectionsAsked(given.text), ...(scratchTag === undefined ? {} : { scratchTag }) };
}

function scratchTagIn(text: string): ScratchTag | undefined {
  const found = /<(analysis|scratch)>/i.exec(text)?.[1]?.toLowerCase();
  return found === 'analysis' || found === 'scratch' ? found : undefined;
}
