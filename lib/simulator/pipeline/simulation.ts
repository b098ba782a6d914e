import type { CostSum } from '../../economics/cost';
import type { LayerId } from '../../layers/index';
import type { Change } from '../../layers/shape/context';
import type { BoundaryData, FailureKind, Trigger, Turn } from '../../layers/shape/layer';
import type { Reason } from '../../layers/shape/reason';
import type { Thresholds } from '../../policies/shape/thresholds';
import type { Category } from '../../tokens/category';

/** A recording replayed under a policy: numbers in columns, one entry a call, and what happened. */
export interface Simulation extends SimulationColumns {
  readonly policy: string;
  readonly mode: 'free' | 'following';
  readonly calls: number;
  /** Of the last call. */
  readonly thresholds: Thresholds;
  /** Everything that layers did, in order. */
  readonly changes: readonly SimulatedChange[];
  /** Of these, what happened because the gate opened or a call was refused. */
  readonly compactions: readonly SimulatedChange[];
  readonly failures: readonly SimulatedFailure[];
  /** [N2] The context stays as it is. */
  readonly notes: readonly SimulatedNote[];
  /** Requests that layers made and a model answered. */
  readonly forks: readonly SimulatedFork[];
  /** [G4] The context was full again within one round of a compaction, three times running. */
  readonly thrash?: Thrash;
  /** [X1] The first call whose context cannot be sent; from there on the session would be dead. */
  readonly deadAt?: number;
  /** [X3] The first call that would be refused because nothing compacts by itself. */
  readonly blockedAt?: number;
  readonly totals: Totals;
}

export interface SimulationColumns {
  /** Tokens the call carries, after the policy has done its work. */
  readonly used: Float64Array;
  readonly byCategory: Readonly<Record<Category, Float64Array>>;
  /** Of the reply, as the context has it. */
  readonly output: Float64Array;
  /** As it is billed: what was recorded, even where that is only the beginning of an output. */
  readonly billedOutput: Float64Array;
  /** What the gate compared with `threshold`. */
  readonly counted: Float64Array;
  readonly threshold: Float64Array;
  /** [E1] Of `used`. */
  readonly cacheRead: Float64Array;
  readonly cacheWritten: Float64Array;
  readonly uncached: Float64Array;
  /** Index in `cacheReasons`. */
  readonly cacheReason: Float64Array;
  /** In $, with the requests that layers made before the call and after it. NaN where prices are not known. */
  readonly cost: Float64Array;
}

export interface SimulatedChange {
  /** It happens before this call is made; what a layer does after a response has the call of that response. */
  readonly call: number;
  readonly layer: LayerId;
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
  /** [G5] Of a compaction that is not the first: calls since the one before. 1 follows it directly. */
  readonly callsSinceLast: number | undefined;
}

/** The session's note was written, with the reply to this call. */
export interface SimulatedNote {
  readonly call: number;
  readonly tokens: number;
  readonly reason: Reason;
}

export interface SimulatedFork {
  /** Before this call; a note is written with its reply. */
  readonly call: number;
  readonly purpose: 'summary' | 'note';
  /** [E1] Of what it sent. */
  readonly read: number;
  readonly uncached: number;
  readonly output: number;
  /** In $; missing where the price is not known. */
  readonly cost?: number;
}

export interface SimulatedFailure {
  readonly call: number;
  readonly layer: LayerId;
  readonly kind: FailureKind;
  readonly reason: Reason;
}

export interface Thrash {
  readonly call: number;
  /** The largest message that stands there after the compaction. */
  readonly message: string;
  readonly tokens: number;
}

export interface Totals {
  readonly peak: number;
  /** Input of all calls, those of layers included. */
  readonly sent: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly uncached: number;
  readonly output: number;
  readonly cost: CostSum;
  /** Requests to a model, those of layers included. */
  readonly modelCalls: number;
}
