import type { AgentEffort } from '../../agents/agent-definition';
import type { Policy } from '../../policies/shape/policy';
import type { Message, MessageId, Part, ToolDefinition } from '../../transcript/transcript';
import type { ModelChoice, ReplyBlock } from './entry';

/** What a request contains besides the context. */
export interface RunFrame {
  readonly policy: Policy;
  readonly model: ModelChoice;
  readonly system: readonly Part[];
  /** [Y2] How many of these, from the first on, are static; all of them by default. */
  readonly staticParts?: number;
  /** [Y5] The first block of the first message. */
  readonly userContext?: string;
  readonly tools: readonly ToolDefinition[];
  /** [O2] Of an agent whose definition says it. */
  readonly effort?: AgentEffort;
  /** [O5] The directive of a fork. What stands before it, its siblings send, too. */
  readonly forkedAt?: MessageId;
  /** The original messages of the run, by id. */
  readonly recorded: ReadonlyMap<MessageId, Message>;
  /** What a transcript cannot contain, such as signatures, by reply id: one block per part. */
  readonly replies: ReadonlyMap<MessageId, SentReply>;
}

export interface SentReply {
  /** The model that wrote it: no other model accepts its thinking. */
  readonly model: string;
  readonly blocks: readonly ReplyBlock[];
}
