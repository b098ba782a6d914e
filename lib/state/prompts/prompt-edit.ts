import { optional } from '../../base/optional';
import { duplicatePrompt } from '../../prompts/own-prompts';
import { type SummaryPrompt, summaryPrompt } from '../../prompts/summary-prompt';
import type { PromptLibrary } from './prompt-library';

/** A copy made by editing a preset. */
export interface EditedCopy {
  readonly id: string;
  readonly of: SummaryPrompt;
}

export interface Edited {
  /** Of the prompt that has the text now. */
  readonly prompt: string;
  readonly copy: EditedCopy | undefined;
}

type EditedLibrary = Pick<PromptLibrary, 'prompts' | 'editPrompt' | 'discardPrompt'>;

/**
 * Every change of a prompt's text is kept as it is typed: presets become a copy with the first change, and the copy goes
 * again if the text of the preset is restored.
 */
export function editText(
  library: EditedLibrary,
  presets: readonly SummaryPrompt[],
  {
    prompt,
    text,
    copy,
  }: { readonly prompt: SummaryPrompt; readonly text: string; readonly copy?: EditedCopy | undefined },
): Edited {
  if (copy?.id === prompt.id && text === copy.of.text) {
    void library.discardPrompt(prompt.id);
    return { prompt: copy.of.id, copy: undefined };
  }
  const isOwn = library.prompts.some(({ id }) => id === prompt.id);
  const of = isOwn ? prompt : duplicatePrompt(prompt, [...library.prompts, ...presets]);
  const { id, title, modelledOn, scratchTag } = of;
  library.editPrompt(
    summaryPrompt({ id, title, text, ...optional('modelledOn', modelledOn), ...optional('scratchTag', scratchTag) }),
  );
  return { prompt: id, copy: isOwn ? copy : { id, of: prompt } };
}
