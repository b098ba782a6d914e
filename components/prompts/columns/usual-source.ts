import { summaryPrompts } from '@/lib/prompts/index';
import { USUAL_OUTPUT } from '@/lib/state/prompts/prompt-runner';
import type { ModelSource } from '@/lib/state/prompts/prompts-link';

/** The default of a new column. */
export function usualModelSource(model: string): ModelSource {
  return { type: 'model', prompt: summaryPrompts[0]?.id ?? '', model, maxTokens: USUAL_OUTPUT };
}
