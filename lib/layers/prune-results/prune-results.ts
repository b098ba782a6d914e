import { assertNever } from '../../base/assert-never';
import type { ToolResultPart } from '../../transcript/transcript';
import { clearedResult, gateSubtracts } from '../results/clear-results';
import { editedContext, type Replacement, replaceParts } from '../results/replace-parts';
import { resultIndex } from '../results/result-index';
import type { Context, ContextMessage } from '../shape/context';
import { type Failed, failed } from '../shape/failed';
import type { Ask, ContextStats, Env, Layer, Outcome, Reply } from '../shape/layer';
import { microcompactMark } from '../shape/layer-mark';
import { emptyMemory } from '../shape/memory';
import { NO_REASON, type Reason } from '../shape/reason';
import { summaryIn } from '../summary/summary-request';
import { longResults } from './long-results';
import {
  type LookedAt,
  mostTokens,
  type OldResult,
  type OldResultsSettings,
  oldResults,
  unprotected,
} from './old-results';
import { shortenedResult } from './shortened-result';

export interface PruneResultsSettings extends OldResultsSettings {
  readonly minFreedTokens: number;
  readonly comparison: 'above' | 'at-least';
  readonly replacedBy: 'placeholder' | 'ends' | 'summary';
  readonly endCharacters: number;
  readonly summaryTokens: number;
  readonly atOnce: number;
  readonly keptPer20k: number;
  readonly when: 'turns' | 'calls';
  readonly gateSubtracts: boolean;
}

/**
 * Clears the results beyond the latest so many tokens, if that frees enough.
 *
 *   user   fix the tests                protected: 40,000      user   fix the tests
 *   tool   a.ts, 30,000 tokens                                 tool   [cleared]
 *   user   now the docs                 ──────────────────▶    user   now the docs
 *   tool   b.md, 35,000 tokens                                 tool   b.md, 35,000 tokens
 */
