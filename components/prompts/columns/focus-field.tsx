import { LONGEST_FOCUS } from '@/lib/state/prompts/prompts-link';
import { TextField } from '../editor/text-field';

interface FocusFieldProps {
  readonly focus: string;
  onChange(focus: string): void;
}

/** What `/compact` takes behind its name. Each one is another summary. */
export function FocusField({ focus, onChange }: FocusFieldProps) {
  return (
    <TextField
      label="Focus (optional)"
      value={focus}
      placeholder="What the summary should focus on"
      maxLength={LONGEST_FOCUS}
      onChange={(typed) => {
        onChange(typed);
        return undefined;
      }}
    />
  );
}
