import { isReminder } from '../../transcript/reminder';
import type { Message, Part } from '../../transcript/transcript';

/** What the program tells the model about itself and the project. */
export type Notice = 'instructions' | 'tools' | 'agents' | 'mcp' | 'skills';

const NAME = '(?:mcp__\\S+|[A-Z][A-Za-z]+)';

/**
 * How each kind starts: as a reminder in recorded requests, and bare in the agent's own log. A list of names must match
 * completely, or one-word hook output would be taken for a tool.
 */
const BEGINNINGS: readonly (readonly [Notice, RegExp])[] = [
  ['instructions', /^<system-reminder>.{0,300}?# claudeMd\b/s],
  ['instructions', /^(?:# AGENTS\.md instructions|<user_instructions>|<INSTRUCTIONS>)/],
  ['tools', /^<system-reminder>.{0,100}?deferred tools/is],
  ['tools', new RegExp(`^(?:mcp__\\S+|${NAME}(?:\\n${NAME})+)$`)],
  ['agents', /^<system-reminder>.{0,100}?agent types/is],
  ['agents', /^- [\w:.-]+: .{0,3000}?\(Tools: /s],
  ['mcp', /^<system-reminder>.{0,100}?# MCP Server Instructions/is],
  ['mcp', /^## [\w:.@/-]+\n/],
  ['skills', /^<system-reminder>.{0,100}?skills are available/is],
  ['skills', /^- [\w:.-]+: /],
];

/** What kind of notice a part is, if any. Text typed by a person never is one. */
export function noticeIn(message: Message, part: Part): Notice | undefined {
  if (part.kind !== 'text' || message.role === 'assistant') return undefined;
  if (message.kind !== 'injected' && !isReminder(part.text)) return undefined;
  return BEGINNINGS.find(([, beginning]) => beginning.test(part.text))?.[0];
}
