import { clearedResult, gateSubtracts } from '../results/clear-results';
import { editedContext, type Replacement, replaceParts } from '../results/replace-parts';
import type { Context } from '../shape/context';
import type { ContextStats, Env, Layer, Outcome } from '../shape/layer';
import { microcompactMark } from '../shape/layer-mark';
import { emptyMemory } from '../shape/memory';
import { NO_REASON, type Reason } from '../shape/reason';
import { withoutAsking } from '../shape/without-asking';
import { type LookedAt, mostTokens, type OldResultsSettings, oldResults } from './old-results';
import { shortenedResult } from './shortened-result';

export interface PruneResultsSettings extends OldResultsSettings {
  readonly minFreedTokens: number;
  readonly comparison: 'above' | 'at-least';
  readonly replacedBy: 'placeholder' | 'ends';
  readonly endCharacters: number;
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
      options: { placeholder: 'A placeholder', ends: 'Its beginning and its end, if they are smaller' },
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
    gateSubtracts,
  },
  reasons: {
    cleared: 'cleared {results} results beyond the latest {protectTokens} tokens, {tokens} tokens',
    'in-turn': 'only acts between two turns',
    little: 'all results total {tokens} tokens at most',
    'few-old': 'results of {tokens} tokens are beyond the latest {protectTokens}, and {minFreedTokens} must be freed',
    'no-gain': 'the {results} old results are no larger than what would replace them',
  },
  turn: 'before-call',
  idle,
  ...withoutAsking(decide),
  prunes: (messages, settings, env) => {
    const lookedAt: LookedAt[] = [];
    const { old, tokens } = oldResults({ messages, memory: emptyMemory }, messages.length, settings, env, lookedAt);
    const cleared = isEnough(tokens, settings) ? old.map(({ result }) => result.callId) : [];
    return { cleared, lookedAt, protectedTokens: settings.protectTokens };
  },
};

function idle({ index }: ContextStats, settings: PruneResultsSettings, env: Env): Reason | undefined {
  if (settings.when === 'turns' && env.ofNewTurn === 0) return env.explainsIdle ? reason('in-turn', {}) : NO_REASON;
  const most = mostTokens(index.resultCharacters, index.results);
  if (most > settings.protectTokens && isEnough(most, settings)) return undefined;
  return env.explainsIdle ? reason('little', { tokens: Math.ceil(most) }) : NO_REASON;
}

function isEnough(tokens: number, { minFreedTokens, comparison }: PruneResultsSettings): boolean {
  return comparison === 'above' ? tokens > minFreedTokens : tokens >= minFreedTokens;
}

function decide(context: Context, settings: PruneResultsSettings, env: Env): Outcome {
  const { protectTokens, minFreedTokens, when } = settings;
  if (when === 'turns' && env.ofNewTurn === 0) return { type: 'unchanged', reason: reason('in-turn', {}) };
  const { messages, memory } = context;
  const end = when === 'turns' ? Math.max(0, messages.length - env.ofNewTurn) : messages.length;
  const { old, tokens: estimated } = oldResults(context, end, settings, env);
  if (old.length === 0 || !isEnough(estimated, settings)) {
    return { type: 'unchanged', reason: reason('few-old', { tokens: estimated, protectTokens, minFreedTokens }) };
  }
  const replacements = old.flatMap(({ message, part, result }): readonly Replacement[] => {
    if (settings.replacedBy === 'placeholder') return [{ message, part, by: clearedResult(result, env) }];
    const by = shortenedResult(result, messages[message]?.parts[part]?.tokens ?? 0, settings.endCharacters, env);
    return by === undefined ? [] : [{ message, part, by }];
  });
  const { edits, parts, tokens } = replaceParts(messages, replacements);
  if (tokens <= 0) return { type: 'unchanged', reason: reason('no-gain', { results: old.length }) };
  return {
    type: 'changed',
    context: editedContext(context, edits, memory),
    edits,
    changes: [{ fate: 'cleared', parts, tokens }],
    reason: reason('cleared', { results: replacements.length, protectTokens, tokens: Math.round(tokens) }),
    ...(settings.gateSubtracts ? { freedTokens: tokens } : {}),
  };
}

function reason(code: string, values: Reason['values']): Reason {
  return { rule: 'M8', code, values };
}
