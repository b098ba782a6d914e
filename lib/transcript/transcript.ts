import type { Brand } from '../base/brand';
import type { Json } from '../base/json';
import type { FormatId } from './formats';

/**
 * A recorded run of an agent, whatever program wrote it. It is never changed after the import.
 *
 * Positions are counted in messages: `at: 7` means "after the first seven messages, before the eighth". So a call with
 * `at: 7` saw at most messages 0 to 6, and its own reply, if it has one, is message 7.
 */
export interface Transcript {
  readonly format: FormatId;
  readonly formatVersion?: string;
  readonly sessionId?: string;
  /** Set on a sub-agent's transcript: its parent session, and its own id in it. */
  readonly parentSessionId?: string;
  readonly agentId?: string;
  readonly title?: string;
  readonly agent?: Agent;
  readonly workingDirectory?: string;
  readonly models: readonly string[];
  /** Only if the file states it; `windowOf` returns the effective value. */
  readonly contextWindow?: number;
  readonly system: readonly Part[];
  /** [Y2] How many parts of `system` are in the block that never changes. Only in our own recordings. */
  readonly staticParts?: number | undefined;
  readonly tools: readonly ToolDefinition[];
  /** Where `system` was replaced during the session, in order of `from`. Only in our own recordings. */
  readonly systemChanges?: readonly SystemChange[];
  /**
   * How much of what precedes the messages is in the file. `all`: system prompt and tools as sent. `some`: part of it.
   * `none`: most agents' own logs. Unless it is `all`, a recorded usage shows how many tokens are missing.
   */
  readonly systemInFile: 'all' | 'some' | 'none';
  /** The main thread, in the order in which the model saw it. Abandoned branches are included; a boundary drops them. */
  readonly messages: readonly Message[];
  /** One for each response of the model, in order of `at`. */
  readonly calls: readonly Call[];
  /** Compactions that really happened, in order of `at`. */
  readonly boundaries: readonly Boundary[];
  readonly events: readonly RecordedEvent[];
  /** Requests of the agent's own layers, in order of `call`. Only in our own recordings. */
  readonly forks?: readonly RecordedFork[];
  /** Programs that the agent ran at an event, in order of `at`, whether or not the model saw their output. */
  readonly hooks?: readonly RecordedHook[];
  /** `highwater`: the usage comes from our own counter, not from a model, so that replays count the same. */
  readonly usageCountedBy?: 'highwater';
  /** [A5] [R1] The agent kept its memory itself: what it saved and recalled is in the recording, and is not predicted. */
  readonly memoryIsRecorded?: true;
  /** Sub-agents and side calls. */
  readonly children: readonly Transcript[];
  /** Everything that was skipped, repaired or guessed. */
  readonly warnings: readonly Warning[];
}

/** [Y3] Another system part, until the next change. */
export interface SystemChange {
  /** Index of the first call that sent it. */
  readonly from: number;
  /** It came about after the layers had worked for that call: what they decided counted with the previous one. */
  readonly isAfterWork?: boolean;
  readonly system: readonly Part[];
  readonly staticParts?: number;
  /** If they differ, too. */
  readonly tools?: readonly ToolDefinition[];
}

export interface Agent {
  readonly name: string;
  readonly version?: string;
}

export interface ToolDefinition {
  readonly name: string;
  /** Name, description and schema as text, for counting and display. */
  readonly schemaText: string;
}

export type MessageId = Brand<'MessageId'>;
export type ToolCallId = Brand<'ToolCallId'>;
export type CallId = Brand<'CallId'>;

export type Role = 'system' | 'user' | 'assistant' | 'tool';

/** `injected`: added by the program, not typed by a person (reminders, hook output, files, AGENTS.md). */
export type MessageKind = 'prompt' | 'tool-results' | 'reply' | 'injected' | 'summary' | 'command-echo' | 'error';

export interface Message {
  readonly id: MessageId;
  readonly role: Role;
  readonly kind: MessageKind;
  readonly timeMs?: number;
  readonly parts: readonly Part[];
  /** The call whose response this is. */
  readonly callId?: CallId;
  /** Only of an injected message, and only if the file says so. */
  readonly origin?: Origin;
  /** Line of the source file (from 1), or position in the source's array (from 1). */
  readonly line: number;
}

/** What the program added a message for. */
export interface Origin {
  readonly kind: OriginKind;
  /** The path of a file, or the name of a hook. */
  readonly name?: string;
  /** Of instructions: the files that they are about, as patterns. */
  readonly paths?: readonly string[];
}

export const originKinds = [
  'instructions',
  'memories',
  'hook',
  'file',
  'changed-file',
  'skills',
  'agents',
  'tools',
  'mcp',
  'tasks',
  'mode',
  'date',
  'queued',
] as const;
export type OriginKind = (typeof originKinds)[number];

export type Part = TextPart | ThinkingPart | ToolCallPart | ToolResultPart | ImagePart | DocumentPart | UnknownPart;

export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
}

export interface ThinkingPart {
  readonly kind: 'thinking';
  /** Empty if the provider only sent an encrypted payload: the tokens were used, but the text is not available. */
  readonly text: string;
  /** Length of a signature or of encrypted content. It says nothing about tokens. */
  readonly opaqueLength?: number;
}

export interface ToolCallPart {
  readonly kind: 'tool-call';
  readonly id: ToolCallId;
  readonly name: string;
  /** The arguments. A string if the tool takes free text or the recorded JSON is invalid. */
  readonly input: Json;
}

export interface ToolResultPart {
  readonly kind: 'tool-result';
  readonly callId: ToolCallId;
  /** Looked up from the call, because formats rarely repeat it. Missing if the call is missing. */
  readonly toolName?: string;
  readonly parts: readonly ResultPart[];
  readonly isError: boolean;
}

