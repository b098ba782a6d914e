import type { AgentDefinition } from '../../agents/agent-definition';
import { agentTool } from '../../agents/agent-tool';
import { sendMessageTool } from '../../agents/send-message';
import type { ToolDefinition } from '../../transcript/transcript';
import type { OwnSetup } from '../journal/entry';

/** [O3] What an agent that may start others has besides its usual tools. */
export function agentTools(
  agents: readonly AgentDefinition[],
  listing: NonNullable<OwnSetup['agents']>,
): readonly ToolDefinition[] {
  const where = listing === 'in-tool' ? 'description' : 'attachment';
  return [agentTool(agents, where), sendMessageTool].map(({ name, description, input }) => ({
    name,
    schemaText: JSON.stringify({ name, description, input_schema: input }),
  }));
}
