import type { CostSum } from '../../economics/cost';
import type { ActorId } from '../../layers/index';
import type { Change } from '../../layers/shape/context';
import type { AnyAsk, BoundaryData, FailureKind, Trigger, Turn } from '../../layers/shape/layer';
import type { OwnAsk } from '../../layers/shape/own';
import type { MemoryEvent } from '../../layers/shape/project-memory';
import type { Reason } from '../../layers/shape/reason';
import type { MemoryFolder } from '../../memory/files/memory-folder';
import type { Thresholds } from '../../policies/shape/thresholds';
import type { Category } from '../../tokens/category';
import type { ReplayMode } from './replay-mode';

/** A recording replayed under a policy: columns of numbers with one entry per call, and events. */
export interface Simulation extends SimulationColumns {
  readonly policy: string;
  readonly mode: ReplayMode;
  readonly calls: number;
  /** At the last call. */
  readonly thresholds: Thresholds;
  /** Missing if they were the same at every call. */
  readonly steps?: readonly ThresholdStep[];
  /** Everything that layers did, in order. */
  readonly changes: readonly SimulatedChange[];
  /** Of these, the compactions: after the gate opened or a call was rejected. */
  readonly compactions: readonly SimulatedChange[];
  readonly failures: readonly SimulatedFailure[];
  /** [N2] The context stays unchanged. */
  readonly notes: readonly SimulatedNote[];
  /** Requests of layers that a model answered. */
  readonly forks: readonly SimulatedFork[];
  /** [J4] Missing if no layer keeps memory. */
  readonly memory?: SimulatedMemory;
  /** [G4] The context was full again within one round of a compaction, three times in a row. */
  readonly thrash?: Thrash;
  /** [X1] The first call whose context cannot be sent; from there on the session is dead. */
  readonly deadAt?: number;
  /** [X3] The first call that would be blocked because automatic compaction is off. */
  readonly blockedAt?: number;
  readonly totals: Totals;
}

/** From a call on, until the next step. */
export interface ThresholdStep {
  readonly from: number;
  readonly thresholds: Thresholds;
}

export interface SimulationColumns {
  /** Tokens that the call carries, after the policy has run. */
  readonly used: Float64Array;
  readonly byCategory: Readonly<Record<Category, Float64Array>>;
  /** Tokens of the reply, as the context contains it. */
  readonly output: Float64Array;
  /** Billed output: as recorded, even if that is only the beginning of it. */
  readonly billedOutput: Float64Array;
  /** What the gate compared with `threshold`. */
  readonly counted: Float64Array;
  readonly threshold: Float64Array;
  /** [E1] Part of `used`. */
  readonly cacheRead: Float64Array;
  readonly cacheWritten: Float64Array;
  readonly uncached: Float64Array;
  /** Index in `cacheReasons`. */
  readonly cacheReason: Float64Array;
  /** In $, including requests of layers before and after the call. NaN if prices are unknown. */
  readonly cost: Float64Array;
}

export interface SimulatedChange {
  /** It happens before this call; work after a response has the call of that response. */
  readonly call: number;
  readonly layer: ActorId;
  readonly turn: Turn;
  readonly trigger: Trigger;
  readonly before: number;
  readonly after: number;
  /** Why the gate opened, or why the layer acted. */
  readonly reason: Reason;
  readonly changes: readonly Change[];
  readonly summaryTokens: number;
  /** [F7] */
  readonly boundary: BoundaryData | undefined;
  /** [G5] For a compaction that is not the first: calls since the previous one. 1 follows it directly. */
  readonly callsSinceLast: number | undefined;
}

/** [A5] What layers remembered, and what each call carried of it. */
export interface SimulatedMemory {
  /** Tokens of each of the three ways into a call, with one entry per call. */
  readonly rules: Float64Array;
  readonly index: Float64Array;
  readonly recalled: Float64Array;
  /** Before or after this call. */
  readonly events: readonly ({ readonly call: number } & MemoryEvent)[];
  readonly folderBefore: MemoryFolder;
  readonly folder: MemoryFolder;
}

/** The session note was written, with the reply to this call. */
export interface SimulatedNote {
  readonly call: number;
  readonly tokens: number;
  readonly reason: Reason;
}

export interface SimulatedFork {
  /** Before this call; a note is written with its reply. */
  readonly call: number;
  readonly purpose: AnyAsk['type'] | OwnAsk['type'];
  /** [E1] Part of what it sent. */
  readonly read: number;
  readonly uncached: number;
  readonly output: number;
  /** In $; missing if the price is unknown. */
  readonly cost?: number;
}

export interface SimulatedFailure {
  readonly call: number;
  readonly layer: ActorId;
  readonly kind: FailureKind;
  readonly reason: Reason;
}

export interface Thrash {
  readonly call: number;
  /** The largest message in the context after the compaction. */
  readonly message: string;
  readonly tokens: number;
}

export interface Totals {
  readonly peak: number;
  /** Input of all calls, including those of layers. */
  readonly sent: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly uncached: number;
  readonly output: number;
  readonly cost: CostSum;
  /** Requests to a model, including those of layers. */
  readonly modelCalls: number;
}
