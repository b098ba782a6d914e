import { isContinuationSummary, isReminder } from '../../transcript/reminder';
import type { MessageKind, Part } from '../../transcript/transcript';

const COMMAND_ECHO = /^<(?:command-name|command-message|local-command-stdout|bash-input|bash-stdout)>/;

/** The kind of a user message: many were not typed by a person. */
export function userKind(parts: readonly Part[]): MessageKind {
  if (parts.some((part) => part.kind === 'tool-result')) return 'tool-results';
  const typed = parts.filter((part) => part.kind !== 'text' || !isReminder(part.text));
  const first = typed[0];
  if (first === undefined) return parts.length > 0 ? 'injected' : 'prompt';
  if (first.kind !== 'text') return 'prompt';
  if (isContinuationSummary(first.text)) return 'summary';
  return COMMAND_ECHO.test(first.text) ? 'command-echo' : 'prompt';
}
