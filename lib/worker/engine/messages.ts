import type { Failure } from '../../base/failure';
import type { Policy } from '../../policies/shape/policy';
import type { CallExplanation } from '../../simulator/explain/explain-call';
import type { LostAtCall } from '../../simulator/explain/lost-at-call';
import type { Predictions } from '../../simulator/explain/predict-compactions';
import type { Simulation } from '../../simulator/pipeline/simulation';
import type { Verdict } from '../../simulator/pipeline/verdict';
import type { WeighedContext, WeighedMessage } from '../../simulator/recorded/context-at-call';
import type { RecordedBill } from '../../simulator/recorded/recorded-bill';
import type { Timeline } from '../../simulator/recorded/timeline';
import type { ReplayOptions } from '../../simulator/replay/replay';
import type { SweepRow, SweptPolicy } from '../../sweep/sweep-rows';
import type { Category } from '../../tokens/category';
import type { CounterError } from '../../tokens/counter-error';
import type { TranscriptSummary } from '../../transcript/summarise';
import type { Boundary, FormatId, Message, MessageId, Transcript, Warning } from '../../transcript/transcript';
import type { Provider, RequestProblem } from '../../transcript/validate-request';
import type { LatestAnswer } from '../wire/latest-only';
import type { FromWorker as FromWorkerOf, ToWorker as ToWorkerOf } from '../wire/wire';
import type { CompactionRequests } from './compaction-messages';
import type { Replies } from './replies';

/**
 * What the page may ask of the engine, which lives in a worker so that the page stays responsive. Every request is
 * answered once, in any order; a request may report progress and may be cancelled.
 */
export interface EngineRequests extends CompactionRequests {
  'import-files': { readonly request: ImportRequest; readonly progress: ImportProgress; readonly answer: ImportAnswer };
  'open-session': { readonly request: OpenRequest; readonly progress: never; readonly answer: OpenSession };
  'context-at': {
    readonly request: { readonly call: number };
    readonly progress: never;
    readonly answer: WeighedContext;
  };
  message: { readonly request: { readonly index: number }; readonly progress: never; readonly answer: Message };
  search: { readonly request: { readonly text: string }; readonly progress: never; readonly answer: FoundParts };
  /** Of several that wait, only the newest is done: a slider asks faster than a replay answers. */
  simulate: {
    readonly request: SimulationChoice;
    readonly progress: never;
    readonly answer: LatestAnswer<Simulation>;
  };
  /** Latest only, too. */
  'simulated-context': {
    readonly request: SimulationChoice & { readonly call: number };
    readonly progress: never;
    readonly answer: LatestAnswer<PackedContext>;
  };
  /** Latest only, as all that is asked of a call while the policy changes. */
  'explain-call': {
    readonly request: SimulationChoice & { readonly call: number };
    readonly progress: never;
    readonly answer: LatestAnswer<CallExplanation>;
  };
  /** By itself: the first time, the whole session has to be read for it. */
  'lost-at-call': {
    readonly request: SimulationChoice & { readonly call: number };
    readonly progress: never;
    readonly answer: LatestAnswer<LostAtCall>;
  };
  /** What the policy says of the compactions that were recorded, following the recording. */
  'predict-compactions': {
    readonly request: { readonly policy: Policy };
    readonly progress: never;
    readonly answer: LatestAnswer<Predictions>;
  };
  'simulated-message': {
    readonly request: SimulationChoice & SimulatedPlace;
    readonly progress: never;
    readonly answer: Message;
  };
  /** Where in the recording what a layer put back is from: the index of a message, or nothing where that is not known. */
  'restored-from': {
    readonly request: SimulationChoice & SimulatedPlace;
    readonly progress: never;
    readonly answer: number | null;
  };
  /** What a provider would say to one side of a call. */
  'request-violations': {
    readonly request: SimulationChoice & SideOfCall;
    readonly progress: never;
    readonly answer: readonly Violation[];
  };
  /** The same, with the request written out. */
  'request-body': {
    readonly request: SimulationChoice & SideOfCall;
    readonly progress: never;
    readonly answer: RequestBody;
  };
  /** In place of `open-session`, where nobody looks at the session. */
  'open-for-sweep': { readonly request: OpenRequest; readonly progress: never; readonly answer: null };
  'sweep-values': {
    readonly request: SimulationChoice &
      SweptPolicy & {
        readonly values: readonly number[];
        /** [K2] It takes many times as long, and needs a free replay. */
        readonly countsMisses?: boolean;
      };
    readonly progress: never;
    readonly answer: readonly SweepRow[];
  };
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
    | ({ readonly type: 'refused' } & Failure)
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
  /** [E2] Missing where few calls have a usage. */
  readonly recordedBill?: RecordedBill;
  readonly boundaries: readonly Boundary[];
  /** One row a message, in the transcript's order; which of them a call carried is asked with `context-at`. */
  readonly rows: readonly MessageRow[];
  readonly counters: readonly CounterError[];
  readonly systemInFile: Transcript['systemInFile'];
  readonly children: readonly TranscriptSummary[];
  /** Titles of the sessions it worked for, outermost first; empty unless a sub-agent was asked for. */
  readonly ancestors: readonly string[];
  /** Else the window is the usual one, or the large one where something recorded needs it. */
  readonly warnings: readonly Warning[];
}

