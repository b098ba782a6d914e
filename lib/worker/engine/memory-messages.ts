import type { Waiting } from '../../api/ask-model';
import type { SentFigures } from '../../api/sent-figures';
import type { Failure } from '../../base/failure';
import type { CostSum } from '../../economics/cost';
import type { MemoryBefore } from '../../layers/shape/project-memory';
import type { DreamAction } from '../../memory/dreaming/consolidate-offline';
import type { DreamScores } from '../../memory/dreaming/folder-scores';
import type { LeftOut } from '../../memory/extraction/extract-offline';
import type { OwnWrite } from '../../memory/extraction/own-writes';
import type { CutIndex } from '../../memory/files/memory-index';
import type { MemoryType } from '../../memory/files/memory-type';
import type { RecallOutcome } from '../../memory/recall/recall-session';
import type { Chosen } from '../../memory/recall/selection';
import type { UsedAcross } from '../../memory/replay/used-across';
import type { Policy } from '../../policies/shape/policy';
import type { MemoryPlan } from '../../simulator/memory/memory-plan';
import type { LatestAnswer } from '../wire/latest-only';

/** [J1] Requests about the project of the open session: what its sessions leave to each other. */
export interface MemoryRequests {
  /** Reads sessions that it has not read yet; the latest of several is answered last. */
  'project-memory': {
    readonly request: ProjectRequest;
    readonly progress: ProjectProgress;
    readonly answer: ProjectMemoryReport;
  };
  /** [K2] Over the sessions of the latest `project-memory`. */
  'used-across': {
    readonly request: ProjectRequest;
    readonly progress: ProjectProgress;
    readonly answer: readonly UsedPlace[];
  };
  /** What a model would be asked. Nothing is sent by it. */
  'memory-plan': {
    readonly request: ModelMemoryRequest;
    readonly progress: never;
    readonly answer: LatestAnswer<MemoryPlan>;
  };
  /** The same with the answers of a model. Aborted, it is answered with what had come by then. */
  'memory-with-model': {
    readonly request: ModelMemoryRequest & MemoryWriter;
    readonly progress: ModelMemoryProgress;
    readonly answer: ModelMemory;
  };
}

export interface ModelMemoryRequest extends ProjectRequest {
  /** `open`: those before it are read by rules. */
  readonly scope: MemoryScope;
}

export type MemoryScope = 'open' | 'all';

export interface MemoryWriter {
  readonly model: string;
  /** In memory only. Without a key the server's is used. */
  readonly key: string | undefined;
  /** Of all requests together. */
  readonly mostDollars: number;
}

export interface ModelMemoryProgress {
  /** Extractions and recalls, also of an earlier try that was stopped. */
  readonly answered: number;
  readonly dollars: number | undefined;
  readonly waiting: Waiting | undefined;
}

export interface ModelMemory {
  readonly report: ProjectMemoryReport;
  /** [K2] */
  readonly uses: readonly UsedPlace[];
  readonly model: string;
  readonly scope: MemoryScope;
  readonly answered: number;
  readonly requests: number;
  /** As the provider reported it; missing if it reported nothing. */
  readonly sent?: SentFigures;
  /** Calls of tools that were denied, or that failed. */
  readonly refused: number;
  /** Declined, longer than the window of the model, or no list of memories. */
  readonly failed: number;
  /** Why not everything was answered. */
  readonly problem?: Failure;
}

export interface ProjectRequest {
  /** Those before the open one, oldest first. */
  readonly sessions: readonly EarlierSession[];
  /** Its layers that keep memory are on, whatever it says. */
  readonly policy: Policy;
}

export interface EarlierSession {
  readonly id: string;
  readonly title: string;
  readonly body: Blob;
}

export interface ProjectProgress {
  readonly done: number;
  readonly of: number;
}

export interface ProjectMemoryReport {
  /** The same sessions. */
  readonly earlier: readonly LeftBySession[];
  /** What the open session would have started with. */
  readonly before: MemoryBefore;
  readonly opening: { readonly rulesTokens: number; readonly indexTokens: number; readonly index: CutIndex };
  readonly prompts: readonly RecallAtPrompt[];
  /** What it would have left itself. */
  readonly own: LeftBySession;
  /** Tokens × calls of each of the three ways. */
  readonly carried: { readonly rules: number; readonly index: number; readonly recalled: number };
  readonly calls: number;
  readonly carriedCost: CostSum;
  readonly askedCost: CostSum;
  readonly asks: number;
  /** The agent of this recording kept its memory itself. */
  readonly isKeptElsewhere: boolean;
}

export interface LeftBySession {
  readonly id: string;
  readonly title: string;
  readonly startMs: number | undefined;
  readonly calls: number;
  readonly extractions: number;
  readonly kept: readonly KeptPlace[];
  readonly leftOut: readonly { readonly why: LeftOut['why']; readonly count: number }[];
  readonly ownWrites: readonly (OwnWrite & { readonly call: number })[];
  readonly dreams: readonly DreamInSession[];
}

/** [D3] */
export interface DreamInSession {
  readonly call: number;
  readonly timeMs: number;
  readonly requests: number;
  readonly actions: readonly DreamAction[];
  readonly scores: DreamScores;
}

/** Where a memory was said. */
export interface KeptPlace {
  readonly file: string;
  readonly type: MemoryType;
  readonly action: 'created' | 'changed';
  readonly text: string;
  readonly message: number;
  readonly part: number;
  /** The first call that carries it. */
  readonly call: number;
}

export interface RecallAtPrompt {
  readonly message: number;
  readonly call: number;
  readonly candidates: readonly string[];
  readonly chosen: readonly Chosen[];
  readonly recalled: readonly { readonly file: string; readonly bytes: number; readonly ageDays: number }[];
  readonly leftOut: RecallOutcome['leftOut'];
  readonly bytesLeft: number;
}

/** Places in sessions: the last one is the open one. */
export interface UsedPlace extends UsedAcross {
  readonly wasCall: number;
  readonly usedCall: number;
}
