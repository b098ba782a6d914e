import type { MessageKind, Part } from '../../transcript/transcript';

const INJECTED =
  /^\s*(?:# AGENTS\.md instructions|<(?:environment_context|user_instructions|INSTRUCTIONS|permissions instructions|collaboration_mode|apps_instructions|skills_instructions|plugins_instructions|skill|turn_aborted|subagent_notification|model_switch|personality_spec)\b)/;

/** Codex sends AGENTS.md, the environment and its own notes as user messages. */
export function codexUserKind(parts: readonly Part[], kind: MessageKind): MessageKind {
  if (kind !== 'prompt') return kind;
  const texts = parts.flatMap((part) => (part.kind === 'text' ? part.text : []));
  if (texts.length === 0) return kind;
  if (texts.every((text) => text.startsWith('<user_shell_command>'))) return 'command-echo';
  return texts.every((text) => INJECTED.test(text)) ? 'injected' : kind;
}
