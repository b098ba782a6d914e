import { optional } from '@/lib/base/optional';
import { isScratchTag, type SummaryPrompt, summaryPrompt } from '@/lib/prompts/summary-prompt';
import { TextField } from './text-field';

interface ScratchTagFieldProps {
  readonly prompt: SummaryPrompt;
  onChange(prompt: SummaryPrompt): void;
}

/** What of an answer is for the writer alone. Two tags are known for it; a prompt may ask for another. */
export function ScratchTagField({ prompt, onChange }: ScratchTagFieldProps) {
  return (
    <TextField
      label="Tag of the scratch part (optional)"
      value={prompt.scratchTag ?? ''}
      placeholder="none"
      note="What the answer has between these tags is left out of the summary. Those of analysis and scratch always are."
      onChange={(typed) => {
        const tag = typed.replace(/^<|>$/g, '');
        if (tag !== '' && !isScratchTag(tag)) return 'it must be the name of a tag, such as notes, and not summary';
        const { scratchTag: _, ...rest } = prompt;
        onChange(summaryPrompt({ ...rest, ...optional('scratchTag', tag === '' ? undefined : tag) }));
        return undefined;
      }}
    />
  );
}
