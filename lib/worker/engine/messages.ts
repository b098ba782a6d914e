import type { Failure } from '../../base/failure';
import type { JsonObject } from '../../base/json';
import type { CostSum } from '../../economics/cost';
import type { RuleEdit } from '../../fidelity/rules/rule-edits';
import type { SessionRules } from '../../fidelity/rules/session-rules';
import type { Policy } from '../../policies/shape/policy';
import type { RowRequest } from '../../rows/rows-of';
import type { SessionRow } from '../../rows/session-row';
import type { ChildLanes } from '../../simulator/children/child-lane';
import type { RecordingChecks } from '../../simulator/explain/check-recording';
import type { CallExplanation } from '../../simulator/explain/explain-call';
import type { LossesOfCall } from '../../simulator/explain/losses-by-call';
import type { LostAtCall } from '../../simulator/explain/lost-at-call';
import type { ModelError } from '../../simulator/explain/model-error';
import type { RuleOverSession } from '../../simulator/explain/rules-over-session';
import type { LossProgress, SessionLosses } from '../../simulator/explain/session-losses';
import type { Simulation } from '../../simulator/pipeline/simulation';
import type { Verdict } from '../../simulator/pipeline/verdict';
import type { Contents } from '../../simulator/recorded/contents';
import type { WeighedContext, WeighedMessage } from '../../simulator/recorded/context-at-call';
import type { PlacedHook } from '../../simulator/recorded/hook-places';
import type { RecordedBill } from '../../simulator/recorded/recorded-bill';
import type { SystemPieces } from '../../simulator/recorded/system-pieces';
import type { Timeline } from '../../simulator/recorded/timeline';
import type { ReplayOptions, ReplayProgress } from '../../simulator/replay/replay';
import type { Replies } from '../../simulator/replay/replies';
import type { SweepRow, SweptPolicy } from '../../sweep/sweep-rows';
import type { Category } from '../../tokens/category';
import type { CounterError } from '../../tokens/counter-error';
import type { FormatId } from '../../transcript/formats';
import type { TranscriptSummary } from '../../transcript/summarise';
import type { Boundary, Message, MessageId, Transcript, Warning } from '../../transcript/transcript';
import type { Provider, RequestProblem } from '../../transcript/validate-request';
import type { BatchRequests } from '../batches/batch-messages';
import type { LatestAnswer } from '../wire/latest-only';
import type { FromWorker as FromWorkerOf, ToWorker as ToWorkerOf } from '../wire/wire';
import type { CompactionRequests } from './compaction-messages';
import type { MemoryRequests } from './memory-messages';

/**
 * What the page may request from the engine, which is in a worker so that the page stays responsive. Every request is
 * answered once, in any order; a request may report progress and may be cancelled.
 */
