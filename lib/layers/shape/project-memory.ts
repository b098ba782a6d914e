import type { DreamAction } from '../../memory/dreaming/consolidate-offline';
import type { DreamGate } from '../../memory/dreaming/dream-gates';
import type { DreamScores } from '../../memory/dreaming/folder-scores';
import type { KeptMemory, LeftOut } from '../../memory/extraction/extract-offline';
import { type MessageCursor, startOfSession } from '../../memory/extraction/message-cursor';
import type { OwnWrite } from '../../memory/extraction/own-writes';
import type { MemoryFolder, StoredFile } from '../../memory/files/memory-folder';
import type { CutIndex } from '../../memory/files/memory-index';
import {
  type Recalled,
  type RecallOutcome,
  type RecallSession,
  startOfRecall,
} from '../../memory/recall/recall-session';
import type { Chosen } from '../../memory/recall/selection';
import type { MessageId } from '../../transcript/transcript';

/** What layers remember of a project from turn to turn, and its folder, which outlives the session. */
export interface ProjectMemory {
  readonly folder: MemoryFolder;
  /** [A8] Its messages are positions in the recording. */
  readonly cursor: MessageCursor;
  /** So many messages of the recording have been told to the cursor. */
  readonly told: number;
  /** The latest time of those. */
  readonly nowMs: number;
  /** [R3] */
  readonly recall: RecallSession;
  /** [R3] In the context since the session began, or since its latest compaction. */
  readonly shown: readonly ShownMemory[];
  /** [A5] Missing while no layer keeps memory. */
  readonly opening?: Opening | undefined;
  /** [A7] What the agent saved itself, as far as it has not been reported. */
  readonly writes: readonly OwnWrite[];
  /** Messages that an earlier session of the project has too, by position: a resumed session starts with a copy. */
  readonly copied: ReadonlySet<number>;
  /** [D1] */
  readonly dream: DreamState;
}

/** [D1] What the gates of a dream go by. */
export interface DreamState {
  /** When the project was last tidied. */
  readonly lastMs?: number;
  /** Others that were used since then. */
  readonly sessions: number;
  /** When they were last counted. */
  readonly lookedMs?: number;
}

export interface ShownMemory {
  readonly file: string;
  /** The message that holds it. */
  readonly message: MessageId;
  /** Position of the prompt that it is behind. */
  readonly prompt: number;
  readonly bytes: number;
  readonly tokens: number;
}

/** [A5] What precedes the messages, as a session gets it when it begins, and again after a compaction. */
export interface Opening {
  readonly rulesTokens: number;
  readonly indexTokens: number;
  readonly index: CutIndex;
}

/** Something that layers keeping memory have to follow. Positions are those of the recording. */
export type SessionEvent =
  | { readonly type: 'begun' }
  /** [A8] [R3] Of the first `entered` messages, these are left in the context. */
  | { readonly type: 'compacted'; readonly entered: number; readonly kept: readonly number[] }
  | { readonly type: 'rewound'; readonly entered: number; readonly dropped: ReadonlySet<number> }
  | { readonly type: 'ended'; readonly entered: number };

/** [J1] What the project had when the session began: plain data, which is compared and sent to workers. */
export interface MemoryBefore {
  readonly root: string;
  readonly files: readonly (readonly [name: string, file: StoredFile])[];
  /** Positions of messages that an earlier session has too. */
  readonly copied?: readonly number[];
  /** [D1] */
  readonly dream?: Omit<DreamState, 'lookedMs'>;
}

/** What a session leaves to the next one. */
export function memoryLeft(
  { root, files }: MemoryFolder,
  copied: readonly number[] = [],
  dream: Omit<DreamState, 'lookedMs'> = { sessions: 0 },
): MemoryBefore {
  const isNew = dream.lastMs === undefined && dream.sessions === 0;
  return { root, files: [...files], ...(copied.length === 0 ? {} : { copied }), ...(isNew ? {} : { dream }) };
}

export function folderBefore({ root, files }: MemoryBefore): MemoryFolder {
  return { root, files: new Map(files) };
}

export function startOfProject(before: MemoryBefore): ProjectMemory {
  return {
    folder: folderBefore(before),
    cursor: startOfSession,
    told: 0,
    nowMs: 0,
    recall: startOfRecall,
    shown: [],
    writes: [],
    copied: new Set(before.copied),
    dream: before.dream ?? { sessions: 0 },
  };
}

/** What a layer that keeps memory did, for whoever looks at it later. */
export type MemoryEvent =
  | { readonly type: 'opened'; readonly opening: Opening }
  | ({ readonly type: 'saved-by-agent' } & OwnWrite)
  | {
      readonly type: 'recalled';
      /** Position of the prompt. */
      readonly prompt: number;
      /** [R1] Files that were offered. */
      readonly candidates: readonly string[];
      /** [R2] */
      readonly chosen: readonly Chosen[];
      readonly recalled: readonly Recalled[];
      readonly leftOut: RecallOutcome['leftOut'];
      /** [R3] Of the session's budget, after it. */
      readonly bytesLeft: number;
      readonly tokens: number;
    }
  | {
      readonly type: 'extracted';
      /** [A8] How many messages were analysed, and up to which position. */
      readonly messages: number;
      readonly upTo: number;
      readonly isFallback: boolean;
      readonly kept: readonly KeptMemory[];
      readonly leftOut: readonly LeftOut[];
      readonly requests: number;
    }
  /** [D1] Sessions were counted, and a gate was closed. */
  | { readonly type: 'dream-looked'; readonly gates: readonly DreamGate[] }
  | {
      readonly type: 'dreamt';
      readonly gates: readonly DreamGate[];
      readonly timeMs: number;
      readonly actions: readonly DreamAction[];
      readonly scores: DreamScores;
      readonly requests: number;
    };
