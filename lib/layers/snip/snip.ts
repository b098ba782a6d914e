import { closedRounds } from '../rounds/closed-rounds';
import { type Change, type Context, type ContextMessage, partRefs, tokensOf } from '../shape/context';
import type { Env, Layer, Outcome } from '../shape/layer';
import { madeMessage } from '../shape/made-message';
import { NO_REASON, type Reason } from '../shape/reason';
import { withoutAsking } from '../shape/without-asking';

export interface SnipSettings {
  readonly triggerShare: number;
  readonly targetShare: number;
}

/**
 * Removes the oldest rounds from the context, without a summary.
 *
 *   user   fix the tests                 user   [the beginning was removed]
 *   reply  call read a.ts                reply  call read b.ts
 *   tool   a.ts, 9,000 tokens    ──▶     tool   b.ts, 4,000 tokens
 *   reply  call read b.ts                reply  both are read
 *   tool   b.ts, 4,000 tokens
 *   reply  both are read
 *
 * Only the context gets shorter: the transcript and what the user sees stay complete.
 */
export const snip: Layer<SnipSettings, 'snip'> = {
  title: 'Snip',
  explains: 'Removes the oldest rounds from the context, without a summary.',
  mark: {
    kind: 'snip',
    title: 'Snip',
    gravity: 50,
    look: { shape: 'M6-5.5V5.5L-1 0ZM-2.5-5.5V5.5H-5V-5.5Z', color: 'var(--event-snip)' },
  },
  command: { type: 'snip', word: 'snip', explains: 'removes the oldest rounds' },
  settings: {
    triggerShare: {
      type: 'number',
      title: 'Starts at',
      explains: 'Share of the effective window at which rounds are removed.',
      rule: 'S2',
      synonyms: ['threshold', 'percent', 'prune', 'drop oldest', 'sliding window'],
      isMain: true,
      isReconstruction: true,
      unit: 'share',
      min: 0.05,
      max: 1,
      step: 0.01,
      default: 0.75,
    },
    targetShare: {
      type: 'number',
      title: 'Stops at',
      explains: 'Share of the effective window at which removal stops.',
      rule: 'S2',
      synonyms: ['percent'],
      isMain: true,
      isReconstruction: true,
      unit: 'share',
      min: 0,
      max: 1,
      step: 0.01,
      default: 0.6,
    },
  },
  reasons: {
    snipped: 'removed {messages} messages of the oldest rounds, {tokens} tokens; {used} were used, target {target}',
    'below-trigger': '{used} used < {trigger}',
    'at-target': '{used} used ≤ {target}, the target',
    'nothing-to-remove': 'every round is protected or pinned',
    'no-gain': 'the removable rounds are no larger than the note that would replace them',
  },
  turn: 'before-call',
  idle: (_, settings, env) => idleReason(settings, env),
  ...withoutAsking(decide),
};

const MARKER_TEXT = '[Earlier parts of this conversation were removed to make room.]';

function idleReason({ triggerShare, targetShare }: SnipSettings, env: Env): Reason | undefined {
  if (env.trigger === 'manual') return undefined;
  const { used, effective } = env;
  const trigger = Math.floor(triggerShare * effective);
  if (used < trigger) return env.explainsIdle ? reason('below-trigger', { used, trigger }) : NO_REASON;
  const target = Math.floor(targetShare * effective);
  if (used > target) return undefined;
  return env.explainsIdle ? reason('at-target', { used, target }) : NO_REASON;
}

function decide({ messages, memory }: Context, settings: SnipSettings, env: Env): Outcome {
  const idle = idleReason(settings, env);
  if (idle !== undefined) return { type: 'unchanged', reason: idle };
  const target = Math.floor(settings.targetShare * env.effective);
  const { gone, kept, from, marker, freed } = oldestRounds(messages, env.used - target, env);
  if (gone.length === 0) return { type: 'unchanged', reason: reason('nothing-to-remove', {}) };
  if (freed <= 0) return { type: 'unchanged', reason: reason('no-gain', {}) };
  const removed = gone[0] !== undefined && isMarker(gone[0]) ? gone.length - 1 : gone.length;
  return {
    type: 'changed',
    context: { messages: marker.concat(kept, messages.slice(from)), memory },
    changes: [
      { fate: 'snipped', parts: partRefs(gone), tokens: tokensOf(gone) },
      ...marker.map((made): Change => ({ fate: 'injected', parts: partRefs([made]), tokens: -made.tokens })),
    ],
    reason: reason('snipped', { messages: removed, tokens: Math.round(freed), used: env.used, target }),
    freedTokens: freed,
  };
}

interface Removal {
  /** Including an earlier marker, if there was one. */
  readonly gone: readonly ContextMessage[];
  /** The rounds that were visited. */
  readonly kept: readonly ContextMessage[];
  /** Where the rest starts. */
  readonly from: number;
  /** The message that must then come first, if any. */
  readonly marker: readonly ContextMessage[];
  readonly freed: number;
}

/** [S1] The fewest oldest rounds that free this many tokens, or all that may be removed; at least one. */
function oldestRounds(messages: readonly ContextMessage[], wanted: number, env: Env): Removal {
  const made = madeMessage(`made-${env.call}-snip`, 'injected', [{ kind: 'text', text: MARKER_TEXT }], env.counter);
  // It comes first, or not at all.
  const earlier = messages[0] !== undefined && isMarker(messages[0]) ? [messages[0]] : [];
  const protectedFrom = messages.findLastIndex(({ message }) => message.role === 'assistant');
  const gone = [...earlier];
  const kept: ContextMessage[] = [];
  let tokens = tokensOf(earlier);
  let freed = 0;
  let passed = earlier.length;
  let marker: readonly ContextMessage[] = [];
  for (const run of closedRounds(messages, passed)) {
    const end = passed + run.length;
    if (end > protectedFrom) break;
    passed = end;
    if (env.pinned.size > 0 && run.some(({ message }) => env.pinned.has(message.id))) {
      kept.push(...run);
      continue;
    }
    gone.push(...run);
    tokens += tokensOf(run);
    // [S4] Providers reject a conversation that does not start with the user.
    marker = (kept[0] ?? messages[passed])?.message.role === 'user' ? [] : [made];
    freed = tokens - tokensOf(marker);
    if (freed > 0 && freed >= wanted) break;
  }
  const isAny = gone.length > earlier.length;
  return { gone: isAny ? gone : [], kept, from: passed, marker, freed };
}

function isMarker({ message, origin }: ContextMessage): boolean {
  return origin === 'made' && /^made-\d+-snip$/.test(message.id);
}

function reason(code: string, values: Reason['values']): Reason {
  return { rule: 'S2', code, values };
}
