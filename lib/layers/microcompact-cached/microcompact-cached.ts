import { clearResults, gateSubtracts, resultsKept } from '../results/clear-results';
import { oldLiveResults } from '../results/old-live-results';
import { editedContext } from '../results/replace-parts';
import type { Context } from '../shape/context';
import type { Env, Layer, Outcome } from '../shape/layer';
import { microcompactMark } from '../shape/layer-mark';
import type { Memory } from '../shape/memory';
import { NO_REASON, type Reason } from '../shape/reason';
import { withoutAsking } from '../shape/without-asking';

export interface MicrocompactCachedSettings {
  readonly trigger: number;
  readonly keep: number;
  readonly gateSubtracts: boolean;
}

/**
 * The server deletes old tool results from its cached prefix.
 *
 *   sent by the client    trigger: 2, keep: 1    seen by the model
 *
 *   reply  call read a.ts                        reply  call read a.ts
 *   tool   a.ts, 9,000 tokens         ──▶        tool   [cleared]
 *   reply  call read b.ts                        reply  call read b.ts
 *   tool   b.ts, 4,000 tokens                    tool   [cleared]
 *   reply  call read c.ts                        reply  call read c.ts
 *   tool   c.ts, 2,000 tokens                    tool   c.ts, 2,000 tokens
 *
 * The client's messages stay unchanged and each later request repeats the deletions, so the cache stays valid.
 */
export const microcompactCached: Layer<MicrocompactCachedSettings> = {
  title: 'Cached microcompact',
  explains: 'The server deletes the oldest tool results from its cache, which stays valid.',
  mark: microcompactMark,
  settings: {
    trigger: {
      type: 'number',
      title: 'Max results',
      explains: 'Above this number, the oldest results are deleted.',
      rule: 'M4',
      synonyms: ['threshold'],
      isMain: true,
      isReconstruction: true,
      unit: 'results',
      min: 1,
      max: 1_000,
      step: 1,
      default: 12,
    },
    keep: { ...resultsKept, rule: 'M4', isReconstruction: true },
    gateSubtracts,
  },
  reasons: {
    cleared: '{live} results > {trigger}: the server deleted {results}, {tokens} tokens',
    'sub-agent': 'only applies to the main thread',
    'after-time': 'microcompact by time just cleared results',
    few: '{results} clearable results; the limit is {trigger}, and {keep} are kept',
    'no-gain': 'the {results} old results are no larger than their placeholders',
  },
  turn: 'before-call',
  idle: ({ liveClearableResults, memory }, settings, env) =>
    idleReason(memory, env) ?? tooFew(liveClearableResults, settings, env),
  ...withoutAsking(decide),
};

function decide(context: Context, settings: MicrocompactCachedSettings, env: Env): Outcome {
  const old = oldLiveResults(context, settings.keep, env);
  const idle = idleReason(context.memory, env) ?? tooFew(old.live, settings, env);
  if (idle !== undefined) return { type: 'unchanged', reason: idle };
  if (old.saving <= 0) return { type: 'unchanged', reason: reason('no-gain', { results: old.results }) };
  const { edits, parts, tokens } = clearResults(context.messages, old.list(), env);
  return {
    type: 'changed',
    context: editedContext(context, edits, context.memory),
    edits,
    changes: [{ fate: 'cleared', parts, tokens, keepsCache: true }],
    reason: reason('cleared', {
      live: old.live,
      trigger: settings.trigger,
      results: old.results,
      tokens: Math.round(tokens),
    }),
    ...(settings.gateSubtracts ? { freedTokens: tokens } : {}),
  };
}

function idleReason(memory: Memory, env: Env): Reason | undefined {
  if (!env.isMainThread) return reason('sub-agent', {});
  return memory.clearedByTimeAtCall === env.call ? reason('after-time', {}) : undefined;
}

function tooFew(results: number, { trigger, keep }: MicrocompactCachedSettings, env: Env): Reason | undefined {
  if (results > trigger && results > keep) return undefined;
  return env.explainsIdle ? reason('few', { results, trigger, keep }) : NO_REASON;
}

function reason(code: string, values: Reason['values']): Reason {
  return { rule: 'M4', code, values };
}
