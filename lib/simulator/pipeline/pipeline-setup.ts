import type { CompactionHooks, HookAsk, HookedTrigger } from '../../layers/shape/layer';
import type { OwnLayer } from '../../layers/shape/own';
import type { MemoryBefore } from '../../layers/shape/project-memory';
import type { Policy } from '../../policies/shape/policy';
import type { MessageCounter } from '../../tokens/counters';
import type { MessageId } from '../../transcript/transcript';
import type { Asker } from './gate';

/** [H4] */
export interface HooksAround {
  /** Whether they have to be asked. */
  asks(trigger: HookedTrigger, when: HookAsk['when']): boolean;
  /** Otherwise, what is known of them. */
  said(trigger: HookedTrigger, when: HookAsk['when'], call: number): CompactionHooks | undefined;
}

export interface PipelineSetup {
  readonly policy: Policy;
  readonly counter: MessageCounter;
  readonly asker: Asker;
  readonly pinned: ReadonlySet<MessageId>;
  /** [M4] The server cannot delete parts from its cache: they have to be sent again, and the cache breaks there. */
  readonly cannotDeleteAtServer?: boolean;
  /** [J1] For layers that keep memory. Missing where the agent keeps it itself: a live run, or the recording of one. */
  readonly memoryBefore?: MemoryBefore;
  /** [H4] What hooks say around a compaction, besides those of the policy. */
  readonly hooks?: HooksAround;
  /** [Z1] From outside, besides those of the policy. */
  readonly own?: readonly OwnLayer[];
  /** The gate decides, and nothing is done about it. */
  readonly onlyJudges?: boolean;
}
