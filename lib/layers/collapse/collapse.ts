import { assertNever } from '../../base/assert-never';
import type { MessageId } from '../../transcript/transcript';
import { type Change, type Context, type ContextMessage, partRefs, tokensOf } from '../shape/context';
import type { Ask, ContextStats, Env, Failure, FailureKind, Layer, Outcome, Reply } from '../shape/layer';
import { madeMessage } from '../shape/made-message';
import type { Collapse } from '../shape/memory';
import { NO_REASON, type Reason } from '../shape/reason';
import { spanInstruction } from '../shape/summary-instruction';
import { summaryIn } from '../summary/summary-request';
import { placeOf, stagedIn, unfolded, withoutLost } from './collapse-log';
import { collapsibleSpans } from './collapsible-spans';

export interface CollapseSettings {
  readonly stageShare: number;
  readonly commitShare: number;
  readonly targetShare: number;
  readonly spanShare: number;
  readonly protectedRounds: number;
  readonly summaryTokens: number;
}

/**
 * Replaces the oldest rounds with summaries, span by span, and keeps a log so that each can be unfolded again.
 *
 *   user   fix the tests                       user  fix the tests
 *   reply  call read a.ts     ⎫                user  summary of the first span
 *   tool   a.ts               ⎭ span   ──▶     user  summary of the second span
 *   reply  call read b.ts     ⎫                reply both are read
 *   tool   b.ts               ⎭ span
 *   reply  both are read
 *
 * A full compaction would come between the two thresholds, so it waits while this is on [C3].
 */
export const collapse: Layer<CollapseSettings> = {
  title: 'Context collapse',
  explains: 'Replaces spans of old rounds with summaries. Each span can be unfolded again.',
  mark: {
    kind: 'collapse',
    title: 'Collapse',
    gravity: 60,
    look: { shape: 'M-5.5-6H5.5L0 0ZM-5.5 6H5.5L0 0Z', color: 'var(--event-collapse)' },
  },
  takesGatesPlace: true,
  agent: { startsWith: 'acollapse', isFor: 'collapse' },
  unfold: unfolded,
  settings: {
    stageShare: {
      type: 'number',
      title: 'Stage at',
      explains: 'Share of the effective window at which the oldest spans are staged.',
      rule: 'C2',
      isReconstruction: true,
      unit: 'share',
      min: 0.1,
      max: 1,
      step: 0.01,
      default: 0.9,
    },
    commitShare: {
      type: 'number',
      title: 'Collapse at',
      explains: 'Share at which staged spans are summarised before the next call.',
      rule: 'C2',
      synonyms: ['threshold', 'percent'],
      isMain: true,
      isReconstruction: true,
      unit: 'share',
      min: 0.1,
      max: 1,
      step: 0.01,
      default: 0.95,
    },
    targetShare: {
      type: 'number',
      title: 'Stage down to',
      explains: 'Spans are staged until the rest fits this share.',
      rule: 'C2',
      isMain: true,
      isReconstruction: true,
      unit: 'share',
      min: 0,
      max: 1,
      step: 0.01,
      default: 0.75,
    },
    spanShare: {
      type: 'number',
      title: 'Span size',
      explains: 'A span ends at the round that reaches this share of the effective window.',
      rule: 'C2',
      isReconstruction: true,
      unit: 'share',
      min: 0,
      max: 1,
      step: 0.01,
      default: 0.1,
    },
    protectedRounds: {
      type: 'number',
      title: 'Protected rounds',
      explains: 'The latest rounds, and everything before the first response, are never collapsed.',
      rule: 'C2',
      synonyms: ['keepRecent', 'keep last'],
      isMain: true,
      isReconstruction: true,
      unit: 'rounds',
      min: 1,
      max: 100,
      step: 1,
      default: 5,
    },
    summaryTokens: {
      type: 'number',
      title: 'Max span summary',
      explains: 'Output limit of each request. Shorter spans are not collapsed.',
      rule: 'C2',
      isReconstruction: true,
      unit: 'tokens',
      min: 100,
      max: 64_000,
      step: 100,
      default: 2_000,
    },
  },
  reasons: {
    below: '{used} used < {line}',
    waiting: '{spans} spans are staged, and {used} used < {line}',
    'none-staged': 'no span is staged',
    'none-left': '{used} used ≥ {line}, but no unprotected span is left',
    staged: '{used} used ≥ {line}: staged {spans} spans of {tokens} tokens',
    collapsed: '{used} used ≥ {line}: collapsed {spans} spans from {tokens} to {after} tokens',
    recovered: 'the request was too long: collapsed {spans} spans from {tokens} to {after} tokens',
    'no-summary': 'the model returned no summary for the span',
    'too-long': 'the span summary request was too long',
    'api-error': 'the span summary request failed: {what}',
    aborted: 'the span summary request was stopped',
    inflated: 'the span summary ({after} tokens) is not smaller than the span ({before})',
    unfolded:
      'run manually: replaced a summary of {before} tokens with its span of {messages} messages, {after} tokens',
    'not-collapsed': 'no collapsed span contains {message}',
  },
  turn: 'before-call',
  idle,
  run,
};

