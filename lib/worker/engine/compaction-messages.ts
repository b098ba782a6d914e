import type { WordDiff } from '../../base/word-diff';
import type { Score } from '../../fidelity/scores/score';
import type { Probe } from '../../judge/probe';
import type { FailureKind, Reply } from '../../layers/shape/layer';
import type { Message, Part, ToolDefinition } from '../../transcript/transcript';
import type { LatestAnswer } from '../wire/latest-only';
import type { SimulationChoice } from './messages';

/**
 * Compactions of the open session whose summary is written for real: by a model that the page asks, by the rules of the
 * offline writer, or by the recording itself.
 */
export interface CompactionRequests {
  'compaction-point': {
    readonly request: { readonly place: CompactionPlace };
    readonly progress: never;
    readonly answer: CompactionPoint;
  };
  /** With an id that is there already, that one is begun anew. */
  'compaction-begin': {
    readonly request: CompactionBegin;
    readonly progress: never;
    readonly answer: CompactionStep;
  };
  /** To the newest ask. An answer to an older one, or to what was dropped, is refused. */
  'compaction-answer': {
    readonly request: { readonly id: string; readonly tryNumber: number; readonly reply: Reply };
    readonly progress: never;
    readonly answer: CompactionStep;
  };
  /** Nothing goes on from it any more. Opening a session drops all. */
  'compaction-drop': { readonly request: { readonly id: string }; readonly progress: never; readonly answer: null };
  /** [K1] to [K8] of a text in the place of what would be compacted. */
  'score-summary': {
    readonly request: AskedPrompt & { readonly place: CompactionPlace; readonly summary: string };
    readonly progress: never;
    readonly answer: readonly ListedScore[];
  };
  /** What a judge would be sent: the same questions for every summary of a place, in the order of the summaries. */
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
  /** [K1] to [K8] of what a policy took out before one call. Latest only. */
  'scores-at-call': {
    readonly request: SimulationChoice & { readonly call: number };
    readonly progress: never;
    readonly answer: LatestAnswer<ScoresAtCall>;
  };
}

/** What is compacted. */
export type CompactionPlace =
  /** All that a call of the recording had before it; where the recording compacted before that call, what it compacted. */
  | { readonly type: 'recording'; readonly call: number }
  /** What came in before a call of a simulation. */
  | { readonly type: 'simulation'; readonly call: number; readonly choice: SimulationChoice }
  /** What a compaction left, and what the recording has from there up to a later call. */
  | { readonly type: 'round'; readonly call: number; readonly compaction: string };

/** What is there to be compacted, before anybody is asked. */
export interface CompactionPoint {
  readonly messages: number;
  /** What stands before the messages is among them. */
  readonly tokens: number;
  /** Of the call. */
  readonly model?: string;
  /** The recording has a summary near the call. */
  readonly hasRecordedSummary: boolean;
}

export interface AskedPrompt {
  /** What the summary is asked for with: the sections that are missing are found by its headings. Empty for none. */
  readonly prompt: string;
  /** [F3] Of its scratch part, where that is named otherwise than usual. */
  readonly scratchTag?: string | undefined;
}

export interface CompactionBegin extends AskedPrompt {
  /** The page's own name for it. */
  readonly id: string;
  readonly place: CompactionPlace;
  /** Only for `model` something is asked; the others end at once. */
  readonly writer: 'model' | 'offline' | 'recorded';
  /** The output limit. */
  readonly maxTokens: number;
  /** [F9] */
  readonly focus?: string;
}

export type CompactionStep =
  | { readonly type: 'asks'; readonly ask: CompactionAsk }
  | { readonly type: 'ended'; readonly outcome: CompactionOutcome };

/** What is to be sent to a model, besides the prompt. Secrets are masked in all of it. */
export interface CompactionAsk {
  /** From 1. [F4] Each further one is shorter: the one before was too long. */
  readonly tryNumber: number;
  readonly system: readonly Part[];
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
  readonly focus?: string;
  readonly maxTokens: number;
  /** As the session's counter has it: of system prompt and tools as far as they are in the file, and of the messages. */
  readonly tokens: { readonly system: number; readonly messages: number };
  /** How many, by kind. */
  readonly secretsMasked: Readonly<Record<string, number>>;
}

export type CompactionOutcome =
  | {
      readonly type: 'compacted';
      readonly written: WrittenSummary;
      /** Of the whole context, what stands before the messages included. */
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      /** What the next call would carry. */
      readonly after: readonly CarriedMessage[];
    }
  | {
      readonly type: 'failed';
      readonly kind: FailureKind | 'no-recorded-summary';
      /** In words for the user. */
      readonly what: string;
      /** Where there was one all the same. */
      readonly written?: WrittenSummary;
    };

export interface WrittenSummary {
  /** [F3] Without the scratch part. Marks of the scores are places in it. */
  readonly text: string;
  /** Of this text, as the session's counter has it. */
  readonly tokens: number;
  readonly scores: readonly ListedScore[];
}

/** Secrets are masked in all of it. */
export interface JudgeMaterial {
  readonly probes: readonly Probe[];
  readonly summaries: readonly string[];
  /** In the summaries and in what the questions are made from. */
  readonly secretsMasked: number;
}

export interface CarriedMessage {
  readonly role: Message['role'];
  readonly kind: Message['kind'];
  readonly tokens: number;
  readonly text: string;
}

/** A score with no more than the first items of each state. */
export interface ListedScore extends Score {
  /** How many there are of them. */
  readonly itemsInAll: number;
}

export interface ScoresAtCall {
  readonly call: number;
  /** None where nothing left. */
  readonly scores: readonly ListedScore[];
}
