import type { ThinkingPart, ToolCallId, ToolCallPart } from '../transcript/transcript';
import { clearedResult } from './clear-results';
import type { ContextMessage, ContextPart } from './context';
import type { Env } from './layer';
import type { Replacement } from './replace-parts';
import { toolKind } from './tool-kind';

interface Place {
  readonly message: number;
  readonly part: number;
}

interface ToolUseScope {
  /** Only tools whose results can be had again [M1]. */
  readonly onlyClearableTools: boolean;
  readonly clearInputs: boolean;
}

/** What the server has to go by, and what is left for it to clear. */
export interface Survey {
  /** Tokens that stand in the request and not in the context, because the server cleared them before. */
  readonly unedited: number;
  /** The same without thinking. */
  readonly uneditedOfTools: number;
  /** Calls that were answered. */
  readonly uses: number;
  /** Of these, the ones that may be cleared at all. */
  readonly inScope: number;
  /** What still has its content of those that are not to be kept: results, and calls where inputs are cleared too. */
  readonly old: readonly Place[];
}

/**
 * Goes backwards, so that only calls whose results were just passed need be remembered: this is done before every call.
 * An id that comes again is a new call.
 */
export function survey(messages: readonly ContextMessage[], keep: number, scope: ToolUseScope, env: Env): Survey {
  const answers = new Map<ToolCallId, Place[]>();
  const old: Place[] = [];
  const addIfWhole = (place: Place, held: ContextPart | undefined) => {
    if (held?.state === 'whole') old.push(place);
  };
  let unedited = 0;
  let uneditedOfTools = 0;
  let uses = 0;
  let inScope = 0;
  for (let message = messages.length - 1; message >= 0; message--) {
    const parts = messages[message]?.parts ?? [];
    for (let part = parts.length - 1; part >= 0; part--) {
      const held = parts[part];
      if (held === undefined) continue;
      if (held.uneditedTokens !== undefined) {
        unedited += held.uneditedTokens - held.tokens;
        if (held.part.kind !== 'thinking') uneditedOfTools += held.uneditedTokens - held.tokens;
      }
      if (held.part.kind === 'tool-result') {
        const others = answers.get(held.part.callId);
        if (others === undefined) answers.set(held.part.callId, [{ message, part }]);
        else others.push({ message, part });
      }
      if (held.part.kind !== 'tool-call') continue;
      const results = answers.get(held.part.id);
      if (results === undefined) continue;
      answers.delete(held.part.id);
      uses += 1;
      if (!isInScope(held.part.name, scope, env)) continue;
      inScope += 1;
      if (inScope <= keep) continue;
      for (const place of results) addIfWhole(place, messages[place.message]?.parts[place.part]);
      if (scope.clearInputs) addIfWhole({ message, part }, held);
    }
  }
  return { unedited, uneditedOfTools, uses, inScope, old: old.reverse() };
}

function isInScope(name: string, { onlyClearableTools }: ToolUseScope, env: Env): boolean {
  return !env.exemptTools.has(name) && (!onlyClearableTools || toolKind(name) !== 'other');
}

/** Only where it makes the context smaller: what has been cleared must not come back when the rest grows. */
export function clearedPlaces(messages: readonly ContextMessage[], places: readonly Place[], env: Env): Replacement[] {
  return places.flatMap(({ message, part }): Replacement[] => {
    const of = messages[message]?.message;
    const held = messages[message]?.parts[part];
    if (of === undefined || held === undefined || env.pinned.has(of.id)) return [];
    let by: ContextPart | undefined;
    if (held.part.kind === 'tool-result') by = clearedResult(of, held.part, env);
    if (held.part.kind === 'tool-call') by = withoutInput(held, held.part, env);
    if (by === undefined || by.tokens >= held.tokens) return [];
    return [{ message, part, by: { ...by, uneditedTokens: held.tokens } }];
  });
}

function withoutInput({ category }: ContextPart, call: ToolCallPart, env: Env): ContextPart {
  const part: ToolCallPart = { ...call, input: {} };
  return { part, category, tokens: env.counter.partTokens(part), state: 'cleared' };
}

const NO_THINKING: ThinkingPart = { kind: 'thinking', text: '' };

/**
 * Thinking before the newest turns that have any. A turn is all that was answered to one prompt, results included: within
 * it the model must find what it thought. The empty part keeps the place, so that later parts are found where they were.
 */
export function staleThinking(messages: readonly ContextMessage[], keepTurns: number, env: Env): Replacement[] {
  const turns: Replacement[][] = [];
  let current: Replacement[] | undefined;
  messages.forEach(({ message: of, parts }, message) => {
    if (of.kind === 'prompt' || of.kind === 'summary') current = undefined;
    parts.forEach((held, part) => {
      if (held.part.kind !== 'thinking') return;
      if (current === undefined) {
        current = [];
        turns.push(current);
      }
      if (held.state !== 'whole' || env.pinned.has(of.id)) return;
      const by: ContextPart = {
        part: NO_THINKING,
        category: held.category,
        tokens: 0,
        state: 'cleared',
        uneditedTokens: held.tokens,
      };
      current.push({ message, part, by });
    });
  });
  return turns.slice(0, Math.max(0, turns.length - keepTurns)).flat();
}