function idle({ memory }: Pick<ContextStats, 'memory'>, settings: CollapseSettings, env: Env): Reason | undefined {
  const isReactive = env.trigger === 'reactive';
  const stageLine = settings.stageShare * env.effective;
  if (!isReactive && env.used < stageLine) {
    return env.explainsIdle ? c2('below', { used: env.used, line: stageLine }) : NO_REASON;
  }
  const staged = stagedIn(memory.collapses).length;
  if (isReactive) return staged === 0 ? c2('none-staged', {}) : undefined;
  const line = settings.commitShare * env.effective;
  if (staged === 0 || env.used >= line) return undefined;
  return env.explainsIdle ? c2('waiting', { spans: staged, used: env.used, line }) : NO_REASON;
}

/** The outcome so far. */
interface Progress {
  readonly context: Context;
  readonly changes: readonly Change[];
  readonly spans: number;
  readonly spanTokens: number;
  readonly summaryTokens: number;
  readonly failure?: Failure;
}

function* run(context: Context, settings: CollapseSettings, env: Env): Generator<Ask, Outcome, Reply> {
  const nothing = idle({ memory: context.memory }, settings, env);
  if (nothing !== undefined) return { type: 'unchanged', reason: nothing };
  const isRecovery = env.trigger === 'reactive';
  const stageLine = settings.stageShare * env.effective;
  const commitLine = settings.commitShare * env.effective;
  let progress: Progress = {
    context: withoutLost(context, settings.summaryTokens + 1, env.pinned),
    changes: [],
    spans: 0,
    spanTokens: 0,
    summaryTokens: 0,
  };
  let staged = { spans: 0, tokens: 0 };
  for (;;) {
    const used = env.used - progress.spanTokens + progress.summaryTokens;
    if (!isRecovery && used >= stageLine && stagedIn(progress.context.memory.collapses).length === 0) {
      const next = stage(progress.context, used, settings, env);
      staged = next.staged;
      progress = { ...progress, context: next.context };
    }
    const waiting = stagedIn(progress.context.memory.collapses);
    if (waiting.length === 0 || (!isRecovery && used < commitLine)) break;
    const next: Progress = yield* commit(progress, waiting, settings, env);
    const isMore = next.spans > progress.spans && next.failure === undefined;
    progress = next;
    if (!isMore || isRecovery) break;
  }

  const { failure, spans, spanTokens: tokens, summaryTokens: after, changes } = progress;
  if (spans > 0) {
    const values = { used: env.used, line: commitLine, spans, tokens, after };
    return {
      type: 'changed',
      context: progress.context,
      changes,
      summaryTokens: after,
      freedTokens: tokens - after,
      reason: c2(isRecovery ? 'recovered' : 'collapsed', values),
    };
  }
  if (failure !== undefined) return { type: 'failed', failure };
  if (staged.spans > 0) {
    const reason = c2('staged', { used: env.used, line: stageLine, ...staged });
    return { type: 'changed', context: progress.context, changes: [], reason };
  }
  const reason = isRecovery ? c2('none-staged', {}) : c2('none-left', { used: env.used, line: stageLine });
  return { type: 'unchanged', reason };
}

