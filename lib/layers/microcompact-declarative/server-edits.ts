import { appended } from '../../base/appended';
import type { MessageCounter } from '../../tokens/counters';
import type { ThinkingPart, ToolCallId, ToolCallPart, ToolResultPart } from '../../transcript/transcript';
import { clearedResult } from '../results/clear-results';
import { type Replacement, withReplaced } from '../results/replace-parts';
import { resultIndex } from '../results/result-index';
import type { Context, ContextMessage, ContextPart, PartPlace } from '../shape/context';
import type { Env } from '../shape/layer';
import { toolKind } from '../shape/tool-kind';

export interface ToolUseScope {
  readonly keep: number;
  /** Only tools that can be rerun [M1]. */
  readonly onlyClearableTools: boolean;
  readonly clearInputs: boolean;
}

/**
 * Tool uses to clear that still have their content, with their replacements: results, and calls if inputs are cleared
 * too.
 */
export function clearedToolUses(context: Context, scope: ToolUseScope, env: Env): readonly Replacement[] {
  const { messages } = context;
  const end = startOfKept(messages, scope, env);
  const isAll = isEveryTool(scope, env);
  let cleared: Replacement[] | undefined;
  for (const place of resultIndex(context).whole) {
    if (!isBefore(place, end)) break;
    const isOld = isAll || isInScope(messages[place.message]?.parts[place.part]?.part, scope, env);
    const replacement = isOld ? clearedPart(messages, place, env) : undefined;
    if (replacement !== undefined) cleared = appended(cleared, replacement);
  }
  if (!scope.clearInputs) return cleared ?? NONE;
  const inputs = inputsBefore(messages, end, scope, env).flatMap((place) => clearedPart(messages, place, env) ?? []);
  return [...(cleared ?? NONE), ...inputs].sort((a, b) => a.message - b.message || a.part - b.part);
}

const NONE: readonly Replacement[] = [];

/** Walks backwards only as far as the kept tool uses reach, because this runs before every call. */
function startOfKept(messages: readonly ContextMessage[], scope: ToolUseScope, env: Env): PartPlace {
  let kept = 0;
  for (let message = messages.length - 1; message >= 0; message--) {
    const each = messages[message];
    if (each === undefined || each.shape.results === 0) continue;
    const { parts, shape } = each;
    const isAll = isEveryTool(scope, env) && shape.results === parts.length;
    for (let part = parts.length - 1; part >= 0; part--) {
      if (!isAll && !isInScope(parts[part]?.part, scope, env)) continue;
      if (kept === scope.keep) return { message, part: part + 1 };
      kept += 1;
    }
  }
  return { message: 0, part: 0 };
}

/** Only calls with results. A reused id is a new call. */
function inputsBefore(
  messages: readonly ContextMessage[],
  end: PartPlace,
  scope: ToolUseScope,
  env: Env,
): readonly PartPlace[] {
  /** The latest call with an id, unless its input is already cleared. */
  const calls = new Map<ToolCallId, PartPlace | undefined>();
  const inputs: PartPlace[] = [];
  for (let message = 0; message <= end.message; message++) {
    messages[message]?.parts.forEach((held, part) => {
      if (held.part.kind === 'tool-call') {
        calls.set(held.part.id, held.state === 'whole' ? { message, part } : undefined);
      }
      if (held.part.kind !== 'tool-result' || !isBefore({ message, part }, end)) return;
      const call = calls.get(held.part.callId);
      calls.delete(held.part.callId);
      if (call !== undefined && isInScope(held.part, scope, env)) inputs.push(call);
    });
  }
  return inputs;
}

function isBefore(place: PartPlace, end: PartPlace): boolean {
  return place.message < end.message || (place.message === end.message && place.part < end.part);
}

function isEveryTool({ onlyClearableTools }: ToolUseScope, { exemptTools }: Env): boolean {
  return !onlyClearableTools && exemptTools.size === 0;
}

function isInScope(
  part: ContextPart['part'] | undefined,
  { onlyClearableTools }: ToolUseScope,
  env: Env,
): part is ToolResultPart {
  if (part?.kind !== 'tool-result') return false;
  const name = part.toolName ?? '';
  return !env.exemptTools.has(name) && (!onlyClearableTools || toolKind(name) !== 'other');
}

/** Only if it makes the context smaller: what was cleared must not return when the rest grows. */
function clearedPart(messages: readonly ContextMessage[], place: PartPlace, env: Env): Replacement | undefined {
  const { message, part } = place;
  const of = messages[message];
  const held = of?.parts[part];
  if (of === undefined || held === undefined || (env.pinned.size > 0 && env.pinned.has(of.message.id)))
    return undefined;
  const edited = editedMessage(of, held, part, env);
  return edited && { message, part, by: edited.by, made: edited.made };
}

interface EditedMessage {
  readonly of: ContextPart;
  readonly by: ContextPart;
  readonly made: ContextMessage;
}

/**
 * Cached by position in the recording. Nearly every replay clears the same results one by one, and with new objects each
 * time the garbage collector would take longer than the replay.
 */
const editedBefore = new WeakMap<MessageCounter, EditedMessage[]>();

function editedMessage(message: ContextMessage, of: ContextPart, part: number, env: Env): EditedMessage | undefined {
  let known = editedBefore.get(env.counter);
  if (known === undefined) {
    known = new Array(env.transcript.messages.length);
    editedBefore.set(env.counter, known);
  }
  const at = message.recordedAt?.at;
  const before = at === undefined ? undefined : known[at];
  if (before?.of === of) return before;
  const cleared = withoutContentOf(of, env);
  if (cleared === undefined || cleared.tokens >= of.tokens) return undefined;
  const by = { ...cleared, uneditedTokens: of.tokens };
  const edited = { of, by, made: withReplaced(message, [{ part, by }]) };
  if (at !== undefined) known[at] = edited;
  return edited;
}

function withoutContentOf(held: ContextPart, env: Env): ContextPart | undefined {
  if (held.part.kind === 'tool-result') return clearedResult(held.part, env);
  return held.part.kind === 'tool-call' ? withoutInput(held, held.part, env) : undefined;
}

function withoutInput({ category }: ContextPart, call: ToolCallPart, env: Env): ContextPart {
  const part: ToolCallPart = { ...call, input: {} };
  return { part, category, tokens: env.counter.partTokens(part), state: 'cleared' };
}

const NO_THINKING: ThinkingPart = { kind: 'thinking', text: '' };

/**
 * Thinking before the latest turns that have any. A turn is everything that answers one prompt, results included: within
 * it, the model must see its thinking. The empty part keeps the indexes of later parts.
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
