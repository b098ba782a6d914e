import { asText, type Json, type JsonObject } from '../base/json';

/** [H1] What happened, or is about to. */
export type HookEvent =
  | ({ readonly event: 'PreToolUse' } & ToolUse)
  | ({ readonly event: 'PostToolUse'; readonly response: string } & ToolUse)
  | ({ readonly event: 'PostToolUseFailure'; readonly error: string } & ToolUse)
  | ({ readonly event: 'PermissionRequest' } & ToolUse)
  | ({ readonly event: 'PermissionDenied'; readonly reason: string } & ToolUse)
  | { readonly event: 'UserPromptSubmit'; readonly prompt: string }
  | { readonly event: 'SessionStart'; readonly source: 'startup' | 'resume' | 'clear' | 'compact' }
  | { readonly event: 'SessionEnd'; readonly reason: 'clear' | 'other' }
  | { readonly event: 'Stop'; readonly isActive: boolean; readonly lastMessage: string }
  | { readonly event: 'StopFailure'; readonly error: string; readonly details: string }
  | { readonly event: 'PreCompact'; readonly trigger: 'manual' | 'auto'; readonly instructions: string }
  | { readonly event: 'PostCompact'; readonly trigger: 'manual' | 'auto'; readonly summary: string }
  | { readonly event: 'SubagentStart'; readonly agentId: string; readonly agentType: string }
  | {
      readonly event: 'SubagentStop';
      readonly agentId: string;
      readonly agentType: string;
      readonly isActive: boolean;
      readonly lastMessage: string;
    }
  | { readonly event: 'ConfigChange'; readonly source: string; readonly path: string }
  | { readonly event: 'CwdChanged'; readonly from: string; readonly to: string }
  | { readonly event: 'FileChanged'; readonly path: string; readonly change: 'add' | 'change' | 'unlink' }
  | { readonly event: 'InstructionsLoaded'; readonly path: string; readonly level: string; readonly reason: string };

interface ToolUse {
  readonly tool: string;
  readonly input: Json;
  readonly callId: string;
}

export type HookEventName = HookEvent['event'];

/** What a hook knows of its run, whatever the event. */
export interface HookSession {
  readonly sessionId: string;
  readonly transcriptPath: string;
  readonly cwd: string;
}

/** What is stopped by exit 2. */
export type Blocks = 'call' | 'permission' | 'prompt' | 'stop' | 'compaction' | 'change';

export interface HookEventSpec {
  /** As an end of "runs …". */
  readonly when: string;
  readonly blocks?: Blocks;
  /** Of exit 0 without JSON. `log`: nobody else reads it. */
  readonly output: 'model' | 'summary' | 'log';
  /** Of exit 2. `nobody`: its exit code has no meaning. */
  readonly errors: 'model' | 'user' | 'nobody';
  /** `additionalContext` in its JSON goes to the model. */
  readonly takesContext: boolean;
  /** What a matcher is compared with, in words and as a field of the input; missing: every hook of the event runs. */
  readonly matcher?: { readonly words: string; readonly field: string };
  /** Its input besides the session's. */
  readonly fields: readonly string[];
}

const tool = ['tool_name', 'tool_input', 'tool_use_id'] as const;

