import type { Message } from '../../transcript/transcript';

/** Whether the text of a skill may stand in the next message. */
export function invokesSkill({ kind, parts }: Message): boolean {
  return parts.some((part) => {
    if (part.kind === 'tool-result') return part.toolName?.toLowerCase() === 'skill' && !part.isError;
    return kind === 'command-echo' && part.kind === 'text' && part.text.includes('<command-name>');
  });
}
