import { optional } from '../../base/optional';
import type { Policy } from '../../policies/shape/policy';
import type { PolicyPrompt } from '../../policies/shape/policy-prompt';
import { withSummaryPrompt } from '../../policies/shape/policy-prompt';
import { summaryPrompts } from '../../prompts/index';
import { nineSections } from '../../prompts/nine-sections';
import { isOwnScratchTag, type SummaryPrompt } from '../../prompts/summary-prompt';

/** The prompts that a policy can use, and the current one. */
export interface PromptChoices {
  readonly presets: readonly SummaryPrompt[];
  readonly own: readonly SummaryPrompt[];
  /** The prompt in use; undefined if it was edited or deleted after the policy took its text. */
  readonly chosen: string | undefined;
  readonly inUse: PolicyPrompt;
}

export function promptChoices({ summaryPrompt }: Policy, own: readonly SummaryPrompt[]): PromptChoices {
  const inUse = summaryPrompt ?? asPolicyPrompt(nineSections);
  const chosen = [...summaryPrompts, ...own].find(({ id, text }) => id === inUse.id && text === inUse.text)?.id;
  return { presets: summaryPrompts, own, chosen, inUse };
}

/** [F3] The standard prompt is represented by none. */
export function withPrompt(policy: Policy, prompt: SummaryPrompt): Policy {
  const isStandard = prompt.id === nineSections.id && prompt.text === nineSections.text;
  return withSummaryPrompt(policy, isStandard ? undefined : asPolicyPrompt(prompt));
}

/** The usual tags are always removed from answers. */
function asPolicyPrompt({ id, title, text, scratchTag }: SummaryPrompt): PolicyPrompt {
  return { id, title, text, ...optional('scratchTag', isOwnScratchTag(scratchTag) ? scratchTag : undefined) };
}
