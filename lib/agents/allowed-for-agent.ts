import type { JsonObject } from '../base/json';
import { type PermissionRule, parseRule, permissionFor } from '../hooks/permissions';
import { deniedCommand } from '../memory/extraction/allowed-tools';
import type { AgentDefinition } from './agent-definition';
import { AGENT_TOOL } from './agent-tool';

/** [U1] An agent with memory reads and writes its files. */
const FOR_MEMORY = ['Read', 'Edit', 'Write'];

/** The tools of a typed agent, in the order of those there are. It starts no agents itself. */
export function toolsOf(agent: AgentDefinition, available: readonly string[]): readonly string[] {
  const named = isAll(agent) ? undefined : new Set(rulesIn(agent.tools ?? [], 'allow').map(({ tool }) => tool));
  const denied = rulesIn(agent.disallowedTools, 'deny').filter(({ pattern }) => pattern === undefined);
  return available.filter((name) => {
    if (name === AGENT_TOOL) return false;
    if (agent.memory !== undefined && FOR_MEMORY.includes(name)) return true;
    return !denied.some(({ tool }) => tool === name) && (named === undefined || named.has(name));
  });
}

/** Names in its lists that are no tool: what they were to allow or deny has no effect. */
export function unknownTools(agent: AgentDefinition, available: readonly string[]): readonly string[] {
  const known = new Set([...available, '*', AGENT_TOOL]);
  const named = rulesIn([...(agent.tools ?? []), ...agent.disallowedTools], 'allow').map(({ tool }) => tool);
  return [...new Set(named)].filter((name) => !known.has(name));
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
  const allowed = isAll(agent) ? [] : rulesIn(agent.tools ?? [], 'allow').filter(({ tool }) => tool === name);
  const denied = rulesIn(agent.disallowedTools, 'deny').filter(({ pattern }) => pattern !== undefined);
  const { effect, rule } = permissionFor({ tool: name, input }, [...allowed, ...denied]);
  if (effect === 'deny') return `${agent.name} may not make this call: its definition denies ${rule?.text ?? name}.`;
  if (allowed.length > 0 && rule === undefined) {
    const texts = allowed.map(({ text }) => text).join(', ');
    return `${agent.name} may not make this call. Of ${name}, its definition only allows ${texts}.`;
  }
  return agent.isReadOnly === true && name === 'Bash' ? deniedCommand(input.command) : undefined;
}

function isAll({ tools }: AgentDefinition): boolean {
  return tools === undefined || tools.includes('*');
}

/** As permissions, of which an agent's lists are a part. */
function rulesIn(texts: readonly string[], effect: 'allow' | 'deny'): readonly PermissionRule[] {
  return texts.flatMap((text) => {
    const rule = parseRule(text);
    return rule.ok ? [{ ...rule.value, effect, text, source: 'session' as const }] : [];
  });
}
