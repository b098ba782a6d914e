import { asObject, asText, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Message, Part, ToolDefinition, Transcript } from '../../transcript/transcript';
import { toolDefinitions } from '../anthropic/tool-definitions';
import { given } from '../read/given';

export interface SessionMeta {
  readonly facts: Partial<Transcript>;
  readonly version: string | undefined;
  readonly baseInstructions: string | undefined;
  /** Old versions: the user's AGENTS.md, which is usually among the messages as well. */
  readonly instructions: string | undefined;
  readonly tools: readonly ToolDefinition[];
}

export function readSessionMeta(meta: JsonObject): SessionMeta {
  const version = asText(meta.cli_version);
  const spawn = asObject(asObject(asObject(meta.source)?.subagent)?.thread_spawn);
  const parentSessionId = asText(meta.parent_thread_id) ?? asText(spawn?.parent_thread_id);
  const nickname = asText(meta.agent_nickname) ?? asText(spawn?.agent_nickname) ?? asText(meta.id);
  return {
    facts: given({
      agent: { name: 'Codex CLI', ...given({ version }) },
      sessionId: asText(meta.id) ?? asText(meta.session_id),
      workingDirectory: asText(meta.cwd),
      parentSessionId,
      agentId: parentSessionId === undefined ? undefined : nickname,
    }),
    version,
    baseInstructions: asText(asObject(meta.base_instructions)?.text),
    instructions: asText(meta.instructions),
    tools: toolDefinitions(meta.dynamic_tools),
  };
}

export function systemOf(meta: SessionMeta | undefined, messages: readonly Message[]): Part[] {
  const text = meta?.baseInstructions ?? notAmong(messages, meta?.instructions);
  return text === undefined || text === '' ? [] : [{ kind: 'text', text: wellFormed(text) }];
}

function notAmong(messages: readonly Message[], instructions: string | undefined): string | undefined {
  if (instructions === undefined) return undefined;
  const isSent = messages.some(
    ({ kind, parts }) =>
      kind === 'injected' && parts.some((part) => part.kind === 'text' && part.text.includes(instructions)),
  );
  return isSent ? undefined : instructions;
}