export interface MessageRow {
  readonly index: number;
  readonly id: MessageId;
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

/** All that a simulation depends on, besides the session. */
export interface SimulationChoice extends ReplayOptions {
  readonly policy: Policy;
  readonly replies: Replies;
}

/** One call of a simulation without its texts; tokens are as the replay has them, with fractions. */
export interface SimulatedContext {
  readonly call: number;
  /** What stands before the messages. */
  readonly systemTokens: number;
  /** What came in before the call, and what the policy made of it. */
  readonly before: readonly SimulatedMessage[];
  readonly after: readonly SimulatedMessage[];
  /** [G5] */
  readonly verdicts: readonly Verdict[];
  /** [X1] Nothing was sent any more. */
  readonly isDead: boolean;
}

/** A context on its way to the page: its messages in columns, first those before the call, then what is new after. */
export interface PackedContext extends Omit<SimulatedContext, 'before' | 'after'> {
  readonly before: number;
  /** Of each message after, its place in the columns. */
  readonly after: Int32Array<ArrayBuffer>;
  /** -1 stands for the next of the others. */
  readonly index: Int32Array<ArrayBuffer>;
  readonly tokens: Float64Array<ArrayBuffer>;
  readonly parts: Int32Array<ArrayBuffer>;
  /** Of all the parts, message after message. */
  readonly partTokens: Float64Array<ArrayBuffer>;
  /** Those that were made, or have parts that were replaced. */
  readonly others: readonly SimulatedMessage[];
}

/** The row of a recorded one is the session's. */
export type SimulatedMessage = WeighedMessage | MadeMessage;

/** A layer put it there. */
export interface MadeMessage {
  readonly type: 'made';
  readonly tokens: number;
  readonly partTokens: readonly number[];
  readonly row: Omit<MessageRow, 'index'>;
}

/** Of a simulated context. */
export type Side = 'before' | 'after';

/** A message of a simulated context, by where it stands there. */
export interface SimulatedPlace {
  readonly call: number;
  readonly side: Side;
  readonly place: number;
}

export interface SideOfCall {
  readonly call: number;
  readonly side: Side;
  readonly provider: Provider;
}

/** By where it stands in that side of the call. */
export interface Violation extends RequestProblem {
  /** It is not in the request as it is written out. */
  readonly isMended: boolean;
}

export interface RequestBody {
  /** JSON. */
  readonly text: string;
  readonly violations: readonly Violation[];
}

export type ToWorker = ToWorkerOf<EngineRequests>;
export type FromWorker = FromWorkerOf<EngineRequests>;