export const pruneResults: Layer<PruneResultsSettings> = {
  title: 'Prune by tokens',
  explains:
    'Protects the latest tool results up to a number of tokens, and clears the older ones if that frees enough.',
  mark: microcompactMark,
  settings: {
    protectTokens: {
      type: 'number',
      title: 'Tokens protected',
      explains: 'The latest results are protected up to this size, estimated as a quarter of their characters.',
      rule: 'M8',
      synonyms: ['PRUNE_PROTECT', 'keepRecent', 'keep last'],
      isMain: true,
      unit: 'tokens',
      min: 0,
      max: 10_000_000,
      step: 1_000,
      default: 40_000,
    },
    minFreedTokens: {
      type: 'number',
      title: 'Min freed',
      explains: 'Nothing is cleared unless the old results have this size.',
      rule: 'M8',
      synonyms: ['PRUNE_MINIMUM', 'clear_at_least'],
      isMain: true,
      unit: 'tokens',
      min: 0,
      max: 10_000_000,
      step: 1_000,
      default: 20_000,
    },
    when: {
      type: 'choice',
      title: 'Prunes',
      explains: 'When results are cleared.',
      rule: 'M8',
      synonyms: ['clock', 'when'],
      options: { turns: 'Between two turns, without the new prompt', calls: 'Before every call' },
      default: 'turns',
    },
    protectTurns: {
      type: 'number',
      title: 'Turns protected',
      explains: 'Results from the so many last messages of the user on are not looked at. 0 protects none.',
      rule: 'M8',
      unit: 'turns',
      min: 0,
      max: 1_000,
      step: 1,
      default: 2,
    },
    protectMessages: {
      type: 'number',
      title: 'Messages protected',
      explains: 'Results in so many last messages are not looked at.',
      rule: 'M8',
      unit: 'messages',
      min: 0,
      max: 10_000,
      step: 1,
      default: 0,
    },
    countsProtected: {
      type: 'switch',
      title: 'Protected ones count',
      explains: 'Results in protected turns and messages count into the protected tokens.',
      rule: 'M8',
      default: false,
    },
    crossing: {
      type: 'choice',
      title: 'The result that crosses',
      explains: 'What becomes of the result that exceeds the protected tokens.',
      rule: 'M8',
      options: { cleared: 'It is cleared, too', kept: 'It stays' },
      default: 'cleared',
    },
    comparison: {
      type: 'choice',
      title: 'Comparison',
      explains: 'How the size of old results is compared with the least.',
      rule: 'M8',
      options: { above: 'Clear only above it', 'at-least': 'Clear at it' },
      default: 'above',
    },
    stopsAt: {
      type: 'choice',
      title: 'Looks back to',
      explains: 'Where looking for old results ends.',
      rule: 'M8',
      options: {
        cleared: 'A summary, or a result that was cleared',
        summary: 'A summary',
        nothing: 'The beginning',
      },
      default: 'cleared',
    },
    skipsErrors: {
      type: 'switch',
      title: 'Skips errors',
      explains: 'Results that are errors are neither counted nor cleared.',
      rule: 'M8',
      default: true,
    },
    replacedBy: {
      type: 'choice',
      title: 'Replaced by',
      explains: 'What an old result is replaced by.',
      rule: 'M8',
      synonyms: ['preview', 'marker', 'mask'],
      options: {
        placeholder: 'A placeholder',
        ends: 'Its beginning and its end, if they are smaller',
        summary: 'A summary of its call and itself by a model, one request each',
      },
      default: 'placeholder',
    },
    endCharacters: {
      type: 'number',
      title: 'Characters kept',
      explains: 'Length of the beginning, and of the end.',
      rule: 'M8',
      unit: 'characters',
      min: 0,
      max: 1_000_000,
      step: 50,
      default: 250,
    },
    summaryTokens: {
      type: 'number',
      title: 'Max summary of a result',
      explains: 'Output limit of each such request. Shorter results are neither counted nor summarised.',
      rule: 'M8',
      unit: 'tokens',
      min: 10,
      max: 10_000,
      step: 10,
      default: 100,
    },
    atOnce: {
      type: 'number',
      title: 'Results in a group',
      explains:
        'The oldest are replaced in groups of this size, once more than this are old besides the kept ones. 0 replaces all.',
      rule: 'M8',
      synonyms: ['batch'],
      unit: 'results',
      min: 0,
      max: 1_000,
      step: 1,
      default: 0,
    },
    keptPer20k: {
      type: 'number',
      title: 'Kept per 20,000 tokens',
      explains:
        'Of old results, so many are kept for each 20,000 tokens of the threshold, from 10 to 500. Only with groups.',
      rule: 'M8',
      unit: 'results',
      min: 0,
      max: 100,
      step: 1,
      default: 0,
    },
    gateSubtracts,
  },
  reasons: {
    cleared: 'cleared {results} results beyond the latest {protectTokens} tokens, {tokens} tokens',
    'in-turn': 'only acts between two turns',
    little: 'all results total {tokens} tokens at most',
    'few-old': 'results of {tokens} tokens are beyond the latest {protectTokens}, and {minFreedTokens} must be freed',
    summarised: 'summarised {results} of {old} old results, {tokens} tokens less',
    'few-results': '{old} old results, and more than {least} are needed',
    'no-summary': 'the model returned no summary of a result',
    'too-long': 'the request for the summary of a result was too long',
    'api-error': 'the request for the summary of a result failed: {what}',
    aborted: 'the request for the summary of a result was stopped',
    'no-gain': 'the {results} old results are no larger than what would replace them',
  },
  turn: 'before-call',
  idle,
  decide,
  run,
  prunes: (messages, settings, env) => {
    const lookedAt: LookedAt[] = [];
    const { old, tokens } = oldResults({ messages, memory: emptyMemory }, messages.length, settings, env, lookedAt);
    const cleared = isEnough(tokens, settings) ? old.map(({ result }) => result.callId) : [];
    return { cleared, lookedAt, protectedTokens: settings.protectTokens };
  },
};