export interface EngineRequests extends BatchRequests, CompactionRequests, MemoryRequests {
  'import-files': { readonly request: ImportRequest; readonly progress: ImportProgress; readonly answer: ImportAnswer };
  'open-session': { readonly request: OpenRequest; readonly progress: never; readonly answer: OpenSession };
  'context-at': {
    readonly request: { readonly call: number };
    readonly progress: never;
    readonly answer: WeighedContext;
  };
  /** What fills the recorded contexts, at a call and over all calls up to it. Latest only. */
  'contents-at': {
    readonly request: { readonly call: number };
    readonly progress: never;
    readonly answer: LatestAnswer<Contents>;
  };
  /** [Y1] What surrounds the conversation, over the whole recording. */
  'system-pieces': {
    readonly request: Readonly<Record<string, never>>;
    readonly progress: never;
    readonly answer: SystemPieces;
  };
  /** The text of a piece at one of its times. */
  'piece-text': {
    readonly request: { readonly piece: number; readonly time: number };
    readonly progress: never;
    readonly answer: string;
  };
  /** [K4] Replaces the user's edits, and answers with all rules. Scores count them from then on. */
  'edit-rules': {
    readonly request: { readonly edits: readonly RuleEdit[] };
    readonly progress: never;
    readonly answer: SessionRules;
  };
  message: { readonly request: { readonly index: number }; readonly progress: never; readonly answer: Message };
  search: { readonly request: { readonly text: string }; readonly progress: never; readonly answer: FoundParts };
  /**
   * Of several waiting requests only the latest runs: a slider requests faster than a replay answers. Progress is reported
   * if it takes long, and then the next request interrupts it.
   */
  simulate: {
    readonly request: SimulationChoice;
    readonly progress: ReplayProgress;
    readonly answer: LatestAnswer<Simulation>;
  };
  /** Latest only, too. */
  'simulated-context': {
    readonly request: SimulationChoice & { readonly call: number };
    readonly progress: never;
    readonly answer: LatestAnswer<PackedContext>;
  };
  /** Latest only, like all requests about a call while the policy changes. */
  'explain-call': {
    readonly request: SimulationChoice & { readonly call: number };
    readonly progress: never;
    readonly answer: LatestAnswer<CallExplanation>;
  };
  /** Separate, because the first one has to index the whole session. */
  'lost-at-call': {
    readonly request: SimulationChoice & { readonly call: number };
    readonly progress: never;
    readonly answer: LatestAnswer<LostAtCall>;
  };
  /** The policy's predictions of the recorded compactions, in a following replay. */
  'predict-compactions': {
    readonly request: { readonly policy: Policy };
    readonly progress: never;
    readonly answer: LatestAnswer<RecordingChecks>;
  };
  /** The error of the agent's own policy on the session; null if its rules are not known. */
  'model-error': { readonly request: null; readonly progress: never; readonly answer: ModelError | null };
  /** Every request is answered, unlike those of `simulate`. */
  'compare-policy': {
    readonly request: SimulationChoice;
    readonly progress: ReplayProgress;
    readonly answer: ComparedPolicy;
  };
  /** Of the recording itself; null if its bill is not recorded. */
  'recorded-cost-without-cache': {
    readonly request: Readonly<Record<string, never>>;
    readonly progress: never;
    readonly answer: CostSum | null;
  };
  /** [K1] [K2] Over all calls, which takes many times as long as the replay. */
  'session-losses': {
    readonly request: SimulationChoice;
    readonly progress: LossProgress;
    readonly answer: SessionLosses;
  };
  /** [K4] The rules that some compaction met, as the user edited them. */
  'rules-over-session': {
    readonly request: SimulationChoice;
    readonly progress: LossProgress;
    readonly answer: readonly RuleOverSession[];
  };
  /** [K1] [K2] [K4] The same with the user's rules, call by call. */
  'losses-by-call': {
    readonly request: SimulationChoice;
    readonly progress: LossProgress;
    readonly answer: readonly LossesOfCall[];
  };
  'simulated-message': {
    readonly request: SimulationChoice & SimulatedPlace;
    readonly progress: never;
    readonly answer: Message;
  };
  /** Where restored content comes from: the index of a recorded message, or undefined if unknown. */
  'restored-from': {
    readonly request: SimulationChoice & SimulatedPlace;
    readonly progress: never;
    readonly answer: number | null;
  };
  /** What a provider would reject on one side of a call. */
  'request-violations': {
    readonly request: SimulationChoice & SideOfCall;
    readonly progress: never;
    readonly answer: readonly Violation[];
  };
  /** The same, with the formatted request. */
  'request-body': {
    readonly request: SimulationChoice & SideOfCall;
    readonly progress: never;
    readonly answer: RequestBody;
  };
  /** Instead of `open-session`, if nobody views the session. */
  'open-for-sweep': { readonly request: OpenRequest; readonly progress: never; readonly answer: null };
  'sweep-values': {
    readonly request: SimulationChoice &
      SweptPolicy & {
        readonly values: readonly number[];
        /** [K2] Takes many times as long, and requires a free replay. */
        readonly countsMisses?: boolean;
      };
    readonly progress: never;
    readonly answer: readonly SweepRow[];
  };
  /** Of a session that is not open, and is not kept. */
  'session-rows': {
    readonly request: SessionBody & RowRequest & { readonly hash: string };
    readonly progress: never;
    readonly answer: readonly SessionRow[];
  };
}

export type EngineMethod = keyof EngineRequests;

export interface ImportRequest {
  readonly files: readonly ImportSource[];
  readonly maskSecrets: boolean;
  /** Overrides the recognition. */
  readonly format?: FormatId;
}

/** The file itself is sent, not its text: only the worker needs memory for it. */
export interface ImportSource {
  /** Including the folders it was dropped with, if any. */
  readonly path: string;
  readonly file: Blob;
}