/** What a tool result may contain. */
export type ResultPart = TextPart | ImagePart | DocumentPart | UnknownPart;

export interface ImagePart {
  readonly kind: 'image';
  readonly mediaType: string;
  /** Size of the decoded data. Base64 is never counted as text. */
  readonly bytes?: number;
  readonly width?: number;
  readonly height?: number;
  readonly data?: Base64;
  readonly url?: string;
}

export interface DocumentPart {
  readonly kind: 'document';
  readonly mediaType: string;
  readonly title?: string;
  readonly bytes?: number;
  readonly data?: Base64;
  readonly url?: string;
  /** For documents sent as plain text. */
  readonly text?: string;
}

export type Base64 = Brand<'Base64'>;

/** A part of an unknown kind: kept, displayed as JSON, counted as JSON. */
export interface UnknownPart {
  readonly kind: 'unknown';
  readonly type: string;
  readonly json: Json;
}

export interface Call {
  readonly id: CallId;
  readonly model?: string;
  readonly timeMs?: number;
  /** Number of messages before it. The reply, if the file has it, is `messages[at]`. */
  readonly at: number;
  /** Missing if the format does not record it. */
  readonly usage?: Usage;
  /** The recorded output is a stub of a streamed response, far below the real one. The input side is correct. */
  readonly outputIsPartial?: boolean;
  readonly stopReason?: string;
}

/** Disjoint counts: the tokens sent are `input + cacheRead + cacheWrite5m + cacheWrite1h`. */
export interface Usage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  /** Includes reasoning. */
  readonly output: number;
  readonly reasoning?: number;
  /** Further passes that the server ran for this response. They cost, but are not part of the context. */
  readonly extraPasses?: readonly Usage[];
}

/**
 * A recorded compaction.
 *
 *   full     everything before is gone but the kept messages; a summary usually follows
 *   micro    the results of the cleared calls were replaced by a placeholder (by the agent)
 *   prune    the same, by a rule of the agent's or at the server
 *   rewind   the user went back: the dropped messages were abandoned
 */
export interface Boundary {
  readonly kind: 'full' | 'micro' | 'prune' | 'rewind';
  /** Number of messages before it. */
  readonly at: number;
  readonly timeMs?: number;
  readonly trigger: 'auto' | 'manual' | 'unknown';
  readonly preTokens?: number;
  /** `clearable`: the size of what could be cleared, not of the context. */
  readonly preTokensMeans?: 'context' | 'clearable' | 'unknown';
  readonly postTokens?: number;
  readonly tokensSaved?: number;
  readonly durationMs?: number;
  readonly agentVersion?: string;
  /** Not stated in the file but inferred from a change between two requests. */
  readonly isGuess?: boolean;
  readonly summaryMessageId?: MessageId;
  readonly keptMessageIds?: readonly MessageId[];
  /** Where the kept messages are relative to what follows the boundary. Default: after the summary. */
  readonly keptPosition?: 'before-summary' | 'after-summary';
  readonly clearedToolCallIds?: readonly ToolCallId[];
  /** Placeholder size of each, in tokens. */
  readonly clearedToTokens?: readonly number[];
  readonly droppedMessageIds?: readonly MessageId[];
  /** The whole context after it, in order, if recorded: including messages that follow it immediately. */
  readonly contextMessageIds?: readonly MessageId[];
  readonly line: number;
}

/** A request of a layer: it had the prefix of the previous call, and its own instruction. */
export interface RecordedFork {
  /** Index of the call before which it was made; for a note, of the call whose response it followed. */
  readonly call: number;
  readonly purpose: 'summary' | 'note';
  /** Both ends of what was to be summarised. */
  readonly firstMessageId: MessageId;
  readonly lastMessageId: MessageId;
  readonly model?: string;
  readonly timeMs?: number;
  readonly tookMs?: number;
  readonly usage?: Usage;
  /** Missing if it failed. */
  readonly text?: string;
  /** As the layers counted the text. */
  readonly tokens?: number;
  readonly failure?: string;
  /** Rejected as too long, by this many tokens. */
  readonly isTooLong?: boolean;
  readonly gapTokens?: number;
  /** [J2] If the run went on meanwhile: the position in the messages at which it was taken over. */
  readonly arrivedAt?: number;
}

/** One run of a hook. What it added for the model is a message of its own. */
export interface RecordedHook {
  readonly event: string;
  /** With the matcher, such as `PostToolUse:Edit`. */
  readonly name?: string;
  readonly command?: string;
  /** Number of messages before it. */
  readonly at: number;
  readonly timeMs?: number;
  readonly tookMs?: number;
  /** Missing if it was stopped, or is not recorded. */
  readonly exit?: number;
  /** Why it blocked what it was about. */
  readonly blocks?: string;
  /** [H4] What it added to the instructions of a summary. */
  readonly summary?: string;
  /** The message with its output, if the model saw it. */
  readonly messageId?: MessageId;
  readonly line: number;
}

/** Something that happened outside the context. */
export interface RecordedEvent {
  readonly kind: 'api-error' | 'interrupt' | 'notice';
  readonly at: number;
  readonly timeMs?: number;
  readonly text: string;
  readonly line: number;
}

export interface Warning {
  /** Line of the source file, or position in the source's array; 0 if it is about the whole file. */
  readonly line: number;
  readonly what: string;
  readonly kind: WarningKind;
}

/** `skipped`: something in the file is not in the transcript. `guessed`: the file does not state it. */
export type WarningKind = 'skipped' | 'repaired' | 'guessed' | 'noticed';
