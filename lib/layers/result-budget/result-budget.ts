import { notePart, resultsFrom, storedResult } from '../results/held-result';
import { editedContext, type Replaced, type Replacement, replaceParts } from '../results/replace-parts';
import type { Change, Context, ContextMessage } from '../shape/context';
import type { Env, Layer, Outcome } from '../shape/layer';
import type { Memory } from '../shape/memory';
import { NO_REASON, type Reason } from '../shape/reason';
import { isStored, mayHoldStored, wereDecidedLast, withDecisions, withWhole } from '../shape/result-decisions';
import type { PreviewSettings } from '../shape/stored-result';
import { withoutAsking } from '../shape/without-asking';
import { areWithin, type DecidedResults, decideResults, type ResultLimits } from './decide-results';

export interface ResultBudgetSettings extends ResultLimits, PreviewSettings {
  readonly notesEmpty: boolean;
}

const LONGEST = 10_000_000;

/**
 * Stores new results that are too long, and leaves a stub with the path and the beginning.
 *
 *   call   run the tests                    call   run the tests
 *   result 80,000 characters      ──▶       result stored in tool-results/…, 80,000 characters, the first 2,000 bytes
 *   call   run one test                     call   run one test
 *   result 5,000 characters                 result 5,000 characters
 *
 * Decisions are final: changing a result that was sent whole would break the cached prefix.
 */
export const resultBudget: Layer<ResultBudgetSettings> = {
  title: 'Tool-result budget',
  explains: 'Stores long results outside the context and keeps a short preview.',
  mark: {
    kind: 'stored',
    title: 'Result stored',
    gravity: 20,
    look: { shape: 'M-5-2H5V5.5H-5ZM-6-5.5H6V-3.5H-6Z', color: 'var(--event-stored)' },
  },
  settings: {
    limit: {
      type: 'number',
      title: 'Max result length',
      explains: 'Longer results are stored, unless the tool has its own limit.',
      rule: 'B1',
      synonyms: ['truncate', 'offload', 'max output'],
      isMain: true,
      unit: 'characters or tokens',
      min: 100,
      max: LONGEST,
      step: 1_000,
      default: 50_000,
    },
    limitsByTool: {
      type: 'table',
      title: 'Per-tool limits',
      explains: 'By tool name, or by kind: read, shell, search, web, edit, write.',
      rule: 'B1',
      unit: 'characters or tokens',
      min: 100,
      max: LONGEST,
      step: 1_000,
      default: { read: 'never', shell: 30_000 },
    },
    countsTokens: {
      type: 'switch',
      title: 'Limits in tokens',
      explains: 'Measure the limits above in tokens instead of characters.',
      rule: 'B6',
      default: false,
    },
    responseCharacters: {
      type: 'number',
      title: 'Max result lengths of one response',
      explains: 'Above this total, the largest results of a response are stored until the rest fits.',
      rule: 'B2',
      synonyms: ['truncate', 'offload'],
      isMain: true,
      unit: 'characters',
      min: 1_000,
      max: LONGEST,
      step: 10_000,
      default: 200_000,
    },
    previewLength: {
      type: 'number',
      title: 'Preview length',
      explains: 'How much of a stored result stays in the context.',
      rule: 'B1',
      unit: 'bytes or characters',
      min: 0,
      max: 100_000,
      step: 100,
      default: 2_000,
    },
    previewsCharacters: {
      type: 'switch',
      title: 'Preview in characters',
      explains: 'Measure the preview in characters instead of bytes cut at a line end.',
      rule: 'B6',
      default: false,
    },
    notesEmpty: {
      type: 'switch',
      title: 'Note for empty results',
      explains: 'Replaces an empty result with a short note.',
      rule: 'B4',
      default: true,
    },
  },
  reasons: {
    'no-results': 'no new results since the last call',
    decided: 'all new results were already decided',
    'within-limits': '{characters} characters in {results} new results, within the limits',
    excess: '{characters} characters in the results of one response > {limit}, but no other result can be stored',
    'over-limit': 'results stored for exceeding their limits: {results}, {tokens} tokens removed',
    'over-response-limit':
      'largest results stored: {results}, {tokens} tokens removed; the response’s results now have {characters} of {limit} characters',
    again: 'results stored again, as decided before: {results}, {tokens} tokens removed',
    empty: 'notes added to empty results: {results}, {tokens} tokens added',
  },
  turn: 'results',
  idle: ({ freshResults }) => (freshResults === 0 ? { rule: 'B1', code: 'no-results', values: {} } : undefined),
  ...withoutAsking(decide),
};