/** [H1] In the order in which a run meets them. */
export const hookEvents: Readonly<Record<HookEventName, HookEventSpec>> = {
  SessionStart: {
    when: 'when a session begins, and again after a compaction',
    output: 'model',
    errors: 'user',
    takesContext: true,
    matcher: { words: 'startup, resume, clear or compact', field: 'source' },
    fields: ['source'],
  },
  InstructionsLoaded: {
    when: 'when an instruction file is loaded',
    output: 'log',
    errors: 'nobody',
    takesContext: false,
    matcher: { words: 'the reason', field: 'load_reason' },
    fields: ['file_path', 'memory_type', 'load_reason'],
  },
  UserPromptSubmit: {
    when: 'before a prompt is added',
    blocks: 'prompt',
    output: 'model',
    errors: 'user',
    takesContext: true,
    fields: ['prompt'],
  },
  PreToolUse: {
    when: 'before a tool runs',
    blocks: 'call',
    output: 'log',
    errors: 'model',
    takesContext: true,
    matcher: { words: 'the tool', field: 'tool_name' },
    fields: [...tool],
  },
  PermissionRequest: {
    when: 'before the user is asked about a tool',
    blocks: 'permission',
    output: 'log',
    errors: 'model',
    takesContext: false,
    matcher: { words: 'the tool', field: 'tool_name' },
    fields: [...tool],
  },
  PermissionDenied: {
    when: 'after a tool was denied',
    output: 'log',
    errors: 'nobody',
    takesContext: false,
    matcher: { words: 'the tool', field: 'tool_name' },
    fields: [...tool, 'reason'],
  },
  PostToolUse: {
    when: 'after a tool has succeeded',
    output: 'log',
    errors: 'model',
    takesContext: true,
    matcher: { words: 'the tool', field: 'tool_name' },
    fields: [...tool, 'tool_response'],
  },
  PostToolUseFailure: {
    when: 'after a tool has failed',
    output: 'log',
    errors: 'model',
    takesContext: true,
    matcher: { words: 'the tool', field: 'tool_name' },
    fields: [...tool, 'error'],
  },
  Stop: {
    when: 'when the agent finishes its turn',
    blocks: 'stop',
    output: 'log',
    errors: 'model',
    takesContext: false,
    fields: ['stop_hook_active', 'last_assistant_message'],
  },
  StopFailure: {
    when: 'when a turn ends with an error',
    output: 'log',
    errors: 'nobody',
    takesContext: false,
    matcher: { words: 'the kind of error', field: 'error' },
    fields: ['error', 'error_details'],
  },
  PreCompact: {
    when: 'before a compaction',
    blocks: 'compaction',
    output: 'summary',
    errors: 'user',
    takesContext: false,
    matcher: { words: 'manual or auto', field: 'trigger' },
    fields: ['trigger', 'custom_instructions'],
  },
  PostCompact: {
    when: 'after a compaction',
    output: 'model',
    errors: 'user',
    takesContext: true,
    matcher: { words: 'manual or auto', field: 'trigger' },
    fields: ['trigger', 'compact_summary'],
  },
  SubagentStart: {
    when: 'when an agent is started',
    output: 'log',
    errors: 'user',
    takesContext: true,
    matcher: { words: 'the agent’s type', field: 'agent_type' },
    fields: ['agent_id', 'agent_type'],
  },
  SubagentStop: {
    when: 'when an agent finishes',
    blocks: 'stop',
    output: 'log',
    errors: 'model',
    takesContext: false,
    matcher: { words: 'the agent’s type', field: 'agent_type' },
    fields: ['agent_id', 'agent_type', 'stop_hook_active', 'last_assistant_message'],
  },
  ConfigChange: {
    when: 'when a settings file changes',
    blocks: 'change',
    output: 'log',
    errors: 'user',
    takesContext: false,
    matcher: { words: 'the source', field: 'source' },
    fields: ['source', 'file_path'],
  },
  CwdChanged: {
    when: 'when the working directory changes',
    output: 'log',
    errors: 'user',
    takesContext: false,
    fields: ['old_cwd', 'new_cwd'],
  },
  FileChanged: {
    when: 'when a file changes outside the agent',
    output: 'log',
    errors: 'user',
    takesContext: false,
    matcher: { words: 'the file’s name', field: 'file_path' },
    fields: ['file_path', 'event'],
  },
  SessionEnd: {
    when: 'when a session ends',
    output: 'log',
    errors: 'user',
    takesContext: false,
    matcher: { words: 'the reason', field: 'reason' },
    fields: ['reason'],
  },
};

export const hookEventNames = Object.keys(hookEvents) as readonly HookEventName[];

export function isHookEvent(name: string): name is HookEventName {
  return Object.hasOwn(hookEvents, name);
}

/** [H2] What a matcher is compared with; undefined if every hook of the event runs. Of a path, its last name. */
export function matchedBy(event: HookEventName, input: JsonObject): string | undefined {
  const { matcher } = hookEvents[event];
  if (matcher === undefined) return undefined;
  const value = asText(input[matcher.field]) ?? '';
  return matcher.field === 'file_path' ? value.slice(value.lastIndexOf('/') + 1) : value;
}

/** [H2] The JSON that a hook gets, in the names of the public format. */
export function inputOf(event: HookEvent, { sessionId, transcriptPath, cwd }: HookSession): JsonObject {
  return {
    session_id: sessionId,
    transcript_path: transcriptPath,
    cwd,
    permission_mode: 'default',
    hook_event_name: event.event,
    ...fieldsOf(event),
  };
}

function fieldsOf(event: HookEvent): JsonObject {
  switch (event.event) {
    case 'PreToolUse':
    case 'PermissionRequest':
      return toolFields(event);
    case 'PostToolUse':
      return { ...toolFields(event), tool_response: event.response };
    case 'PostToolUseFailure':
      return { ...toolFields(event), error: event.error };
    case 'PermissionDenied':
      return { ...toolFields(event), reason: event.reason };
    case 'UserPromptSubmit':
      return { prompt: event.prompt };
    case 'SessionStart':
      return { source: event.source };
    case 'SessionEnd':
      return { reason: event.reason };
    case 'Stop':
      return { stop_hook_active: event.isActive, last_assistant_message: event.lastMessage };
    case 'StopFailure':
      return { error: event.error, error_details: event.details };
    case 'PreCompact':
      return { trigger: event.trigger, custom_instructions: event.instructions };
    case 'PostCompact':
      return { trigger: event.trigger, compact_summary: event.summary };
    case 'SubagentStart':
      return { agent_id: event.agentId, agent_type: event.agentType };
    case 'SubagentStop':
      return {
        agent_id: event.agentId,
        agent_type: event.agentType,
        stop_hook_active: event.isActive,
        last_assistant_message: event.lastMessage,
      };
    case 'ConfigChange':
      return { source: event.source, file_path: event.path };
    case 'CwdChanged':
      return { old_cwd: event.from, new_cwd: event.to };
    case 'FileChanged':
      return { file_path: event.path, event: event.change };
    case 'InstructionsLoaded':
      return { file_path: event.path, memory_type: event.level, load_reason: event.reason };
  }
}

function toolFields({ tool, input, callId }: ToolUse): JsonObject {
  return { tool_name: tool, tool_input: input, tool_use_id: callId };
}
