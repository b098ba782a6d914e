import type { Message } from '../../transcript/transcript';

/** Whether the next message may contain the text of a skill. */
export function invokesSkill({ kind, parts }: Message): boolean {
  return parts.some((part) => {
    if (part.kind === 'tool-result') return part.toolName?.toLowerCase() === 'skill' && !part.isError;
    return kind === 'command-echo' && part.kind === 'text' && part.text.includes('<command-name>');
  });
}
