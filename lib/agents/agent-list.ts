import type { AgentDefinition } from './agent-definition';

/** [O3] Where the parent finds the list. In the description of the tool, every change of it breaks the cache. */
export const agentListings = ['description', 'attachment'] as const;
export type AgentListing = (typeof agentListings)[number];

/** [O3] One line for each. */
export function agentList(agents: readonly AgentDefinition[]): string {
  return agents
    .map((agent) => `- ${agent.name}: ${oneLine(agent.description)} (Tools: ${toolWords(agent)})`)
    .join('\n');
}

/** [O3] The list as a reminder; `known`: the list that the parent was given last. Undefined if it is still the same. */
export function agentListReminder(agents: readonly AgentDefinition[], known?: string): string | undefined {
  const list = agentList(agents);
  if (list === known) return undefined;
  const head =
    known === undefined
      ? 'Types of agents for the tool Agent:'
      : 'The types of agents have changed. These are all that there are now:';
  return `<system-reminder>\n${head}\n${withoutTags(list)}\n</system-reminder>`;
}

function toolWords({ tools, disallowedTools, isReadOnly }: AgentDefinition): string {
  const named = tools === undefined || tools.includes('*') ? 'all' : tools.join(', ') || 'no tools';
  const except = disallowedTools.length === 0 ? '' : ` except ${disallowedTools.join(', ')}`;
  return `${named}${except}${isReadOnly === true ? ', only for reading' : ''}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** What a file or a model wrote must not end the tag that it is put into. */
export function withoutTags(text: string): string {
  return text
    .replace(/<(\/?)(system-reminder|agent-message|forked-agent|agent-report)\b/gi, '[$1$2')
    .replaceAll('\0', '␀');
}
