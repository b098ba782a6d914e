import type { MessageId } from '../../transcript/transcript';
import type { ContextMessage } from './context';
import type { ProjectMemory } from './project-memory';
import type { ResultKey } from './result-decisions';

/** What layers remember from call to call. It is part of the session's state, and survives export and import. */
export interface Memory {
  /** [B3] The final decision about each result. */
  readonly resultDecisions: ReadonlyMap<ResultKey, 'stored' | 'whole'>;
  /** [N1] The session note, once there is one. */
  readonly note?: SessionNote | undefined;
  /** [C1] Collapsed spans, oldest first; removing one restores its messages. */
  readonly collapses: readonly Collapse[];
  /** [M4] The call before which results were cleared by time: before it, the server is not asked to delete any. */
  readonly clearedByTimeAtCall?: number | undefined;
  /** [A7] [R1] Missing where the agent keeps its memory itself. */
  readonly project?: ProjectMemory | undefined;
}

export interface SessionNote {
  readonly text: string;
  readonly tokens: number;
  /** [N4] The last message that the note is known to cover. Missing until there is one, and after a compaction. */
  readonly cursor?: MessageId;
  /** [N2] Size of the context at the last extraction, or the minimum since. */
  readonly contextTokens: number;
  /** [N2] The last message at the last extraction: tool calls are counted from there. */
  readonly last: MessageId;
}

export interface Collapse {
  readonly first: MessageId;
  readonly last: MessageId;
  readonly summary: MessageId;
  readonly state: 'staged' | 'committed';
  /** Its content when it was committed. */
  readonly span?: readonly ContextMessage[];
}

export const emptyMemory: Memory = { resultDecisions: new Map(), collapses: [] };
