import { hooksAt } from '../shape/compaction-hooks';
import type { Context } from '../shape/context';
import { failed } from '../shape/failed';
import type { AnyAsk, Env, Layer, Outcome, Reply } from '../shape/layer';
import type { OwnAsk, OwnLayer, OwnReply } from '../shape/own';
import { takenAnswer } from './taken-answer';

/** [Z1] How layers from outside are shown. They have no settings of ours, and no policy has a row for one. */
export const ownLayer = {
  title: 'Own layer',
  explains: 'A process or a function from outside decides what the context becomes.',
  mark: { kind: 'own', title: 'Own layer', gravity: 85, look: { boundary: 'full' } },
  turn: 'gate',
  reasons: {
    replaced: '{name} replaced {messages} messages: from {before} to {after} tokens',
    'replaced-with-note': '{name} replaced {messages} messages: from {before} to {after} tokens. It says: {note}',
    keep: '{name} left the context as it is',
    'hook-blocked': 'blocked by a hook: {why}',
    'no-answer': '{name} gave no answer: {what}',
    invalid: 'the answer of {name} cannot be used: {what}',
    inflated: 'the answer of {name} ({after} tokens) is not smaller than before ({before})',
  },
} as const satisfies Pick<Layer<object>, 'title' | 'explains' | 'mark' | 'turn' | 'reasons'>;

/** [Z1] Asks it, and takes what it answers if that can be sent. */
export function* askOwn(
  { messages, memory }: Context,
  { name: layer, when }: OwnLayer,
  env: Env,
): Generator<AnyAsk | OwnAsk, Outcome, Reply | OwnReply> {
  const why = when === 'threshold' ? hooksAt(env)?.blocks : undefined;
  if (why !== undefined) return failed('hook-blocked', 'F1', 'hook-blocked', { why });
  // [W11] What waits for the next call is not part of what is compacted.
  const end = messages.length - (env.waiting ?? 0);
  const shown = env.waiting === undefined ? messages : messages.slice(0, end);
  const { call, window, effective, threshold, used, systemTokens, trigger, focus, gapTokens, nowMs, pinned } = env;
  const facts = { call, window, effective, threshold, used, systemTokens, trigger, focus, gapTokens, nowMs };
  const reply = yield { type: 'own', layer, context: { messages: shown }, facts, pinned };
  if (reply.type !== 'own') throw new Error('A layer from outside was given the reply of a model');
  const given = { shown, waiting: messages.slice(end), memory };
  return takenAnswer(given, reply.answer, { name: layer, isCompaction: when === 'threshold' }, env);
}
