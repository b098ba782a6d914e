import type { Waiting } from '../../api/ask-model';
import type { BatchOutcome } from '../../api/batches/result-line';
import type { SentFigures } from '../../api/sent-figures';
import type { Failure } from '../../base/failure';
import type { WordDiff } from '../../base/word-diff';
import type { ComparedScore } from '../../fidelity/comparison/compare-scores';
import type { Score } from '../../fidelity/scores/score';
import type { LostGroup } from '../../fidelity/scores/worth-reading';
import type { JudgeQuestion, TrialOutcome, TrialProgress } from '../../judge/judge-once';
import type { OwnQuestion } from '../../judge/own-question';
import type { Probe } from '../../judge/probe';
import type { Message } from '../../transcript/transcript';
import type { LatestAnswer } from '../wire/latest-only';
import type { SimulationChoice } from './messages';

/**
 * Compactions of the open session with a real summary: by a model that the page calls, by the offline writer, or from the
 * recording.
 */
export interface CompactionRequests {
  'compaction-point': {
    readonly request: { readonly place: CompactionPlace };
    readonly progress: never;
    readonly answer: LatestAnswer<CompactionPoint>;
  };
  /** What a model would be sent. Nothing is sent by it. */
  'compaction-preview': {
    readonly request: CompactionRequest;
    readonly progress: never;
    readonly answer: LatestAnswer<CompactionPreview>;
  };
  /** Aborted, a model's is answered with what had come by then. */
  compact: {
    readonly request: CompactionRequest & {
      /** The page's own name for it: a further round goes on from it. */
      readonly id: string;
      readonly writer: SummaryWriter;
    };
    readonly progress: CompactionProgress;
    readonly answer: CompactionOutcome;
  };
  /** [V8] What a model would be sent for it in a batch: the first question alone, with nothing marked for the cache. */
  'summary-body': {
    readonly request: CompactionRequest & { readonly model: string };
    readonly progress: never;
    readonly answer: SummaryBody;
  };
  /** [K1] to [K8] of a text in the place of what would be compacted. */
  'score-summary': {
    readonly request: AskedPrompt & { readonly place: CompactionPlace; readonly summary: string };
    readonly progress: never;
    readonly answer: readonly ListedScore[];
  };
  /** [K15] What only some of these texts keep, each in the place of what would be compacted. Items: the first of each kind. */
  'compare-summaries': {
    readonly request: { readonly place: CompactionPlace; readonly texts: readonly ComparedText[] };
    readonly progress: never;
    readonly answer: readonly ComparedScore[];
  };
  /** The judge's input: the same questions for every summary at a position, in the order of the summaries. */
  'judge-material': {
    readonly request: {
      readonly place: CompactionPlace;
      readonly summaries: readonly string[];
      /** The user's own, after the generated ones. */
      readonly questions?: readonly OwnQuestion[];
    };
    readonly progress: never;
    readonly answer: JudgeMaterial;
  };
  /** Once. Nothing is masked here any more: it is what `judge-material` gave. Aborted, it is answered with what that took. */
  'judge-summary': {
    readonly request: JudgeQuestion & { readonly key: string | undefined };
    readonly progress: TrialProgress;
    readonly answer: TrialOutcome;
  };
  'word-diff': {
    readonly request: { readonly a: string; readonly b: string };
    readonly progress: never;
    readonly answer: WordDiff;
  };
  /** [K1] to [K8] of what a policy removed before one call. Latest only. */
  'scores-at-call': {
    readonly request: SimulationChoice & { readonly call: number };
    readonly progress: never;
    readonly answer: LatestAnswer<ScoresAtCall>;
  };
}

/** What is compacted. */
export type CompactionPlace =
  /**
   * Everything that a call of the recording had before it; if the recording compacted before that call, what it
   * compacted.
   */
  | { readonly type: 'recording'; readonly call: number }
  /** What preceded a call of a simulation. */
  | { readonly type: 'simulation'; readonly call: number; readonly choice: SimulationChoice }
  /** What a compaction left, plus the recorded messages from there up to a later call. */
  | { readonly type: 'round'; readonly call: number; readonly compaction: string };

