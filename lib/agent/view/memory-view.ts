import type { MemoryType } from '../../memory/files/memory-type';
import type { Usage } from '../../transcript/transcript';
import type { DreamingView } from './dream-view';

/** The memory of a project, as a page shows it. All texts are rendered as text. */
export interface MemoryView {
  /** Its folder, by its absolute path. */
  readonly root: string;
  /** The layers that are on. */
  readonly saves: boolean;
  readonly recalls: boolean;
  /** [D1] */
  readonly dreams: DreamingView;
  /** The newest first. Without the index. */
  readonly files: readonly ShownMemory[];
  readonly index: ShownIndex;
  /** [A5] Tokens that the next call carries, by the way they came into the session. */
  readonly tokens: { readonly rules: number; readonly index: number; readonly recalled: number };
  /** [R3] Of recalled memories, since the session began or was compacted. */
  readonly recallBytes: { readonly used: number; readonly most: number };
  /** Memories that were in the folder when the session began, by their names below it. */
  readonly atStart: readonly string[];
  /**
   * The ids of tasks and selections that are being worked on: a task that runs and is none of them was interrupted, and goes
   * on with the run. All tasks are items of the chat.
   */
  readonly underWay: readonly string[];
  /** [A7] Why no extraction was started at the end of the latest turn, in words; undefined if one was. */
  readonly notExtracted: string | undefined;
}

export interface ShownMemory {
  /** Below the folder. */
  readonly file: string;
  /** Undefined if its front matter cannot be read: `problem` says why. */
  readonly type: MemoryType | undefined;
  readonly name: string;
  readonly description: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** [R4] By the clock of the run. */
  readonly ageDays: number;
  readonly problem?: string;
  /** It was shown in this session, by recall. */
  readonly isShown: boolean;
  /** The index does not name it. */
  readonly isUnlisted: boolean;
}

/** [A4] */
export interface ShownIndex {
  readonly text: string;
  readonly lines: number;
  readonly bytes: number;
  readonly mostLines: number;
  readonly mostBytes: number;
  readonly cutBy: 'lines' | 'bytes' | undefined;
  /** The number of lines that a session gets. */
  readonly keptLines: number;
  readonly deadLinks: readonly string[];
  readonly outside: readonly string[];
}

/** [A7] An extraction. */
export interface ShownTask {
  readonly id: string;
  /** The call of the turn whose end started it. */
  readonly call: number;
  readonly state: 'running' | 'done' | 'failed' | 'stopped';
  readonly model: string;
  /** [A8] */
  readonly newMessages: number;
  /** The cursor was lost, so all messages were looked at. */
  readonly isFallback: boolean;
  readonly steps: readonly ShownTaskStep[];
  /** What it changed in the memory folder. */
  readonly changes: readonly MemoryChange[];
  /** Of all its requests. */
  readonly usage?: Usage;
  readonly dollars?: number;
  readonly startedMs: number;
  readonly tookMs: number;
  /** Why it failed, or what it said at the end. */
  readonly says: string;
}

export interface ShownTaskStep {
  readonly text: string;
  readonly tools: readonly ShownTaskTool[];
  readonly usage?: Usage;
}

export interface ShownTaskTool {
  readonly name: string;
  /** Its path, pattern or command. */
  readonly about: string;
  /** Missing while it runs. */
  readonly result?: string;
  readonly isError: boolean;
}

/** `before` and `after`: null if there was, or is, no such file. */
export interface MemoryChange {
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** [R] A selection for one prompt. */
export interface ShownRecall {
  /** `late`: the turn went on without it. */
  readonly state: 'waits' | 'late' | 'done';
  /** What was chosen first, then the others. */
  readonly candidates: readonly ShownCandidate[];
  /** More candidates than are listed. None of them was chosen. */
  readonly others: number;
  /** Memories of the folder that were not looked at: more than the limit. */
  readonly notLookedAt: number;
  /** Shown earlier in this session, and so no candidates. */
  readonly shownBefore: readonly string[];
  readonly tokens: number;
  /** The call that first carried what was chosen: missing before it, and if there is nothing. */
  readonly call?: number;
  /** [R3] After it. */
  readonly bytesLeft: number;
  readonly model: string;
  readonly usage?: Usage;
  readonly dollars?: number;
  readonly tookMs?: number;
  readonly problem?: string;
}

export interface ShownCandidate {
  readonly file: string;
  readonly type: MemoryType | undefined;
  readonly description: string;
  readonly ageDays: number;
  /** Why it was left out, although it was chosen: `budget`; `missing` if it was removed meanwhile. */
  readonly fate: 'shown' | 'not-chosen' | 'budget' | 'missing';
  /** Set if shown. */
  readonly bytes?: number;
  readonly cutBy?: 'lines' | 'bytes';
}
