import type { MessageKind, Part } from '../../transcript/transcript';
import { userKind } from '../read/user-kind';

/** What Gemini CLI says before the first prompt: where it runs, and which files there are. */
const CONTEXT = /^\s*(?:<session_context>|This is the Gemini CLI\.)/;
/** What its compression leaves. */
const SNAPSHOT = /^\s*<state_snapshot>/;

export function geminiUserKind(parts: readonly Part[]): MessageKind {
  const [first] = parts;
  if (first?.kind === 'text' && SNAPSHOT.test(first.text)) return 'summary';
  if (first?.kind === 'text' && CONTEXT.test(first.text)) return 'injected';
  return userKind(parts);
}
