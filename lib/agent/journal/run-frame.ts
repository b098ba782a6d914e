import type { Policy } from '../../policies/shape/policy';
import type { Message, MessageId, Part, ToolDefinition } from '../../transcript/transcript';
import type { ModelChoice, ReplyBlock } from './entry';

/** What a request holds beside the context. */
export interface RunFrame {
  readonly policy: Policy;
  readonly model: ModelChoice;
  readonly system: readonly Part[];
  readonly tools: readonly ToolDefinition[];
  /** The messages of the run as they were written, by their ids. */
  readonly recorded: ReadonlyMap<MessageId, Message>;
  /** What a transcript cannot hold, such as signatures. By the ids of the replies; a block for each part of one. */
  readonly replies: ReadonlyMap<MessageId, SentReply>;
}

export interface SentReply {
  /** Whose it is: no other model takes its thinking. */
  readonly model: string;
  readonly blocks: readonly ReplyBlock[];
}