/** [C2] The oldest spans, until the rest is within the target. */
function stage(context: Context, used: number, settings: CollapseSettings, env: Env) {
  const { messages, memory } = context;
  const least = Math.max(settings.spanShare * env.effective, settings.summaryTokens + 1);
  const target = settings.targetShare * env.effective;
  const collapses = [...memory.collapses];
  let spans = 0;
  let tokens = 0;
  for (const span of collapsibleSpans(messages, settings.protectedRounds, least, env.pinned)) {
    const first = messages[span.start]?.message.id;
    const last = messages[span.end - 1]?.message.id;
    if (used - tokens <= target || first === undefined || last === undefined) break;
    const summary = `made-${env.call}-collapse-${first}` as MessageId;
    collapses.push({ first, last, summary, state: 'staged' });
    spans += 1;
    tokens += tokensOf(messages.slice(span.start, span.end));
  }
  return { context: { messages, memory: { ...memory, collapses } }, staged: { spans, tokens } };
}

/** Stops at the first failure; what was done before it stays done. */
function* commit(
  from: Progress,
  waiting: readonly Collapse[],
  settings: CollapseSettings,
  env: Env,
): Generator<Ask, Progress, Reply> {
  let progress = from;
  for (const each of waiting) {
    const { messages, memory } = progress.context;
    const place = placeOf(each, messages);
    if (place === undefined) continue;
    const span = messages.slice(place.start, place.end);
    const before = tokensOf(span);
    const answer = yield {
      type: 'summary',
      context: { messages: asRequest(span, env) },
      instruction: spanInstruction,
      sharesCache: true,
      maxTokens: settings.summaryTokens,
    };
    const reply = answer.type === 'text' ? (summaryIn(answer, env.counter) ?? { ...answer, tokens: 0 }) : answer;
    const failure = problemWith(reply, before);
    if (reply.type !== 'text' || failure !== undefined) return { ...progress, ...(failure && { failure }) };
    const summary = madeMessage(each.summary, 'summary', [{ kind: 'text', text: reply.text }], {
      ...env.counter,
      partTokens: () => reply.tokens,
    });
    const committed: Collapse = { ...each, state: 'committed', span };
    progress = {
      context: {
        messages: [...messages.slice(0, place.start), summary, ...messages.slice(place.end)],
        memory: { ...memory, collapses: memory.collapses.map((known) => (known === each ? committed : known)) },
      },
      changes: [
        ...progress.changes,
        { fate: 'collapsed', parts: partRefs(span), tokens: before },
        { fate: 'injected', parts: partRefs([summary]), tokens: -summary.tokens },
      ],
      spans: progress.spans + 1,
      spanTokens: progress.spanTokens + before,
      summaryTokens: progress.summaryTokens + summary.tokens,
    };
  }
  return progress;
}

/** A request starts with a user message. */
function asRequest(span: readonly ContextMessage[], { call, counter }: Env): readonly ContextMessage[] {
  if (span[0]?.message.role === 'user') return span;
  const text = '[What came before is not part of this.]';
  return [madeMessage(`made-${call}-start`, 'injected', [{ kind: 'text', text }], counter), ...span];
}

function problemWith(reply: Reply, before: number): Failure | undefined {
  const failure = (kind: FailureKind, values: Reason['values'] = {}): Failure => ({ kind, reason: c2(kind, values) });
  switch (reply.type) {
    case 'text':
      if (reply.tokens === 0) return failure('no-summary');
      return reply.tokens >= before ? failure('inflated', { before, after: reply.tokens }) : undefined;
    case 'too-long':
      return failure('too-long');
    case 'error':
      return failure('api-error', { what: reply.what });
    case 'aborted':
      return failure('aborted');
    default:
      return assertNever(reply);
  }
}

function c2(code: string, values: Reason['values']): Reason {
  return { rule: 'C2', code, values };
}
