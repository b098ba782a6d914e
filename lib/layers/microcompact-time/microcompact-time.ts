import { clearResults, gateSubtracts, resultsKept } from '../results/clear-results';
import { oldLiveResults } from '../results/old-live-results';
import { editedContext } from '../results/replace-parts';
import type { Context } from '../shape/context';
import type { Env, Layer, Outcome } from '../shape/layer';
import { microcompactMark } from '../shape/layer-mark';
import { NO_REASON, type Reason } from '../shape/reason';
import { withoutAsking } from '../shape/without-asking';

export interface MicrocompactTimeSettings {
  readonly gapMinutes: number;
  readonly keep: number;
  readonly gateSubtracts: boolean;
}

/**
 * Clears old tool results after a pause, when the provider's cache has expired and changing the prefix costs nothing.
 *
 *   reply  call read a.ts                     reply  call read a.ts
 *   tool   a.ts, 9,000 tokens    keep: 1      tool   [cleared]
 *   reply  call read b.ts           ──▶       reply  call read b.ts
 *   tool   b.ts, 4,000 tokens                 tool   b.ts, 4,000 tokens
 *          … 60 minutes …                            … 60 minutes …
 *   user   go on                              user   go on
 */
export const microcompactTime: Layer<MicrocompactTimeSettings> = {
  title: 'Microcompact by time',
  explains: 'After a long pause, replaces all but the latest tool results with placeholders.',
  mark: microcompactMark,
  settings: {
    gapMinutes: {
      type: 'number',
      title: 'Pause',
      explains: 'Time since the last reply after which results are cleared.',
      rule: 'M3',
      synonyms: ['ttl', 'cache lifetime', 'cache expiry', 'idle'],
      isMain: true,
      unit: 'minutes',
      min: 1,
      max: 10_080,
      step: 1,
      default: 60,
    },
    keep: { ...resultsKept, rule: 'M3' },
    gateSubtracts,
  },
  reasons: {
    cleared: '{minutes} minutes after the last reply: cleared {results} results, {tokens} tokens',
    'sub-agent': 'only applies to the main thread',
    'no-times': 'the time of the last reply is not recorded',
    'short-pause': '{minutes} minutes since the last reply < {gapMinutes}',
    few: '{results} clearable results, and the latest {keep} are kept',
    'no-gain': 'the {results} old results are no larger than their placeholders',
  },
  turn: 'before-call',
  idle: ({ liveClearableResults }, settings, env) =>
    idleReason(settings, env) ?? tooFew(liveClearableResults, settings.keep, env),
  ...withoutAsking(decide),
};

function decide(context: Context, settings: MicrocompactTimeSettings, env: Env): Outcome {
  const old = oldLiveResults(context, settings.keep, env);
  const idle = idleReason(settings, env) ?? tooFew(old.live, settings.keep, env);
  if (idle !== undefined) return { type: 'unchanged', reason: idle };
  if (old.saving <= 0) return { type: 'unchanged', reason: reason('no-gain', { results: old.results }) };
  const { edits, parts, tokens } = clearResults(context.messages, old.list(), env);
  return {
    type: 'changed',
    context: editedContext(context, edits, { ...context.memory, clearedByTimeAtCall: env.call }),
    edits,
    changes: [{ fate: 'cleared', parts, tokens }],
    reason: reason('cleared', {
      minutes: minutesOf(pauseMsOf(env) ?? 0),
      results: old.results,
      tokens: Math.round(tokens),
    }),
    ...(settings.gateSubtracts ? { freedTokens: tokens } : {}),
  };
}

const MS_PER_MINUTE = 60_000;

function idleReason({ gapMinutes }: MicrocompactTimeSettings, env: Env): Reason | undefined {
  if (!env.isMainThread) return reason('sub-agent', {});
  const pauseMs = pauseMsOf(env);
  if (pauseMs === undefined) return reason('no-times', {});
  if (pauseMs >= gapMinutes * MS_PER_MINUTE) return undefined;
  return env.explainsIdle ? reason('short-pause', { minutes: minutesOf(pauseMs), gapMinutes }) : NO_REASON;
}

function pauseMsOf({ nowMs, lastAssistantMs }: Env): number | undefined {
  return nowMs === undefined || lastAssistantMs === undefined ? undefined : nowMs - lastAssistantMs;
}

function minutesOf(ms: number): number {
  return Math.floor(ms / MS_PER_MINUTE);
}

function tooFew(results: number, keep: number, env: Env): Reason | undefined {
  if (results > keep) return undefined;
  return env.explainsIdle ? reason('few', { results, keep }) : NO_REASON;
}

function reason(code: string, values: Reason['values']): Reason {
  return { rule: 'M3', code, values };
}
