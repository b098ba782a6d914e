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
      label="Scratchpad tag (optional)"
      value={prompt.scratchTag ?? ''}
      placeholder="none"
      note="Text between these tags is removed from the summary. <analysis> and <scratch> are always removed."
      onChange={(typed) => {
        const tag = typed.replace(/^<|>$/g, '');
        if (tag !== '' && !isScratchTag(tag)) return 'must be a tag name, such as notes, but not summary';
        const { scratchTag: _, ...rest } = prompt;
        onChange(summaryPrompt({ ...rest, ...optional('scratchTag', tag === '' ? undefined : tag) }));
        return undefined;
      }}
    />
  );
}
