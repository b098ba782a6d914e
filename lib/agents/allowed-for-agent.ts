import type { JsonObject } from '../base/json';
import { deniedCommand } from '../memory/extraction/allowed-tools';
import type { AgentDefinition } from './agent-definition';
import { AGENT_TOOL } from './agent-tool';

/** [U1] An agent with memory reads and writes its files. */
const FOR_MEMORY = ['Read', 'Edit', 'Write'];

/** The tools of a typed agent, in the order of those there are. It starts no agents itself. */
export function toolsOf(agent: AgentDefinition, available: readonly string[]): readonly string[] {
  const named = agent.tools === undefined || agent.tools.includes('*') ? undefined : new Set(agent.tools);
  const denied = new Set(agent.disallowedTools);
  return available.filter((name) => {
    if (name === AGENT_TOOL) return false;
    if (agent.memory !== undefined && FOR_MEMORY.includes(name)) return true;
    return !denied.has(name) && (named === undefined || named.has(name));
  });
}

/** Names in its lists that are no tool: what they were to allow or deny has no effect. */
export function unknownTools(agent: AgentDefinition, available: readonly string[]): readonly string[] {
  const known = new Set([...available, '*', AGENT_TOOL]);
  return [...(agent.tools ?? []), ...agent.disallowedTools].filter((name) => !known.has(name));
}

/** Why an agent may not make a call, in words for it. Undefined: it may. */
export function deniedForAgent(
  agent: AgentDefinition,
  { name, input }: { readonly name: string; readonly input: JsonObject },
  available: readonly string[],
): string | undefined {
  const tools = toolsOf(agent, available);
  if (!tools.includes(name))
    return `${name} is not among the tools of ${agent.name}: ${tools.join(', ') || 'it has none'}.`;
  return agent.isReadOnly === true && name === 'Bash' ? deniedCommand(input.command) : undefined;
}
