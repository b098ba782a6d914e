import * as v from 'valibot';
import { count, exactly, flag, listOf, number, object, type Parsed, text } from '../base/schema';

/** Raise it with every change that a reader of older rows would misunderstand. */
export const ROW_VERSION = 1;

/**
 * Raise it with every change of the engine that changes a figure of any row: rows of another engine are computed again,
 * never compared with these. `golden-rows.test.ts` fails until it is raised.
 */
export const ENGINE_VERSION = 2;

/** The id of the row that says what was recorded, instead of what a policy would have done. */
export const RECORDED_POLICY = 'recorded';

/** The id of a policy whose compactions were those of a process (`--compactor`). */
export const OUTSIDE_POLICY = 'compactor';

/** How right our model of the session's own agent is on it. */
const rowError = object({
  recordedCompactions: count,
  /** Of these, predicted before the very call. */
  exactCompactions: count,
  /** Predicted, but not recorded. */
  extraCompactions: count,
  /** Of the recorded cost, if its cache use is predicted, as a share. */
  costOff: v.nullable(number),
  /** In $, of the requests for its summaries: they are in no recording, but in the cost of every policy. */
  unrecordedSummaries: count,
});

/** One agent's conversation: a session's, or a sub-agent's. */
const rowSession = object({
  /** Of the content of its file. */
  hash: text,
  /** Among the sessions of its file, each followed by its sub-agents. */
  place: count,
  /** Of a sub-agent. */
  agentId: v.nullable(text),
  title: text,
  format: text,
  agent: v.nullable(text),
  agentVersion: v.nullable(text),
  models: listOf(text),
  startedMs: v.nullable(number),
  calls: count,
  /** Null if not asked for, or if the rules of its agent are not known. */
  error: v.nullable(rowError),
});

export const rowPolicySchema = object({
  id: text,
  name: text,
  /** Of all its settings, and of the source of its summaries. */
  hash: text,
});

/** Calls are counted from 0. */
const rowFigures = object({
  /** In $; null if a price or, of a recording, the bill is unknown. */
  cost: v.nullable(count),
  compactions: count,
  modelCalls: count,
  peakTokens: count,
  /** Null if not recorded. */
  sentTokens: v.nullable(count),
  cacheReadTokens: v.nullable(count),
  outputTokens: v.nullable(count),
  /** [K2] Lost and needed later; null if not asked for. */
  neededLater: v.nullable(count),
  deadAtCall: v.nullable(count),
  blockedAtCall: v.nullable(count),
  gaveUpAtCall: v.nullable(count),
});

const failure = object({ what: text, advice: text });

export const sessionRowSchema = object({
  version: exactly(ROW_VERSION),
  engine: count,
  /** The same for the same content, policy, engine and question, on every machine. */
  key: text,
  session: rowSession,
  policy: rowPolicySchema,
  /** Null with a failure. */
  figures: v.nullable(rowFigures),
  failure: v.nullable(failure),
});

/** What is counted beside a replay, because it takes many times as long. */
export const rowCountsSchema = object({ losses: flag, error: flag });

export type SessionRow = Parsed<typeof sessionRowSchema>;
export type RowSession = SessionRow['session'];
export type RowFigures = NonNullable<SessionRow['figures']>;
export type RowError = Parsed<typeof rowError>;
export type RowCounts = Parsed<typeof rowCountsSchema>;
