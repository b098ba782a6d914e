import type { WeighedContext } from '../simulator/context-at-call';
import type { Timeline } from '../simulator/timeline';
import type { Category } from '../tokens/category';
import type { CounterError } from '../tokens/counter-error';
import type { TranscriptSummary } from '../transcript/summarise';
import type { Boundary, FormatId, Message, Transcript, Warning } from '../transcript/transcript';

/**
 * What the page may ask of the engine, which lives in a worker so that the page stays responsive. Every request is
 * answered once, in any order; a request may report progress and may be cancelled.
 */
export interface EngineRequests {
  'import-files': { readonly request: ImportRequest; readonly progress: ImportProgress; readonly answer: ImportAnswer };
  'open-session': { readonly request: OpenRequest; readonly progress: never; readonly answer: OpenSession };
  'context-at': {
    readonly request: { readonly call: number };
    readonly progress: never;
    readonly answer: WeighedContext;
  };
  message: { readonly request: { readonly index: number }; readonly progress: never; readonly answer: Message };
  search: { readonly request: { readonly text: string }; readonly progress: never; readonly answer: FoundParts };
}

export type EngineMethod = keyof EngineRequests;

export interface ImportRequest {
  readonly files: readonly ImportSource[];
  readonly maskSecrets: boolean;
  /** Overrules the recognition. */
  readonly format?: FormatId;
}

/** The file itself travels, not its text: only the worker pays for its memory. */
export interface ImportSource {
  /** With the folders it was dropped with, where there were any. */
  readonly path: string;
  readonly file: Blob;
}

export interface ImportProgress {
  readonly path: string;
  readonly bytesRead: number;
  readonly bytesTotal: number;
  /** Once it is read: how much of it is masked and compressed, from 0 to 1. Of a large file that takes longest. */
  readonly packed?: number;
}

export interface ImportAnswer {
  readonly files: readonly FileOutcome[];
}

export interface FileOutcome {
  readonly path: string;
  readonly recognised?: {
    readonly format: FormatId;
    readonly title: string;
    readonly because: string;
    readonly overruled: boolean;
  };
  readonly result:
    | { readonly type: 'imported'; readonly sessions: readonly ImportedSession[]; readonly report: FileReport }
    | { readonly type: 'attached'; readonly to: string }
    | { readonly type: 'refused'; readonly what: string; readonly advice: string }
    | { readonly type: 'cancelled' };
}

export interface ImportedSession {
  /** Hash of the content before masking: the same recording has the same id everywhere. */
  readonly id: string;
  readonly summary: TranscriptSummary;
  readonly secretsMasked: Readonly<Record<string, number>>;
  /** The session in our own file format, compressed. */
  readonly body: Blob;
  readonly warnings: readonly Warning[];
  readonly boundaries: readonly Boundary[];
}

export interface FileReport {
  readonly bytes: number;
  readonly records: number;
}

export type OpenRequest = (
  | { readonly type: 'stored'; readonly body: Blob }
  /** A file that is not in our own format yet, such as a sample. */
  | { readonly type: 'file'; readonly path: string; readonly file: Blob }
) & {
  /** To one of its sub-agents: its place among the children, then among theirs. Empty for the session itself. */
  readonly child: readonly number[];
};

export interface OpenSession {
  readonly summary: TranscriptSummary;
  readonly timeline: Timeline;
  readonly boundaries: readonly Boundary[];
  /** One row a message, in the transcript's order; which of them a call carried is asked with `context-at`. */
  readonly rows: readonly MessageRow[];
  readonly counters: readonly CounterError[];
  readonly systemInFile: Transcript['systemInFile'];
  readonly children: readonly TranscriptSummary[];
  /** Titles of the sessions it worked for, outermost first; empty unless a sub-agent was asked for. */
  readonly ancestors: readonly string[];
  /** Else the window is the usual one, or the large one where something recorded needs it. */
  readonly windowIsStated: boolean;
  readonly warnings: readonly Warning[];
}

export interface MessageRow {
  readonly index: number;
  readonly id: string;
  readonly role: Message['role'];
  readonly kind: Message['kind'];
  readonly timeMs?: number;
  readonly line: number;
  readonly parts: readonly PartRow[];
}

export interface PartRow {
  readonly kind: Message['parts'][number]['kind'];
  readonly category: Category;
  /** Of a call or a result. */
  readonly toolName?: string;
  readonly toolCallId?: string;
  readonly isError?: boolean;
  /** The first words. */
  readonly excerpt: string;
}

/** Parts of the open session by key, `message.part`, both from 0. */
export interface FoundParts {
  readonly keys: readonly string[];
  /** There are more than are listed. */
  readonly isCut: boolean;
}

/** What goes over the wire. `id` joins a question to what is answered to it. */
export type ToWorker =
  | {
      readonly [Method in EngineMethod]: {
        readonly type: 'ask';
        readonly id: number;
        readonly method: Method;
        readonly request: EngineRequests[Method]['request'];
      };
    }[EngineMethod]
  | { readonly type: 'cancel'; readonly id: number };

export type FromWorker =
  | { readonly type: 'progress'; readonly id: number; readonly progress: ImportProgress }
  | { readonly type: 'answer'; readonly id: number; readonly answer: EngineRequests[EngineMethod]['answer'] }
  | { readonly type: 'failed'; readonly id: number; readonly what: string; readonly advice: string };
