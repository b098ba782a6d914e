import { optional } from '../../base/optional';
import { countedText, putBack } from '../put-back/put-back';
import { hooksAt } from '../shape/compaction-hooks';
import { type Change, type Context, type ContextMessage, partRefs, tokensOf } from '../shape/context';
import type { BoundaryData, Env, Outcome } from '../shape/layer';
import type { Memory, SessionNote } from '../shape/memory';
import type { SummarySpan } from './summary-span';

/** The result of a compaction, before it is known to be smaller. */
export interface CompactionResult
  extends Pick<Extract<Outcome, { readonly type: 'changed' }>, 'context' | 'changes' | 'boundary'> {
  readonly before: number;
  readonly after: number;
}

interface Entering {
  /** Including its acknowledgement or its question, if there is one. */
  readonly summary: readonly [ContextMessage, ...ContextMessage[]];
  readonly restored: readonly ContextMessage[];
  /** [F13] */
  readonly isSummaryLast?: boolean;
  /** [F13] Behind all that stays. */
  readonly last?: readonly ContextMessage[];
}

/**
 * [F6] The order of the result.
 *
 *   whole   m0 m1 m2 m3            summary · restored · hook output
 *   from    m0 m1 ┆ m2 m3   ──▶    m0 m1 · summary · restored · hook output
 *   up-to   m0 m1 ┆ m2 m3          summary · m2 m3 · restored · hook output
 *
 * Pinned messages of the removed part stay directly after the summary. [F13] A policy may have the summary last.
 */
export function compactionResult(
  { messages, memory }: Context,
  { prefix, gone, kept, waiting }: SummarySpan,
  { summary, restored, isSummaryLast = false, last = [] }: Entering,
  env: Env,
): CompactionResult {
  const fromHooks = resultsOfHooks(env);
  // [L2] No request begins with a reply, which may be all that is kept. System messages belong to the system prompt.
  const first = [...prefix, ...kept, ...restored].find(({ message }) => message.role !== 'system');
  const isBehind = isSummaryLast && first?.message.role !== 'assistant';
  const middle = isBehind ? [...kept, ...restored, ...summary] : [...summary, ...kept, ...restored];
  const placed = [...prefix, ...middle, ...fromHooks, ...last, ...waiting];
  const end = endOf(placed, messages, env);
  const result = [...placed, ...end];
  const stays = [...prefix, ...kept, ...waiting];
  const before = tokensOf(messages);
  const after = tokensOf(result);
  return {
    context: { messages: result, memory: memoryAfter(memory, stays) },
    changes: [
      { fate: 'summarised', parts: partRefs(gone), tokens: tokensOf(gone) },
      ...entered('injected', [...summary, ...fromHooks, ...last, ...end]),
      ...entered('restored', restored),
    ],
    ...optional('boundary', boundaryOf({ gone, stays, anchor: summary[0], before, after }, env)),
    before,
    after,
  };
}

function entered(fate: 'injected' | 'restored', messages: readonly ContextMessage[]): Change[] {
  return messages.length === 0 ? [] : [{ fate, parts: partRefs(messages), tokens: -tokensOf(messages) }];
}

/** The model would continue a pinned reply at the end of a request. */
function endOf(placed: readonly ContextMessage[], before: readonly ContextMessage[], env: Env): ContextMessage[] {
  const last = placed.at(-1);
  const isLeftOver = last?.origin === 'recorded' && last.message.role === 'assistant' && last !== before.at(-1);
  return isLeftOver ? [putBack('end', countedText('[The conversation goes on from here.]', env.counter), env)] : [];
}

function resultsOfHooks(env: Env): ContextMessage[] {
  const texts = (hooksAt(env)?.results ?? []).filter((text) => text.trim() !== '');
  return texts.map((text, index) => putBack(`hook-${index + 1}`, countedText(text, env.counter), env));
}

/** [G3] Resets the cursor, [C4] and drops collapsed spans that are gone. */
export function memoryAfter(memory: Memory, stays: readonly ContextMessage[]): Memory {
  const ids = new Set(stays.map(({ message }) => message.id));
  const collapses = memory.collapses.filter(({ state, first, last, summary }) =>
    state === 'committed' ? ids.has(summary) : ids.has(first) && ids.has(last),
  );
  return { ...memory, ...optional('note', memory.note && withoutCursor(memory.note)), collapses };
}

function withoutCursor({ cursor: _, ...note }: SessionNote): SessionNote {
  return note;
}

interface Cut {
  readonly gone: readonly ContextMessage[];
  readonly stays: readonly ContextMessage[];
  readonly anchor: ContextMessage;
  readonly before: number;
  readonly after: number;
}

/** [F7] Undefined if nothing was removed. */
export function boundaryOf({ gone, stays, anchor, before, after }: Cut, env: Env): BoundaryData | undefined {
  const last = gone.findLast(({ origin }) => origin === 'recorded') ?? gone.at(-1);
  if (last === undefined) return undefined;
  const head = stays[0]?.message.id;
  const tail = stays.at(-1)?.message.id;
  return {
    trigger: env.trigger,
    tokensBefore: env.systemTokens + before,
    tokensAfter: env.systemTokens + after,
    lastSummarised: last.message.id,
    tools: [...env.toolsCalled],
    ...(head === undefined || tail === undefined ? {} : { kept: { head, anchor: anchor.message.id, tail } }),
  };
}
