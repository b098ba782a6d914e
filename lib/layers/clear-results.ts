import { categoryOf } from '../tokens/category-of';
import type { Message, ToolResultPart } from '../transcript/transcript';
import { isLiveClearable } from './clearable';
import type { ContextMessage, ContextPart } from './context';
import type { Env } from './layer';
import { type Replaced, replaceParts } from './replace-parts';
import type { SwitchSpec } from './setting';

/** Short and always the same: it stays in the context for good, and a cached prefix must not change with it. */
const PLACEHOLDER = '(Tool result cleared)';

export interface LiveResult {
  /** Where it stands in the context. */
  readonly message: number;
  readonly part: number;
  readonly of: Message;
  readonly result: ToolResultPart;
  readonly tokens: number;
}

/** [M1] The results that may be cleared, the oldest first. */
export function liveResults(messages: readonly ContextMessage[], env: Env): LiveResult[] {
  const live: LiveResult[] = [];
  messages.forEach(({ message, parts }, place) => {
    if (message.kind !== 'tool-results' || env.pinned.has(message.id)) return;
    parts.forEach((held, part) => {
      if (held.part.kind !== 'tool-result' || !isLiveClearable(held, env.exemptTools)) return;
      live.push({ message: place, part, of: message, result: held.part, tokens: held.tokens });
    });
  });
  return live;
}

export function allButNewest<Item>(items: readonly Item[], keep: number): readonly Item[] {
  return items.slice(0, Math.max(0, items.length - keep));
}

/**
 * [M2] Without its content. Its call, its id and its error flag stay: a provider refuses calls and results that do not
 * match.
 */
export function clearedResult(of: Message, result: ToolResultPart, env: Env): ContextPart {
  const part: ToolResultPart = { ...result, parts: [{ kind: 'text', text: PLACEHOLDER }] };
  return { part, category: categoryOf(of, part), tokens: env.counter.partTokens(part), state: 'cleared' };
}

export function clearResults(messages: readonly ContextMessage[], results: readonly LiveResult[], env: Env): Replaced {
  return replaceParts(
    messages,
    results.map(({ message, part, of, result }) => ({ message, part, by: clearedResult(of, result, env) })),
  );
}

/** [T3] What recordings show, and what would be better. */
export const gateSubtracts: SwitchSpec = {
  type: 'switch',
  title: 'Subtract at the gate',
  explains:
    'The gate compares the size without what was cleared just before it. Recordings show that it is not subtracted.',
  rule: 'T3',
  default: false,
};