/** What would be compacted, before any request. */
export interface CompactionPoint {
  readonly messages: number;
  /** Includes what precedes the messages. */
  readonly tokens: number;
  /** Of the call. */
  readonly model?: string;
  /** The one of this compaction, or else the nearest; missing if the file has none. */
  readonly recordedSummary?: NearSummary;
}

export interface NearSummary {
  /** Its compaction precedes this call. */
  readonly call: number;
  /** [K16] It was made from exactly what is compacted here. */
  readonly isOwn: boolean;
}

export interface AskedPrompt {
  /** The prompt of the summary: its headings determine which sections are missing. Empty for none. */
  readonly prompt: string;
  /** [F3] The tag of its scratch part, if unusual. */
  readonly scratchTag?: string | undefined;
}

export interface ComparedText extends AskedPrompt {
  readonly summary: string;
}

export interface CompactionRequest extends AskedPrompt {
  readonly place: CompactionPlace;
  /** The output limit. */
  readonly maxTokens: number;
  /** [F9] */
  readonly focus?: string;
}

export type SummaryWriter =
  /** [K16] `isBorrowed`: the nearest one may be that of another compaction. Then it is neither scored nor used. */
  | { readonly type: 'recorded'; readonly isBorrowed?: boolean }
  | { readonly type: 'offline' }
  /** A saved answer, so that a further round can go on from it. */
  | { readonly type: 'given'; readonly text: string }
  /** [V8] A model was asked before, in a batch. */
  | { readonly type: 'batch'; readonly model: string; readonly outcome: BatchOutcome }
  /** In memory only. Without a key the server's is used. */
  | { readonly type: 'model'; readonly model: string; readonly key: string | undefined };

export type CompactionPreview =
  | {
      readonly type: 'asks';
      readonly messages: number;
      /** As the session's counter has it: of system prompt and tools as far as they are in the file, and of the messages. */
      readonly tokens: number;
      /** Of the tools alone, which an OpenAI-compatible server is not sent. */
      readonly toolTokens: number;
      /** Masked, as all that is sent. */
      readonly focus?: string;
      readonly secretsMasked: number;
    }
  | { readonly type: 'failed'; readonly failure: Failure };

export type SummaryBody =
  | {
      readonly type: 'asks';
      /** JSON, for the Messages API. */
      readonly body: string;
      readonly bytes: number;
    }
  | { readonly type: 'failed'; readonly failure: Failure };

export type CompactionProgress =
  | {
      readonly type: 'asking';
      /** From 1. [F4] Each further one is shorter: the one before was too long. */
      readonly tryNumber: number;
      /** What has come, the scratch part included. */
      readonly text: string;
      readonly firstTokenMs?: number;
    }
  | ({ readonly type: 'waiting' } & Waiting);

/** Missing where nothing was sent. */
export type CompactionOutcome = { readonly sent?: SentFigures } & (
  | {
      readonly type: 'compacted';
      readonly written: WrittenSummary;
      /** Of the whole context, including what precedes the messages. */
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      /** What the next call would carry. */
      readonly after: readonly CarriedMessage[];
      /** What is wrong with the summary. */
      readonly problem?: Failure;
    }
  | {
      readonly type: 'failed';
      readonly failure: Failure;
      /** Where there was one all the same. */
      readonly written?: WrittenSummary;
    }
);

export interface WrittenSummary {
  /** [F3] Without the scratch part. Marks of the scores are positions in it. */
  readonly text: string;
  /** Tokens of this text, by the session's counter. */
  readonly tokens: number;
  readonly scores: readonly ListedScore[];
}

/** Secrets are masked everywhere. */
export interface JudgeMaterial {
  readonly probes: readonly Probe[];
  readonly summaries: readonly string[];
  /** In the summaries and in the source of the questions. */
  readonly secretsMasked: number;
}

export interface CarriedMessage {
  readonly role: Message['role'];
  readonly kind: Message['kind'];
  readonly tokens: number;
  readonly text: string;
}

/** A score with only the first items of each state. */
export interface ListedScore extends Score {
  /** Their total number. */
  readonly itemsInAll: number;
}

export interface ScoresAtCall {
  readonly call: number;
  /** Empty if nothing was removed. */
  readonly scores: readonly ListedScore[];
  /** What was lost, the most likely to matter first. */
  readonly worth: readonly LostGroup[];
}
