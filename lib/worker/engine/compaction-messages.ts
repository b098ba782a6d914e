import type { WordDiff } from '../../base/word-diff';
import type { Score } from '../../fidelity/scores/score';
import type { Probe } from '../../judge/probe';
import type { FailureKind, Reply } from '../../layers/shape/layer';
import type { Message, Part, ToolDefinition } from '../../transcript/transcript';
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
    readonly answer: CompactionPoint;
  };
  /** An existing id is started again. */
  'compaction-begin': {
    readonly request: CompactionBegin;
    readonly progress: never;
    readonly answer: CompactionStep;
  };
  /** For the latest request. Answers to older or dropped requests are rejected. */
  'compaction-answer': {
    readonly request: { readonly id: string; readonly tryNumber: number; readonly reply: Reply };
    readonly progress: never;
    readonly answer: CompactionStep;
  };
  /** It will not be continued. Opening a session drops all. */
  'compaction-drop': { readonly request: { readonly id: string }; readonly progress: never; readonly answer: null };
  /** [K1] to [K8] of a text that replaces what would be compacted. */
  'score-summary': {
    readonly request: AskedPrompt & { readonly place: CompactionPlace; readonly summary: string };
    readonly progress: never;
    readonly answer: readonly ListedScore[];
  };
  /** The judge's input: the same questions for every summary at a position, in the order of the summaries. */
  'judge-material': {
    readonly request: { readonly place: CompactionPlace; readonly summaries: readonly string[] };
    readonly progress: never;
    readonly answer: JudgeMaterial;
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
  /** The recording has a summary near the call. */
  readonly hasRecordedSummary: boolean;
}

export interface AskedPrompt {
  /** The prompt of the summary: its headings determine which sections are missing. Empty for none. */
  readonly prompt: string;
  /** [F3] The tag of its scratch part, if unusual. */
  readonly scratchTag?: string | undefined;
}

export interface CompactionBegin extends AskedPrompt {
  /** The page's own id for it. */
  readonly id: string;
  readonly place: CompactionPlace;
  /** Only `model` makes requests; the others finish immediately. */
  readonly writer: 'model' | 'offline' | 'recorded';
  /** The output limit. */
  readonly maxTokens: number;
  /** [F9] */
  readonly focus?: string;
}

export type CompactionStep =
  | { readonly type: 'asks'; readonly ask: CompactionAsk }
  | { readonly type: 'ended'; readonly outcome: CompactionOutcome };

/** What is sent to a model, besides the prompt. Secrets are masked everywhere. */
export interface CompactionAsk {
  /** From 1. [F4] Each retry is shorter, because the previous one was too long. */
  readonly tryNumber: number;
  readonly system: readonly Part[];
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
  readonly focus?: string;
  readonly maxTokens: number;
  /** By the session's counter: of system prompt and tools as far as they are in the file, and of the messages. */
  readonly tokens: { readonly system: number; readonly messages: number };
  /** Number of masked secrets, by kind. */
  readonly secretsMasked: Readonly<Record<string, number>>;
}

export type CompactionOutcome =
  | {
      readonly type: 'compacted';
      readonly written: WrittenSummary;
      /** Of the whole context, including what precedes the messages. */
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      /** What the next call would carry. */
      readonly after: readonly CarriedMessage[];
    }
  | {
      readonly type: 'failed';
      readonly kind: FailureKind | 'no-recorded-summary';
      /** Explained to the user. */
      readonly what: string;
      /** If there was one anyway. */
      readonly written?: WrittenSummary;
    };

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
}
