import { clearResults, gateSubtracts, resultsKept } from '../results/clear-results';
import { oldLiveResults } from '../results/old-live-results';
import { editedContext } from '../results/replace-parts';
import type { Context } from '../shape/context';
import type { ContextStats, Env, Layer, Outcome } from '../shape/layer';
import { microcompactMark } from '../shape/layer-mark';
import { NO_REASON, type Reason } from '../shape/reason';
import { withoutAsking } from '../shape/without-asking';

export interface MicrocompactCountingSettings {
  readonly keep: number;
  readonly longerThanTokens: number;
  readonly longerThanCharacters: number;
  readonly minSavingTokens: number;
  readonly countsGross: boolean;
  readonly gateSubtracts: boolean;
}

/**
 * Clears large old tool results if that saves enough.
 *
 *   reply  call read a.ts                         reply  call read a.ts
 *   tool   a.ts, 30,000 tokens       keep: 1      tool   [cleared]
 *   reply  call bash ls         longer than: 50   reply  call bash ls
 *   tool   40 tokens            ──────────────▶   tool   40 tokens
 *   reply  call read b.ts                         reply  call read b.ts
 *   tool   b.ts, 4,000 tokens                     tool   b.ts, 4,000 tokens
 */
export const microcompactCounting: Layer<MicrocompactCountingSettings> = {
  title: 'Microcompact by size',
  explains: 'Before each call, replaces old, large tool results with placeholders if that saves enough.',
  mark: microcompactMark,
  settings: {
    keep: { ...resultsKept, rule: 'M6', min: 0, default: 3 },
    longerThanTokens: {
      type: 'number',
      title: 'Min size in tokens',
      explains: 'Results of this size or smaller are not cleared.',
      rule: 'M6',
      unit: 'tokens',
      min: 0,
      max: 1_000_000,
      step: 100,
      default: 1_000,
    },
    longerThanCharacters: {
      type: 'number',
      title: 'Min length in characters',
      explains: 'Results of this length or shorter are not cleared. Images and documents always count as longer.',
      rule: 'M6',
      unit: 'characters',
      min: 0,
      max: 1_000_000,
      step: 10,
      default: 0,
    },
    minSavingTokens: {
      type: 'number',
      title: 'Min saving',
      explains: 'Nothing is cleared unless it saves at least this much.',
      rule: 'M6',
      isMain: true,
      unit: 'tokens',
      min: 0,
      max: 1_000_000,
      step: 1_000,
      default: 20_000,
    },
    countsGross: {
      type: 'switch',
      title: 'Ignore placeholder size',
      explains: 'Computes the saving without subtracting the placeholders.',
      rule: 'M6',
      default: false,
    },
    gateSubtracts,
  },
  reasons: {
    cleared: 'cleared {results} old results, {tokens} tokens',
    few: '{results} clearable results, and the latest {keep} are kept',
    'small-saving': 'clearing {results} results would save {tokens} tokens < {minSavingTokens}',
    'small-results': 'all results total {tokens} tokens, below the minimum saving of {minSavingTokens}',
    'no-gain': 'no old result is large enough or larger than its placeholder',
  },
  turn: 'before-call',
  idle,
  ...withoutAsking(decide),
};

function idle(
  { liveClearableResults, clearableTokens }: ContextStats,
  { keep, minSavingTokens }: MicrocompactCountingSettings,
  env: Env,
): Reason | undefined {
  if (liveClearableResults <= keep) {
    return env.explainsIdle ? reason('few', { results: liveClearableResults, keep }) : NO_REASON;
  }
  if (clearableTokens >= minSavingTokens) return undefined;
  return env.explainsIdle
    ? reason('small-results', { tokens: Math.floor(clearableTokens), minSavingTokens })
    : NO_REASON;
}

function decide(context: Context, settings: MicrocompactCountingSettings, env: Env): Outcome {
  const { keep, longerThanTokens, longerThanCharacters, minSavingTokens, countsGross } = settings;
  const limits = { tokens: longerThanTokens, characters: longerThanCharacters };
  const old = oldLiveResults(context, keep, env, limits);
  if (old.live <= keep) return { type: 'unchanged', reason: reason('few', { results: old.live, keep }) };
  if (old.tokens < minSavingTokens) {
    return { type: 'unchanged', reason: smallSaving(old.results, old.tokens, minSavingTokens) };
  }
  if (old.saving <= 0) return { type: 'unchanged', reason: reason('no-gain', {}) };
  if (!countsGross && old.saving < minSavingTokens) {
    return { type: 'unchanged', reason: smallSaving(old.results, old.saving, minSavingTokens) };
  }
  const { edits, parts, tokens } = clearResults(context.messages, old.list(), env);
  return {
    type: 'changed',
    context: editedContext(context, edits, context.memory),
    edits,
    changes: [{ fate: 'cleared', parts, tokens }],
    reason: reason('cleared', { results: old.results, tokens: Math.round(tokens) }),
    ...(settings.gateSubtracts ? { freedTokens: tokens } : {}),
  };
}

function smallSaving(results: number, tokens: number, minSavingTokens: number): Reason {
  return reason('small-saving', { results, tokens: Math.floor(tokens), minSavingTokens });
}

function reason(code: string, values: Reason['values']): Reason {
  return { rule: 'M6', code, values };
}
