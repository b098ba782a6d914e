import type {
  AgentColor,
  AgentEffort,
  AgentMemoryScope,
  AgentProblem,
  AgentSource,
} from '../../agents/agent-definition';
import type { KeptCopy } from '../../agents/typed-agent';
import type { ChildLane, ParentPart } from '../../simulator/children/child-lane';
import type { Simulation } from '../../simulator/pipeline/simulation';
import type { ModelChoice, OwnSetup } from '../journal/entry';
import type { ChatItem } from './chat-item';
import type { Meter, ResultState } from './run-view';

/** The agents of a run, as a page shows them. All texts are rendered as text. */
export interface AgentsView {
  /** [O3] Where the agent finds their list. Undefined: it starts no others. */
  readonly listing: OwnSetup['agents'];
  /** [O3] The calls that first had another list, with what they read from the cache. */
  readonly listChanges: readonly ListChange[];
  /** [O1] From the files, as they are now. */
  readonly definitions: ShownDefinitions;
  /** [O4] In the order in which they were started. */
  readonly started: readonly ShownAgent[];
  readonly parent: ParentPart;
  readonly isCostEstimated: boolean;
}

/** [O3] */
export interface ListChange {
  readonly call: number;
  /** Of the call before it. */
  readonly readBefore: number;
  /** As it was predicted, if the script answered. Missing until the call is made. */
  readonly at?: { readonly read: number; readonly sent: number };
}

/** [O4] An agent that was started. */
export interface ShownAgent {
  readonly id: string;
  /** The call of the tool that started it; missing if a hook did. */
  readonly callId?: string;
  /** For messages. */
  readonly name: string;
  readonly state: 'running' | 'done' | 'failed' | 'stopped';
  readonly isFork: boolean;
  readonly isBackground: boolean;
  /** Why it failed. */
  readonly why: string;
  /** [O8] What it is doing, as it said last. */
  readonly doing: string;
  readonly color: AgentColor | undefined;
  readonly tookMs: number;
  /** Questions to the user that it waits for. */
  readonly questions: number;
  readonly lane: ChildLane;
  /**
   * [O5] Tokens of its first request, how many of them were read from the cache, and how many only it was told. Missing
   * until it is answered.
   */
  readonly first?: { readonly sent: number; readonly read: number; readonly told: number };
  /** [O2] What it changed in a copy of the files, if it works on one. */
  readonly left?: KeptCopy;
  /** Another one whenever something of it changed. */
  readonly version: number;
}

/** [O1] */
export interface ShownDefinitions {
  readonly agents: readonly ShownDefinition[];
  readonly overridden: readonly (ShownDefinition & { readonly by: AgentSource })[];
  readonly problems: readonly AgentProblem[];
  /** Those that an agent can be given. */
  readonly skills: readonly string[];
  /** [O3] Of the list, by our counter. */
  readonly listTokens: number;
}

export interface ShownDefinition {
  readonly name: string;
  readonly description: string;
  readonly source: AgentSource;
  /** Absolute; empty if it is built in. */
  readonly path: string;
  /** Those that it gets, of the tools of the run. */
  readonly tools: readonly string[];
  /** Names in its lists that are no tool of the run. */
  readonly unknownTools: readonly string[];
  readonly model: string;
  readonly memory: AgentMemoryScope | undefined;
  readonly color: AgentColor | undefined;
  readonly isBackground: boolean;
  readonly skills: readonly string[];
  readonly effort?: AgentEffort;
  /** It works on a copy of the files. */
  readonly isIsolated: boolean;
}

/** Everything of one agent, for the page that has opened it. */
export interface AgentDetails {
  /** [O8] What it said it was doing, the latest last. */
  readonly progress: readonly { readonly timeMs: number; readonly text: string }[];
  readonly items: readonly ChatItem[];
  readonly resultStates: ReadonlyMap<string, ResultState>;
  readonly simulation: Simulation;
  readonly meter: Meter;
  readonly model: ModelChoice;
}
