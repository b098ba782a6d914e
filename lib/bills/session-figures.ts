import * as v from 'valibot';
import { count, listOf, number, object, oneOf, type Parsed, text } from '../base/schema';
import { type LimitFacts, limitsFrom } from '../economics/window-of';
import { billOf, type RecordedBill } from '../simulator/recorded/recorded-bill';
import { formatIds } from '../transcript/formats';
import { fileEndSchema } from './file-end';

/** Raise it with every change of these figures or of how they are found: those kept are then found again. */
export const FIGURES_VERSION = 1;

/** [E2] What `withCalls` adds up. */
const tally = object({
  calls: count,
  measured: count,
  withUsage: count,
  unfinishedOutputs: count,
  cacheRead: count,
  cacheWrite: count,
  uncached: count,
  output: count,
  dollars: count,
  unpriced: count,
});

/**
 * What a list of sessions needs of one agent's conversation: numbers and ids, but no text of it. All of it can be found
 * from its parts, so a session that grew need not be read from its start.
 */
export const agentFiguresSchema = object({
  sessionId: v.nullable(text),
  parentSessionId: v.nullable(text),
  agentId: v.nullable(text),
  format: oneOf(formatIds),
  agent: v.nullable(text),
  agentVersion: v.nullable(text),
  firstMs: v.nullable(number),
  lastMs: v.nullable(number),
  /** The provider's id of its first response: a session that was resumed or forked may begin with a copy of another. */
  firstCall: v.nullable(text),
  tally,
  /** Full ones. */
  compactions: count,
  contextWindow: v.nullable(count),
  models: listOf(object({ id: text, calls: count })),
  answeredTokens: count,
  seenTokens: count,
  /** The largest context as counted, where none is recorded. */
  countedTokens: v.nullable(count),
});

export const sessionFiguresSchema = object({
  main: agentFiguresSchema,
  /** Those in the same file, each followed by its own. */
  subAgents: listOf(agentFiguresSchema),
});

export const fileFiguresSchema = object({
  sessions: listOf(sessionFiguresSchema),
  /** Null if a longer version of the file has to be read from its start. */
  end: v.nullable(fileEndSchema),
});

export type AgentFigures = Parsed<typeof agentFiguresSchema>;
export type SessionFigures = Parsed<typeof sessionFiguresSchema>;
export type FileFigures = Parsed<typeof fileFiguresSchema>;

export function peakTokens({ answeredTokens, countedTokens }: AgentFigures): number {
  return answeredTokens > 0 ? answeredTokens : (countedTokens ?? 0);
}

/** [W1] */
export function windowTokens({
  format,
  contextWindow,
  models,
  answeredTokens,
  seenTokens,
  countedTokens,
}: AgentFigures) {
  const facts: LimitFacts = { format, contextWindow: contextWindow ?? undefined, models, answeredTokens, seenTokens };
  return limitsFrom(facts, countedTokens ?? 0).windowTokens;
}

/** [E2] */
export function recordedBillOf({ tally }: AgentFigures): RecordedBill | undefined {
  return billOf(tally);
}
