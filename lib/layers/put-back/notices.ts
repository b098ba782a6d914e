import type { Message, Part } from '../../transcript/transcript';

/** What the program tells the model of itself and of the project. */
export type Notice = 'instructions' | 'tools' | 'agents' | 'mcp' | 'skills';

const NAME = '(?:mcp__\\S+|[A-Z][A-Za-z]+)';

/**
 * How each kind begins: as a reminder where requests were recorded, and bare where the agent's own log was. A list of
 * names is one only as a whole, or the output of a hook that is a single word would be taken for a tool.
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

const REMINDER = '<system-reminder>';

/** What a part announces, if anything. What a person typed never does, whatever it looks like. */
export function noticeIn(message: Message, part: Part): Notice | undefined {
  if (part.kind !== 'text' || message.role === 'assistant') return undefined;
  if (message.kind !== 'injected' && !part.text.startsWith(REMINDER)) return undefined;
  return BEGINNINGS.find(([, beginning]) => beginning.test(part.text))?.[0];
}