function idle({ index }: ContextStats, settings: PruneResultsSettings, env: Env): Reason | undefined {
  if (settings.when === 'turns' && env.ofNewTurn === 0) return env.explainsIdle ? reason('in-turn', {}) : NO_REASON;
  const least = leastOf(settings, env);
  if (index.results <= least) {
    return env.explainsIdle ? reason('few-results', { old: index.results, least }) : NO_REASON;
  }
  const most = mostTokens(index.resultCharacters, index.results);
  if (most > settings.protectTokens && isEnough(most, settings)) return undefined;
  return env.explainsIdle ? reason('little', { tokens: Math.ceil(most) }) : NO_REASON;
}

function isEnough(tokens: number, { minFreedTokens, comparison }: PruneResultsSettings): boolean {
  return comparison === 'above' ? tokens > minFreedTokens : tokens >= minFreedTokens;
}

/** [M8] The old results that are due, with their number. */
interface Due {
  readonly due: readonly OldResult[];
  readonly old: number;
}

/** Undefined if a model may have to be asked. */
function decide(context: Context, settings: PruneResultsSettings, env: Env): Outcome | undefined {
  const idle = nothingToDo(context, settings, env);
  if (idle !== undefined || settings.replacedBy === 'summary') return idle;
  const found = find(context, settings, env);
  return 'type' in found ? found : undefined;
}

/** Found without looking at every result again. */
function nothingToDo(context: Context, settings: PruneResultsSettings, env: Env): Outcome | undefined {
  const { when, atOnce, replacedBy } = settings;
  if (when === 'turns' && env.ofNewTurn === 0) return { type: 'unchanged', reason: reason('in-turn', {}) };
  if (atOnce === 0) return undefined;
  const { whole } = resultIndex(context);
  const least = leastOf(settings, env);
  const old =
    replacedBy === 'summary' && whole.length > least
      ? longResults(context, unprotected(context, endOf(context, settings, env), settings), settings, env)
      : whole.length;
  return old > least ? undefined : { type: 'unchanged', reason: reason('few-results', { old, least }) };
}

function endOf({ messages }: Context, { when }: PruneResultsSettings, { ofNewTurn }: Env): number {
  return when === 'turns' ? Math.max(0, messages.length - ofNewTurn) : messages.length;
}

/** What comes of it, or what a model must summarise. */
function find(context: Context, settings: PruneResultsSettings, env: Env): Outcome | Due {
  const { protectTokens, minFreedTokens, replacedBy } = settings;
  const { messages, memory } = context;
  const least = leastOf(settings, env);
  const end = endOf(context, settings, env);
  const { old: all, tokens: estimated } = oldResults(context, end, settings, env);
  if (all.length === 0 || !isEnough(estimated, settings)) {
    return { type: 'unchanged', reason: reason('few-old', { tokens: estimated, protectTokens, minFreedTokens }) };
  }
  const found = dueOf(messages, all, settings, env);
  const { due, old } = found;
  if (due.length === 0) {
    return { type: 'unchanged', reason: reason('few-results', { old, least }) };
  }
  if (replacedBy === 'summary') return found;
  const replacements = due.flatMap(({ message, part, result }): readonly Replacement[] => {
    if (replacedBy === 'placeholder') return [{ message, part, by: clearedResult(result, env) }];
    const by = shortenedResult(result, messages[message]?.parts[part]?.tokens ?? 0, settings.endCharacters, env);
    return by === undefined ? [] : [{ message, part, by }];
  });
  const { edits, parts, tokens } = replaceParts(messages, replacements);
  if (tokens <= 0) return { type: 'unchanged', reason: reason('no-gain', { results: due.length }) };
  return {
    type: 'changed',
    context: editedContext(context, edits, memory),
    edits,
    changes: [{ fate: 'cleared', parts, tokens }],
    reason: reason('cleared', { results: replacements.length, protectTokens, tokens: Math.round(tokens) }),
    ...(settings.gateSubtracts ? { freedTokens: tokens } : {}),
  };
}

/** [M8] More must be old than these. */
function leastOf({ atOnce, keptPer20k }: PruneResultsSettings, { threshold }: Pick<Env, 'threshold'>): number {
  if (atOnce === 0) return 0;
  const kept = keptPer20k === 0 ? 0 : Math.min(500, Math.max(10, Math.floor((keptPer20k * threshold) / 20_000)));
  return kept + atOnce;
}

