import type { MessageCounter } from '../../tokens/counters';
import type { ResultPart, ToolResultPart } from '../../transcript/transcript';
import type { ContextMessage, ContextPart, PartPlace } from '../shape/context';
import type { Env } from '../shape/layer';
import type { NumberSpec, SwitchSpec } from '../shape/setting';
import { type Replaced, replaceParts } from './replace-parts';

/** Short and always the same: it stays in the context for good, and must not change within a cached prefix. */
const PLACEHOLDER: readonly ResultPart[] = [{ kind: 'text', text: '(Tool result cleared)' }];

export interface LiveResult extends PartPlace {
  readonly result: ToolResultPart;
}

export function withoutContent(result: ToolResultPart): ToolResultPart {
  const { kind, callId, toolName, isError } = result;
  // Left out if the original has none, because parts are compared by their properties.
  return toolName === undefined
    ? { kind, callId, parts: PLACEHOLDER, isError }
    : { kind, callId, toolName, parts: PLACEHOLDER, isError };
}

/**
 * [M2] The result without its content. Its call, its id and its error flag stay: providers reject calls and results that
 * do not match.
 */
export function clearedResult(result: ToolResultPart, { counter }: Pick<Env, 'counter'>): ContextPart {
  const part = withoutContent(result);
  let tokens = placeholderTokens.get(counter);
  if (tokens === undefined) {
    tokens = counter.partTokens(part);
    placeholderTokens.set(counter, tokens);
  }
  return { part, category: 'tool-results', tokens, state: 'cleared' };
}

/** The same text everywhere, so it is counted once: results are cleared before nearly every call of a replay. */
const placeholderTokens = new WeakMap<MessageCounter, number>();

export function clearResults(messages: readonly ContextMessage[], results: readonly LiveResult[], env: Env): Replaced {
  return replaceParts(
    messages,
    results.map(({ message, part, result }) => ({ message, part, by: clearedResult(result, env) })),
  );
}

/** [T3] Recordings show that it is not subtracted; subtracting would be better. */
export const gateSubtracts: SwitchSpec = {
  type: 'switch',
  title: 'Subtract at the gate',
  explains:
    'Subtracts just-cleared tokens from the size that the gate compares. Recordings show that Claude Code does not.',
  rule: 'T3',
  default: false,
};

/** Of every layer that clears by age; each has a rule for it. */
export const resultsKept: Omit<NumberSpec, 'rule'> = {
  type: 'number',
  title: 'Results kept',
  explains: 'The latest results are never cleared.',
  synonyms: ['keepRecent', 'keep last'],
  isMain: true,
  unit: 'results',
  min: 1,
  max: 1_000,
  step: 1,
  default: 5,
};