export interface ImportProgress {
  readonly path: string;
  readonly bytesRead: number;
  readonly bytesTotal: number;
  /** Once it is read: the share that is masked and compressed, from 0 to 1. For a large file that takes longest. */
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
  /** [K4] The user's edits of its rules, if the file has some: not parsed yet. */
  readonly ruleEdits?: JsonObject;
}

export interface FileReport {
  readonly bytes: number;
  readonly records: number;
}

export type SessionBody =
  | { readonly type: 'stored'; readonly body: Blob }
  /** A file that is not in our own format yet, such as a sample. */
  | { readonly type: 'file'; readonly path: string; readonly file: Blob };

export type OpenRequest = SessionBody & {
  /** Path to a sub-agent: its index among the children, then among theirs. Empty for the session itself. */
  readonly child: readonly number[];
  /** [K4] The user's edits of its rules. */
  readonly ruleEdits?: readonly RuleEdit[];
};

export interface OpenSession {
  readonly summary: TranscriptSummary;
  readonly timeline: Timeline;
  /** [E2] Missing if few calls have usage. */
  readonly recordedBill?: RecordedBill;
  readonly boundaries: readonly Boundary[];
  /** One row per message, in the transcript's order; `context-at` returns which of them a call carried. */
  readonly rows: readonly MessageRow[];
  readonly counters: readonly CounterError[];
  readonly systemInFile: Transcript['systemInFile'];
  readonly children: readonly TranscriptSummary[];
  /** [O4] The same, beside the calls. */
  readonly lanes: ChildLanes;
  /** Titles of its parent sessions, outermost first; empty unless a sub-agent was requested. */
  readonly ancestors: readonly string[];
  /** Otherwise the window is the default, or the large one if something recorded needs it. */
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
  /** [H3] Those that ran here: their output is this message, or they ran behind it. */
  readonly hooks?: readonly PlacedHook[];
}

export interface PartRow {
  readonly kind: Message['parts'][number]['kind'];
  readonly category: Category;
  /** For a call or a result. */
  readonly toolName?: string;
  readonly toolCallId?: string;
  readonly isError?: boolean;
  /** The beginning of the text. */
  readonly excerpt: string;
}

/** Parts of the open session by key, `message.part`, both from 0. */
export interface FoundParts {
  readonly keys: readonly string[];
  /** There are more than are listed. */
  readonly isCut: boolean;
}

/** Everything that a simulation depends on, besides the session. */
export interface SimulationChoice extends ReplayOptions {
  readonly policy: Policy;
  readonly replies: Replies;
}

export interface ComparedPolicy {
  readonly simulation: Simulation;
  /** [E2] As if nothing had been read from a cache. */
  readonly withoutCache: CostSum;
}

/** One call of a simulation without its texts; tokens are those of the replay, with fractions. */
export interface SimulatedContext {
  readonly call: number;
  /** What precedes the messages. */
  readonly systemTokens: number;
  /** What was added before the call, and what the policy did. */
  readonly before: readonly SimulatedMessage[];
  readonly after: readonly SimulatedMessage[];
  /** [G5] */
  readonly verdicts: readonly Verdict[];
  /** [X1] Nothing was sent any more. */
  readonly isDead: boolean;
}

/** A context in transit to the page: its messages in columns, first those before the call, then those only after it. */
export interface PackedContext extends Omit<SimulatedContext, 'before' | 'after'> {
  readonly before: number;
  /** For each message after the call, its index in the columns. */
  readonly after: Int32Array<ArrayBuffer>;
  /** -1 means the next one in `others`. */
  readonly index: Int32Array<ArrayBuffer>;
  readonly tokens: Float64Array<ArrayBuffer>;
  readonly parts: Int32Array<ArrayBuffer>;
  /** Of all parts, message by message. */
  readonly partTokens: Float64Array<ArrayBuffer>;
  /** Messages of layers, or with replaced parts. */
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

/** A message of a simulated context, by its index. */
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

/** By its index on that side of the call. */
export interface Violation extends RequestProblem {
  /** It is not in the formatted request. */
  readonly isMended: boolean;
}

export interface RequestBody {
  /** JSON. */
  readonly text: string;
  readonly violations: readonly Violation[];
}

export type ToWorker = ToWorkerOf<EngineRequests>;
export type FromWorker = FromWorkerOf<EngineRequests>;
