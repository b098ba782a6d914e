import type { ToolResultPart } from '../../transcript/transcript';
import { type HeldResult, storedResult } from '../results/held-result';
import type { ContextMessage, ContextPart } from '../shape/context';
import type { Env } from '../shape/layer';
import type { Memory } from '../shape/memory';
import { type ResultDecision, type ResultKey, resultKey } from '../shape/result-decisions';
import type { NumberTable } from '../shape/setting';
import { type PreviewSettings, textOfResult } from '../shape/stored-result';
import { toolKind } from '../shape/tool-kind';

export interface ResultLimits {
  readonly limit: number;
  readonly limitsByTool: NumberTable;
  readonly countsTokens: boolean;
  readonly responseCharacters: number;
}

export interface DecidedResults {
  /** The new decisions. */
  readonly decisions: readonly (readonly [ResultKey, ResultDecision])[];
  readonly overLimit: number;
  readonly overResponseLimit: number;
  /** Characters in the results of the response, after the decisions are applied. */
  readonly characters: number;
}

/** Decides about the results of one response, unless they were decided about before. */
export function decideResults(
  results: readonly HeldResult[],
  before: Memory['resultDecisions'],
  settings: ResultLimits & PreviewSettings,
  env: Env,
): DecidedResults {
  const fresh: HeldResult[] = [];
  let characters = 0;
  let isOver = false;
  for (const each of results) {
    characters += each.text.length;
    if (each.held.state !== 'whole' || before.has(keyOf(each))) continue;
    fresh.push(each);
    isOver ||= isOverLimit(each, settings);
  }
  // True for nearly all results of all calls of a replay.
  if (!isOver && characters <= settings.responseCharacters) {
    const decisions = fresh.map((each) => [keyOf(each), 'whole'] as const);
    return { decisions, overLimit: 0, overResponseLimit: 0, characters };
  }

  const stored = new Set<HeldResult>();
  const store = (each: HeldResult): boolean => {
    const stub = storedResult(each, settings, env);
    if (stub === undefined) return false;
    stored.add(each);
    characters += stub.characters - each.text.length;
    return true;
  };
  const storable = fresh.filter((each) => limitOf(each.result, settings) !== 'never');
  const overLimit = storable.filter((each) => isOverLimit(each, settings) && store(each));
  const largestFirst = storable.filter((each) => !stored.has(each)).sort((a, b) => b.text.length - a.text.length);
  const overResponseLimit = largestFirst.filter((each) => characters > settings.responseCharacters && store(each));
  const decisions = fresh.map((each) => [keyOf(each), stored.has(each) ? 'stored' : 'whole'] as const);
  return { decisions, overLimit: overLimit.length, overResponseLimit: overResponseLimit.length, characters };
}

function keyOf({ of, part }: HeldResult): ResultKey {
  return resultKey(of.id, part);
}

/** Whether all results from here on, with this many characters in total, may stay whole. */
export function areWithin(
  messages: readonly ContextMessage[],
  start: number,
  characters: number,
  settings: ResultLimits & PreviewSettings,
): boolean {
  if (characters > settings.responseCharacters) return false;
  // Nearly always small enough for any tool, so no result needs to be checked separately.
  const sure = settings.countsTokens ? -1 : smallestLimit(settings);
  if (characters <= sure) return true;
  const isWithin = ({ part, tokens }: ContextPart) => {
    if (part.kind !== 'tool-result') return true;
    const limit = limitOf(part, settings);
    return limit === 'never' || (settings.countsTokens ? tokens : textOfResult(part).length) <= limit;
  };
  for (let place = start; place < messages.length; place++) {
    const each = messages[place];
    if (each !== undefined && each.resultCharacters > sure && !each.parts.every(isWithin)) return false;
  }
  return true;
}

function smallestLimit({ limit, limitsByTool }: ResultLimits): number {
  let smallest = limit;
  for (const name in limitsByTool) {
    const own = limitsByTool[name];
    if (own !== undefined && own !== 'never' && own < smallest) smallest = own;
  }
  return smallest;
}

function isOverLimit(each: HeldResult, settings: ResultLimits): boolean {
  const limit = limitOf(each.result, settings);
  return limit !== 'never' && (settings.countsTokens ? each.held.tokens : each.text.length) > limit;
}

/** [B1] The limit of the tool, else of its kind, else the general one. */
function limitOf({ toolName = '' }: ToolResultPart, { limit, limitsByTool }: ResultLimits): number | 'never' {
  const name = Object.hasOwn(limitsByTool, toolName) ? toolName : toolKind(toolName);
  return (Object.hasOwn(limitsByTool, name) ? limitsByTool[name] : undefined) ?? limit;
}
