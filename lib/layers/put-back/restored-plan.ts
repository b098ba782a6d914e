import { asObject, asText } from '../../base/json';
import type { ContextMessage } from '../shape/context';
import type { Env } from '../shape/layer';
import { isPlanCall } from '../shape/plan-call';
import { type CountedText, countedText, putBack, putBackAs, textPutBack } from './put-back';

/** [F6] The latest plan, unless it is in the kept messages. */
export function restoredPlan(
  messages: readonly ContextMessage[],
  kept: readonly ContextMessage[],
  env: Env,
): ContextMessage[] {
  for (let index = messages.length - 1; index >= 0; index--) {
    const each = messages[index];
    const plan = each === undefined ? undefined : planIn(each, env);
    if (each === undefined || plan === undefined) continue;
    return kept.some(({ message }) => message.id === each.message.id) ? [] : [putBack('plan', plan, env)];
  }
  return [];
}

function planIn(each: ContextMessage, { counter }: Env): CountedText | undefined {
  if (putBackAs(each) === 'plan') return textPutBack(each);
  if (!each.shape.holdsPlan) return undefined;
  for (const part of each.message.parts.toReversed()) {
    if (!isPlanCall(part)) continue;
    const text = asText(asObject(part.input)?.plan);
    if (text === undefined || text.trim() === '') continue;
    return countedText(`The plan:\n${text}`, counter);
  }
  return undefined;
}
