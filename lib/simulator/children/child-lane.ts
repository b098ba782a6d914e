/** A sub-agent beside the calls of its parent: in a recording, or in a run. */
export interface ChildLane {
  readonly title: string;
  /** Of its definition, if it has one. */
  readonly type?: string;
  /** The call of the parent whose reply started it. */
  readonly from: number;
  /** The first call of the parent that had its answer; the number of calls if there is none. */
  readonly to: number;
  /** `call`: the parent's call of a tool started it. `time`: only the times say where it belongs. `none`: nothing does. */
  readonly placedBy: 'call' | 'time' | 'none';
  readonly calls: number;
  /** The size of its context at each of its calls, and at the end; of many, some. */
  readonly sizes: readonly number[];
  readonly peakTokens: number;
  /** Not all sizes are recorded. */
  readonly isEstimate: boolean;
  /** What its work added to its context: its replies and the results of its tools. */
  readonly carriedTokens: number;
  /** What of it reached the context of its parent. */
  readonly returnedTokens: number;
  /** All that its calls sent, with those of its own sub-agents. */
  readonly sentTokens: number;
  /** The share of its first call that was read from the cache. Missing if no usage was recorded. */
  readonly firstReadShare?: number;
  /** In $, with its own sub-agents. Missing if the file or a price does not show it. */
  readonly cost?: number;
}

/** The parent’s own part of the same sums. */
export interface ParentPart {
  readonly calls: number;
  readonly sentTokens: number;
  readonly cost?: number;
}

export const noLanes: ChildLanes = { lanes: [], parent: { calls: 0, sentTokens: 0 } };

export interface ChildLanes {
  readonly lanes: readonly ChildLane[];
  /** The costs are what a model would have cost: nothing was paid. */
  readonly isCostEstimated?: boolean;
  readonly parent: ParentPart;
}
