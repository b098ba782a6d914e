import type { Message } from '../../transcript/transcript';
import { fitSections } from './fit-sections';
import { focusOf } from './focus';
import { gatherFacts } from './gather-facts';
import { sectionsOf } from './sections';

export interface OfflineInput {
  readonly messages: readonly Message[];
  readonly maxTokens: number;
  readonly countTokens: (text: string) => number;
  /** The focus that the user gave: matching items come first. */
  readonly focus?: string;
}

const PREFACE =
  'Extracted from the transcript by rules, without a model. Lines that start with ">" are verbatim quotes.';

/**
 * [F3] A summary in nine sections without a model: it selects and quotes, and never paraphrases. Deterministic, within
 * `maxTokens` as `countTokens` counts.
 */
export function offlineSummary({ messages, maxTokens, countTokens, focus }: OfflineInput): string {
  const sections = sectionsOf(gatherFacts(messages), focusOf(focus));
  return fitSections(PREFACE, sections, maxTokens, countTokens);
}
