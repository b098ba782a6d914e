import type { Waiting } from '../../api/ask-model';
import type { Failure } from '../../base/failure';
import type { EarlierPolicy } from '../../policies/shape/earlier-policy';
import type { Policy } from '../../policies/shape/policy';
import type { SimulatedChange, Simulation } from '../../simulator/pipeline/simulation';
import type { TeamMemberView } from '../../team/team-driver';
import type { ModelChoice, OwnSetup, RunLimits, Todo } from '../journal/entry';
import type { Question, StopReason } from '../journal/need';
import type { Spent } from '../run/whole-run';
import type { AgentsView } from './agents-view';
import type { ChatItem } from './chat-item';
import type { HooksView } from './hooks-view';
import type { MemoryView } from './memory-view';
import type { SystemView } from './system-view';
import type { ToSend } from './to-send';

/** Everything that a page shows of a run, except what it requests on demand: contexts, requests, full texts. */
export interface RunView {
  /** In the store. */
  readonly id: string;
  /** The start of the first prompt. */
  readonly title: string;
  /** [J1] Undefined for lessons, and for runs from before there were projects. */
  readonly project: { readonly id: string; readonly session: number } | undefined;
  readonly policy: Policy;
  /** What it was before, if it was changed while the agent worked. */
  readonly earlier: readonly EarlierPolicy[];
  readonly model: ModelChoice;
  readonly limits: RunLimits;
  readonly pace: Pace;
  /** How far the clock of the run is ahead, because the user let time pass. */
  readonly passedMs: number;
  readonly status: RunStatus;
  readonly items: readonly ChatItem[];
  /** By tool call id. A result that is not included is complete in the context, or its call is in progress. */
  readonly resultStates: ReadonlyMap<string, ResultState>;
  /** So far: exactly what the Simulate chart draws; its thresholds are those of the next call. */
  readonly simulation: Simulation;
  readonly meter: Meter;
  /** [N1] The session note, once there is one. */
  readonly note: ShownNote | undefined;
  /** Undefined while the policy has no layer for it. */
  readonly memory: MemoryView | undefined;
  /** [U2] Undefined in a tab that only watches. */
  readonly team: TeamMemberView | undefined;
  /** [J2] The ids of what is being worked on beside the turns. What is open and none of them goes on with the run. */
  readonly underWay: readonly string[];
  /** [O4] */
  readonly agents: AgentsView;
  /** [H] */
  readonly hooks: HooksView;
  /** [Y] */
  readonly system: SystemView;
  readonly todos: readonly Todo[];
  readonly files: readonly FileEntry[];
  /** The latest prepared call, answered or not: its request can be viewed. */
  readonly lastRequest: { readonly call: number } | undefined;
  readonly setup: ShownSetup;
  /** Whether this tab runs it, or shows what another does; `free` if that other tab was closed. */
  readonly role: 'runs' | 'watches' | 'free';
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Pending user input, until it can be handled before the next call. */
  readonly waiting: readonly string[];
  /** Why the run is not stored, if so: it is gone with the tab. */
  readonly notKept: Failure | undefined;
}

/** The pace of the scripted model. */
export type Pace = 'slow' | 'usual' | 'fast';
export const paces = ['slow', 'usual', 'fast'] as const satisfies readonly Pace[];

/** The fate of a tool result: replaced by a placeholder, or removed. */
export type ResultState = 'cleared' | 'stored' | 'gone';

/**
 *   idle      waits for a prompt
 *   resting   something is left to do, and nobody does it: after a reload, an undo, a failure
 *   help      nothing goes on by itself: the reason says what would help
 */
export type RunStatus =
  | { readonly type: 'idle' }
  | { readonly type: 'resting' }
  | ({ readonly type: 'asking'; readonly call: number } & UnderWay)
  | ({ readonly type: 'forking'; readonly purpose: 'summary' | 'note' } & UnderWay)
  /** [R1] */
  | { readonly type: 'recalling' }
  | { readonly type: 'tools'; readonly names: readonly string[] }
  /** The API wants a wait. */
  | ({ readonly type: 'waiting' } & Waiting)
  | { readonly type: 'help'; readonly why: StopReason }
  /** The next call would be the first paid one, and nobody has allowed it. */
  | { readonly type: 'confirm'; readonly toSend: ToSend }
  /** [H1] Questions to the user. */
  | { readonly type: 'asks'; readonly questions: readonly Question[] }
  /** [H1] Hooks are running. */
  | { readonly type: 'hooks'; readonly events: readonly string[] }
  /** [O4] The turn waits for agents. */
  | { readonly type: 'agents'; readonly ids: readonly string[] }
  /** The last step could not be stored. It is not lost: continuing retries first. */
  | ({ readonly type: 'unsaved' } & Failure)
  /** Elsewhere. Nothing goes on here, and nothing is stored. */
  | ({ readonly type: 'deleted' } & Failure);

/** For a reply that is streaming. */
export interface UnderWay {
  readonly text: string;
  readonly thinking: string;
  /** Tools whose calls have started. */
  readonly tools: readonly string[];
}

export interface Meter {
  /** Tokens in the context now, as the policy counts them. */
  readonly used: number;
  readonly window: number;
  /** [W6] Until it compacts automatically. */
  readonly percentLeft: number;
  /** Paid to a provider, by its list prices. As far as known: a model without prices counts as free. */
  readonly turnDollars: number;
  readonly forkDollars: number;
  /** Of requests that failed, were stopped or undone. */
  readonly unheard: Spent;
  /** What a model would have cost for what the script answered: an estimate, and nothing was paid. */
  readonly estimatedDollars: number;
  /** The totals are incomplete. */
  readonly isCostUnknown: boolean;
  /** Of all input, from 0 to 1: as reported, and as predicted. */
  readonly cacheShare: number;
  readonly predictedCacheShare: number;
  readonly calls: number;
  readonly forks: number;
  /** Calls whose usage the server did not report, or not as it can be true. */
  readonly countedHere: number;
  /** Files that were read again because their text had left the context. */
  readonly rereads: number;
}

export interface ShownNote {
  readonly text: string;
  readonly tokens: number;
}

export interface ShownSetup {
  readonly own: OwnSetup;
  /** Our own, which `own.system` replaces. */
  readonly usualSystem: string;
  readonly toolNames: readonly string[];
  /** System prompt and instructions were sent, and stay as they are. */
  readonly isFixed: boolean;
}

export interface FileEntry {
  readonly path: string;
  readonly characters: number;
  /** By the clock of the run. */
  readonly modifiedMs: number;
  /** Compared with the start of the run. For deleted files, no content. */
  readonly isChanged: boolean;
}

/** Replaces the end of a list from an index on. */
export interface Tail<Item> {
  readonly from: number;
  readonly items: readonly Item[];
}

/** Changes only. The first update of a run has everything. */
export type RunUpdate = Partial<Omit<RunView, 'items' | 'resultStates' | 'simulation'>> & {
  readonly items?: Tail<ChatItem>;
  /** Only changed ones; `whole` means that a result is complete in the context again. */
  readonly resultStates?: readonly (readonly [callId: string, state: ResultState | 'whole'])[];
  readonly simulation?: SimulationUpdate;
};

/** Changes list every part they affect: in a long run that would be too much for each update. */
export interface SimulationUpdate extends Omit<Simulation, 'changes' | 'compactions'> {
  readonly changes: Tail<SimulatedChange>;
}