function dueOf(
  messages: readonly ContextMessage[],
  all: readonly OldResult[],
  settings: PruneResultsSettings,
  env: Env,
): Due {
  const { replacedBy, summaryTokens, atOnce, endCharacters } = settings;
  const tokensOf = ({ message, part }: OldResult) => messages[message]?.parts[part]?.tokens ?? 0;
  const isLong = (each: OldResult) => tokensOf(each) > summaryTokens;
  // [L8] What stays because nothing is gained must not count: the next ones would be due at once.
  const gains = (each: OldResult) => shortenedResult(each.result, tokensOf(each), endCharacters, env) !== undefined;
  const inGroups = atOnce > 0 && replacedBy === 'ends';
  const old = replacedBy === 'summary' ? all.filter(isLong) : inGroups ? all.filter(gains) : all;
  const tooMany = old.length - leastOf(settings, env);
  if (tooMany <= 0) return { due: [], old: old.length };
  // [L8] Agents do one batch a call; together, nothing is left to do.
  return { due: atOnce === 0 ? old : old.slice(0, Math.ceil(tooMany / atOnce) * atOnce), old: old.length };
}

/** One request for each result; what was summarised before one fails stays so. */
function* run(context: Context, settings: PruneResultsSettings, env: Env): Generator<Ask, Outcome, Reply> {
  const found = nothingToDo(context, settings, env) ?? find(context, settings, env);
  if ('type' in found) return found;
  const { messages, memory } = context;
  const { due, old } = found;
  const replacements: Replacement[] = [];
  let failure: Failed | undefined;
  for (const each of due) {
    const reply = yield {
      type: 'summary',
      context: { messages: pairOf(messages, each) },
      instruction: PAIR_INSTRUCTION,
      sharesCache: false,
      form: PAIR_FORM,
      maxTokens: settings.summaryTokens,
    };
    const said = reply.type === 'text' ? summaryIn(reply, env.counter) : undefined;
    if (said === undefined) {
      failure = failureOf(reply);
      break;
    }
    const part: ToolResultPart = { ...each.result, parts: [{ kind: 'text', text: said.text }] };
    const by = { part, category: 'tool-results', tokens: said.tokens, state: 'cleared' } as const;
    replacements.push({ message: each.message, part: each.part, by });
  }
  const { edits, parts, tokens } = replaceParts(messages, replacements);
  if (tokens <= 0) return failure ?? { type: 'unchanged', reason: reason('no-gain', { results: due.length }) };
  return {
    type: 'changed',
    context: editedContext(context, edits, memory),
    edits,
    changes: [{ fate: 'cleared', parts, tokens }],
    reason: reason('summarised', { results: replacements.length, old, tokens: Math.round(tokens) }),
    ...(settings.gateSubtracts ? { freedTokens: tokens } : {}),
  };
}

const PAIR_FORM = { type: 'text', resultCharacters: 0 } as const;

const PAIR_INSTRUCTION = `Respond with text only. Do not call any tools.

Above are a tool call and its result. Both will be replaced with what you write now. Say in one or two sentences what was called with what, and what the result says that the work still needs: exact paths, names, values and error messages.`;

/** The message with the call, if it is still there, and that with the result. */
function pairOf(messages: readonly ContextMessage[], { message, result }: OldResult): readonly ContextMessage[] {
  const own = messages[message];
  if (own === undefined) return [];
  for (let place = message - 1; place >= 0; place--) {
    const each = messages[place];
    if (each?.message.parts.some((part) => part.kind === 'tool-call' && part.id === result.callId)) return [each, own];
  }
  return [own];
}

function failureOf(reply: Reply): Failed {
  switch (reply.type) {
    case 'text':
      return failed('no-summary', 'M8', 'no-summary');
    case 'too-long':
      return failed('too-long', 'M8', 'too-long');
    case 'error':
      return failed('api-error', 'M8', 'api-error', { what: reply.what });
    case 'aborted':
      return failed('aborted', 'M8', 'aborted');
    default:
      return assertNever(reply);
  }
}

function reason(code: string, values: Reason['values']): Reason {
  return { rule: 'M8', code, values };
}