function decide(context: Context, settings: ResultBudgetSettings, env: Env): Outcome {
  const { messages, memory } = context;
  const start = startOfEntered(messages);
  const within = withinLimits(context, start, settings, env);
  if (within !== undefined) return within;
  const entered = resultsFrom(messages, start);
  const decided = decideResults(entered, memory.resultDecisions, settings, env);
  const isNew = decided.decisions.length > 0;
  const resultDecisions = isNew ? withDecisions(memory.resultDecisions, decided.decisions) : memory.resultDecisions;

  const older = startOfChanged(messages, start, resultDecisions);
  const results = older < start ? resultsFrom(messages, older) : entered;
  const stubs: Replacement[] = [];
  const notes: Replacement[] = [];
  for (const each of results) {
    const holder = messages[each.message];
    const isToBeStored = holder !== undefined && isStored(resultDecisions, holder, each.part);
    const stub = isToBeStored ? storedResult(each, settings, env)?.part : undefined;
    if (stub !== undefined) stubs.push({ message: each.message, part: each.part, by: stub });
    const note = settings.notesEmpty ? notePart(each, env) : undefined;
    if (note !== undefined) notes.push({ message: each.message, part: each.part, by: note });
  }
  const stored = replaceParts(messages, stubs);
  const noted = replaceParts(messages, notes, stored);
  const changes: Change[] = [];
  if (stored.parts.length > 0) changes.push({ fate: 'stored-out', parts: stored.parts, tokens: stored.tokens });
  if (noted.parts.length > 0) changes.push({ fate: 'injected', parts: noted.parts, tokens: noted.tokens });
  if (!isNew && changes.length === 0) return { type: 'unchanged', reason: reason('B3', 'decided', {}) };
  return {
    type: 'changed',
    context: editedContext(context, noted.edits, rememberedBy(memory, withWhole(resultDecisions, messages, start))),
    edits: noted.edits,
    changes,
    reason: because(decided, stored, noted, settings),
  };
}

/** Written out: spreading objects at every call costs more than the decision itself. */
function rememberedBy(
  { note, collapses, clearedByTimeAtCall, project }: Memory,
  resultDecisions: Memory['resultDecisions'],
): Memory {
  const all = { resultDecisions, note, collapses, clearedByTimeAtCall, project };
  return all satisfies Record<keyof Memory, unknown>;
}

const NO_CHANGES: readonly Change[] = [];

/** All new results are small, and none has to be stored again: nearly always. */
function withinLimits(
  { messages, memory }: Context,
  start: number,
  settings: ResultBudgetSettings,
  env: Env,
): Outcome | undefined {
  const before = memory.resultDecisions;
  if (mayHoldStored(before) && isAnyToBeStored(messages, start, before)) return undefined;
  let characters = 0;
  let results = 0;
  let last: ContextMessage | undefined;
  for (let place = start; place < messages.length; place++) {
    const each = messages[place];
    if (each === undefined || each.shape.results === 0) continue;
    if (each.shape.hasBlankResult || each.shape.wholeResults < each.shape.results) return undefined;
    characters += each.resultCharacters;
    results += each.shape.results;
    last = each;
  }
  if (last === undefined || wereDecidedLast(before, last)) return undefined;
  if (!areWithin(messages, start, characters, settings)) return undefined;
  return {
    type: 'changed',
    context: { messages, memory: rememberedBy(memory, withWhole(before, messages, start)) },
    changes: NO_CHANGES,
    reason: env.explainsIdle ? reason('B1', 'within-limits', { results, characters }) : NO_REASON,
  };
}

/** Whether it is among the new results, or again among older ones. */
function isAnyToBeStored(
  messages: readonly ContextMessage[],
  start: number,
  decisions: Memory['resultDecisions'],
): boolean {
  for (let place = start; place < messages.length; place++) {
    const each = messages[place];
    if (each !== undefined && each.shape.results > 0 && holdsToBeStored(each, decisions)) return true;
  }
  return startOfChanged(messages, start, decisions) < start;
}

/** What follows the last reply. */
function startOfEntered(messages: readonly ContextMessage[]): number {
  let start = messages.length;
  while (start > 0 && messages[start - 1]?.shape.isReply !== true) start -= 1;
  return start;
}

/**
 * [B3] A rebuilt context may again contain results that had been stored. The search stops at results that are as decided:
 * walking the whole context at every call would make a replay of n calls cost n².
 */
function startOfChanged(
  messages: readonly ContextMessage[],
  end: number,
  decisions: Memory['resultDecisions'],
): number {
  let start = end;
  for (let place = end - 1; place >= 0; place--) {
    const message = messages[place];
    if (message?.message.kind !== 'tool-results') continue;
    if (!holdsToBeStored(message, decisions)) break;
    start = place;
  }
  return start;
}

function holdsToBeStored(message: ContextMessage, decisions: Memory['resultDecisions']): boolean {
  return message.parts.some(
    ({ part, state }, place) => part.kind === 'tool-result' && state === 'whole' && isStored(decisions, message, place),
  );
}

function because(
  { decisions, characters, overLimit, overResponseLimit }: DecidedResults,
  stored: Replaced,
  noted: Replaced,
  settings: ResultBudgetSettings,
): Reason {
  const limit = settings.responseCharacters;
  const moved = { results: stored.parts.length, tokens: Math.round(stored.tokens) };
  if (overLimit > 0) return reason('B1', 'over-limit', moved);
  if (overResponseLimit > 0) return reason('B2', 'over-response-limit', { ...moved, characters, limit });
  if (stored.parts.length > 0) return reason('B3', 'again', moved);
  if (noted.parts.length > 0)
    return reason('B4', 'empty', { results: noted.parts.length, tokens: Math.round(-noted.tokens) });
  if (characters > limit) return reason('B2', 'excess', { characters, limit });
  return reason('B1', 'within-limits', { results: decisions.length, characters });
}

function reason(rule: string, code: string, values: Reason['values']): Reason {
  return { rule, code, values };
}
