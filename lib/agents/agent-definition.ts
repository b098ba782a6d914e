import type { Json, JsonObject } from '../base/json';

/** [O1] From low to high: of agents with one name, the one of the highest counts. */
export const agentSources = ['built-in', 'plugin', 'user', 'project', 'session', 'managed'] as const;
export type AgentSource = (typeof agentSources)[number];

export const efforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
export const colors = ['red', 'blue', 'green', 'yellow', 'purple', 'orange', 'pink', 'cyan'] as const;
export const memoryScopes = ['user', 'project', 'local'] as const;
export const permissionModes = ['default', 'acceptEdits', 'dontAsk', 'bypassPermissions', 'plan'] as const;
export const isolations = ['worktree'] as const;

export type AgentEffort = (typeof efforts)[number];
export type AgentColor = (typeof colors)[number];
export type AgentMemoryScope = (typeof memoryScopes)[number];
export type AgentPermissionMode = (typeof permissionModes)[number];

/** [O2] What a file in `.claude/agents/` says. */
export interface AgentDefinition {
  readonly name: string;
  /** When the parent is to use it. */
  readonly description: string;
  /** Undefined: all tools. With a pattern, as in permissions (`Bash(git *)`), only such calls. */
  readonly tools?: readonly string[];
  readonly disallowedTools: readonly string[];
  /** `inherit`: that of the parent. */
  readonly model: string;
  readonly effort?: AgentEffort;
  /** The most requests that it makes. */
  readonly maxTurns?: number;
  readonly memory?: AgentMemoryScope;
  readonly color?: AgentColor;
  /** It always goes on beside the turn of its parent. */
  readonly background: boolean;
  readonly isolation?: (typeof isolations)[number];
  readonly permissionMode?: AgentPermissionMode;
  readonly skills: readonly string[];
  /** Stands before the prompt of its parent. */
  readonly initialPrompt?: string;
  readonly mcpServers?: Json;
  readonly hooks?: JsonObject;
  /** Its system prompt. */
  readonly body: string;
  readonly source: AgentSource;
  /** Of its file; empty if it is built in. */
  readonly path: string;
  /** The shell only runs commands that read. Only of built-in agents. */
  readonly isReadOnly?: true;
}

/** `error`: there is no such agent. `warning`: there is, without what the line says. */
export interface AgentProblem {
  readonly kind: 'error' | 'warning';
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly what: string;
}
