import { asObject, asText } from '../base/json';
import type { Part } from '../transcript/transcript';
import type { ContextMessage } from './context';
import type { Env } from './layer';
import { madeMessage } from './made-message';

const ID_END = '-plan';

/** [N7] The newest plan, unless it stands in what is kept. */
export function restoredPlan(
  messages: readonly ContextMessage[],
  kept: readonly ContextMessage[],
  env: Env,
): ContextMessage[] {
  for (const each of messages.toReversed()) {
    const plan = planIn(each);
    if (plan === undefined) continue;
    if (kept.some(({ message }) => message.id === each.message.id)) return [];
    return [madeMessage(`made-${env.call}${ID_END}`, 'injected', [plan], env.counter)];
  }
  return [];
}

function planIn({ message, origin }: ContextMessage): Part | undefined {
  // What an earlier compaction put back: the call that wrote the plan is gone by then.
  if (origin === 'made' && message.id.endsWith(ID_END)) return message.parts[0];
  for (const part of message.parts.toReversed()) {
    if (part.kind !== 'tool-call' || part.name.toLowerCase().replaceAll('_', '') !== 'exitplanmode') continue;
    const text = asText(asObject(part.input)?.plan);
    if (text !== undefined && text.trim() !== '') return { kind: 'text', text: `The plan:\n${text}` };
  }
  return undefined;
}
