import type { Waiting } from '../../api/ask-model';
import type { Failure } from '../../base/failure';
import type { Policy } from '../../policies/shape/policy';
import type { SimulatedChange, Simulation } from '../../simulator/pipeline/simulation';
import type { ModelChoice, RunLimits, Todo } from '../journal/entry';
import type { StopReason } from '../journal/need';
import type { ChatItem } from './chat-item';

/** All that a page shows of a run, but for what it asks for when somebody looks: contexts, requests, whole texts. */
export interface RunView {
  /** In the store. */
  readonly id: string;
  /** The first words of the first prompt. */
  readonly title: string;
  readonly policy: Policy;
  readonly model: ModelChoice;
  readonly limits: RunLimits;
  readonly pace: Pace;
  readonly status: RunStatus;
  readonly items: readonly ChatItem[];
  /** By the id of the tool call. A result that is not named stands whole in the context, or its call is under way. */
  readonly resultStates: ReadonlyMap<string, ResultState>;
  /** So far, the very thing that the Simulate chart draws; its thresholds are those of the next call. */
  readonly simulation: Simulation;
  readonly meter: Meter;
  /** [N1] The running note of the session, once there is one. */
  readonly note: ShownNote | undefined;
  readonly todos: readonly Todo[];
  readonly files: readonly FileEntry[];
  /** The newest call that was asked for, answered or not: its request can be looked at. */
  readonly lastRequest: { readonly call: number } | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What the user has said and chosen while something was under way, until there is place for it before the next call. */
  readonly waiting: readonly string[];
  /** Why nothing of it is stored, where it is not: it goes with the tab. */
  readonly notKept: Failure | undefined;
}

/** How long the scripted model takes. */
export type Pace = 'slow' | 'usual' | 'fast';
export const paces = ['slow', 'usual', 'fast'] as const satisfies readonly Pace[];

/** What became of a tool's result: a placeholder stands for it, or nothing at all. */
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
  | { readonly type: 'tools'; readonly names: readonly string[] }
  /** The API wants a wait. */
  | ({ readonly type: 'waiting' } & Waiting)
  | { readonly type: 'help'; readonly why: StopReason }
  /** What happened last could not be stored. It is not lost: going on tries again first. */
  | ({ readonly type: 'unsaved' } & Failure);

/** Of a reply that is on its way. */
export interface UnderWay {
  readonly text: string;
  readonly thinking: string;
  /** Tools whose calls have begun. */
  readonly tools: readonly string[];
}

export interface Meter {
  /** Tokens in the context now, as the policy counts them. */
  readonly used: number;
  readonly window: number;
  /** [W6] Until it compacts by itself. */
  readonly percentLeft: number;
  /** What is known of it: a model without prices costs nothing here. */
  readonly turnDollars: number;
  readonly forkDollars: number;
  /** Some of it is not in the sums. */
  readonly isCostUnknown: boolean;
  /** Of all that was sent, from 0 to 1: as reported, and as we would have thought. */
  readonly cacheShare: number;
  readonly predictedCacheShare: number;
  readonly calls: number;
  readonly forks: number;
  /** Files that were read again since their text had left the context. */
  readonly rereads: number;
}

export interface ShownNote {
  readonly text: string;
  readonly tokens: number;
}

export interface FileEntry {
  readonly path: string;
  readonly characters: number;
  /** Against the beginning of the run. Nothing is listed of what is gone. */
  readonly isChanged: boolean;
}

/** The end of a list is another: what stood there from a place on is replaced. */
export interface Tail<Item> {
  readonly from: number;
  readonly items: readonly Item[];
}

/** What is others now. The first one of a run has everything. */
export type RunUpdate = Partial<Omit<RunView, 'items' | 'resultStates' | 'simulation'>> & {
  readonly items?: Tail<ChatItem>;
  /** Only those that are others now; `whole` is told of a result that stands in the context again. */
  readonly resultStates?: readonly (readonly [callId: string, state: ResultState | 'whole'])[];
  readonly simulation?: SimulationUpdate;
};

/** The changes name every part that they touched: in a long run all of them would be too much for each update. */
export interface SimulationUpdate extends Omit<Simulation, 'changes' | 'compactions'> {
  readonly changes: Tail<SimulatedChange>;
}
