import { appended } from '../../base/appended';
import { gateSubtracts } from '../results/clear-results';
import {
  editedContext,
  nothingReplaced,
  type Replaced,
  type Replacement,
  replaceParts,
} from '../results/replace-parts';
import { resultIndex } from '../results/result-index';
import type { Change, Context } from '../shape/context';
import type { ContextStats, Env, Layer, Outcome } from '../shape/layer';
import { microcompactMark } from '../shape/layer-mark';
import { NO_REASON, type Reason } from '../shape/reason';
import { withoutAsking } from '../shape/without-asking';
import { clearedToolUses, staleThinking, type ToolUseScope } from './server-edits';

export interface MicrocompactDeclarativeSettings extends ToolUseScope {
  readonly variant: 'own' | 'claude-code';
  readonly triggerTokens: number;
  readonly triggerToolUses: number;
  readonly clearAtLeastTokens: number;
  readonly keepThinkingTurns: number;
  readonly gateSubtracts: boolean;
}

type IndexStats = ContextStats['index'];

/**
 * The server edits each request by a rule: old tool uses lose their results, old turns their thinking.
 *
 *   in the request             keep: 1           seen by the model
 *
 *   reply  call read a.ts                        reply  call read a.ts
 *   tool   a.ts, 9,000 tokens         ──▶        tool   [cleared]
 *   reply  call read b.ts                        reply  call read b.ts
 *   tool   b.ts, 4,000 tokens                    tool   b.ts, 4,000 tokens
 *
 * The client keeps its whole history and the server applies the rule to all of it before every call. Here, cleared results
 * stay cleared, which is equivalent while the history only grows: the rule uses the size of the request as sent, so that
 * clearing does not undo itself. If another layer or the user removed something, the server would show some results
 * again; here they stay cleared.
 */
export const microcompactDeclarative: Layer<MicrocompactDeclarativeSettings> = {
  title: 'Server-side context editing',
  explains: 'The provider clears old tool results and thinking from each request, following a rule sent with it.',
  mark: microcompactMark,
  contextEditing: editingOf,
  settings: {
    variant: {
      type: 'choice',
      title: 'Values from',
      explains: 'Use the settings below, or the values that Claude Code requests.',
      rule: 'M5',
      options: {
        own: 'Settings below',
        'claude-code': 'At 180,000 tokens, clear at least 140,000, leaving 40,000, only from tools that can be rerun',
      },
      default: 'own',
    },
    triggerTokens: {
      type: 'number',
      title: 'Size trigger',
      explains: 'Clear tool results once a request reaches this many tokens.',
      rule: 'M5',
      synonyms: ['threshold', 'input_tokens', 'clear_tool_uses_20250919'],
      isMain: true,
      unit: 'tokens',
      min: 0,
      max: 2_000_000,
      step: 1_000,
      default: 100_000,
    },
    triggerToolUses: {
      type: 'number',
      title: 'Tool use trigger',
      explains: 'Clear at this number of tool uses instead. 0 uses the size trigger.',
      rule: 'M5',
      synonyms: ['threshold', 'tool_uses', 'clear_tool_uses_20250919'],
      unit: 'results',
      min: 0,
      max: 10_000,
      step: 1,
      default: 0,
    },
    keep: {
      type: 'number',
      title: 'Tool uses kept',
      explains: 'The latest tool uses are never cleared.',
      rule: 'M5',
      synonyms: ['keepRecent', 'keep last', 'clear_tool_uses_20250919'],
      isMain: true,
      unit: 'results',
      min: 0,
      max: 1_000,
      step: 1,
      default: 3,
    },
    clearAtLeastTokens: {
      type: 'number',
      title: 'Min saving',
      explains: 'Nothing is cleared unless it saves at least this much, so the cache stays valid.',
      rule: 'M5',
      synonyms: ['clear_at_least'],
      isMain: true,
      unit: 'tokens',
      min: 0,
      max: 2_000_000,
      step: 1_000,
      default: 0,
    },
    clearInputs: {
      type: 'switch',
      title: 'Clear inputs',
      explains: 'Also empties the input of the cleared tool call.',
      rule: 'M5',
      synonyms: ['clear_tool_inputs'],
      default: false,
    },
    onlyClearableTools: {
      type: 'switch',
      title: 'Only rerunnable tools',
      explains:
        'Files, shells, searches, the web. Off, all tools that are not exempt are cleared, as the provider does.',
      rule: 'M1',
      synonyms: ['exclude_tools'],
      default: false,
    },
    keepThinkingTurns: {
      type: 'number',
      title: 'Turns with thinking kept',
      explains: 'Thinking in older turns is cleared. 0 keeps all thinking.',
      rule: 'M5',
      synonyms: ['clear_thinking_20251015', 'reasoning'],
      unit: 'turns',
      min: 0,
      max: 1_000,
      step: 1,
      default: 0,
    },
    gateSubtracts,
  },
  reasons: {
    cleared: 'cleared {results} tool results, {inputs} inputs and {thinking} thinking parts, {tokens} tokens',
    'below-tokens': 'the request has {tokens} tokens < {triggerTokens}',
    'below-uses': '{uses} tool uses < {triggerToolUses}',
    few: '{uses} tool uses, and the latest {keep} are kept',
    'small-saving': 'clearing would save {tokens} tokens < {clearAtLeastTokens}',
    'small-results': 'all results total {tokens} tokens < {clearAtLeastTokens} minimum saving',
    'nothing-new': 'nothing old enough is left to clear',
  },
  turn: 'before-call',
  idle,
  ...withoutAsking(decide),
};

/** From third-party analyses of Claude Code: at 180,000 tokens it keeps 40,000. */
const CLAUDE_CODE = {
  triggerTokens: 180_000,
  triggerToolUses: 0,
  clearAtLeastTokens: 140_000,
  onlyClearableTools: true,
} as const;

/** The effective numbers, whichever variant is set. */
export function editingOf(settings: MicrocompactDeclarativeSettings): MicrocompactDeclarativeSettings {
  return settings.variant === 'claude-code' ? { ...settings, ...CLAUDE_CODE } : settings;
}

function idle({ index }: ContextStats, given: MicrocompactDeclarativeSettings, env: Env): Reason | undefined {
  const settings = editingOf(given);
  if (settings.keepThinkingTurns > 0) return undefined;
  return notTriggered(settings, index, env) ?? tooFew(settings, index, env) ?? tooLittle(settings, index, env);
}

function decide(context: Context, given: MicrocompactDeclarativeSettings, env: Env): Outcome {
  const settings = editingOf(given);
  const { messages, memory } = context;
  const turns = settings.keepThinkingTurns;
  const stale = turns === 0 ? nothingReplaced : replaceParts(messages, staleThinking(messages, turns, env));
  const uses = usesToClear(context, settings, env);
  const cleared = replaceParts(messages, uses.replacements, stale);
  let changes: Change[] | undefined;
  if (stale.parts.length > 0) changes = [changeBy(stale)];
  if (cleared.parts.length > 0) changes = appended(changes, changeBy(cleared));
  if (changes === undefined) return { type: 'unchanged', reason: uses.reason };

  const { edits } = cleared;
  const freed = stale.tokens + cleared.tokens;
  const inputs = settings.clearInputs ? inputsAmong(uses.replacements) : 0;
  return {
    type: 'changed',
    context: editedContext(context, edits, memory),
    edits,
    changes,
    reason: m5('cleared', {
      results: uses.replacements.length - inputs,
      inputs,
      thinking: stale.parts.length,
      tokens: Math.round(freed),
    }),
    freedTokens: settings.gateSubtracts ? freed : undefined,
  };
}

function changeBy({ parts, tokens }: Replaced): Change {
  return { fate: 'cleared', parts, tokens };
}

const NOTHING_NEW = m5('nothing-new', {});

function usesToClear(
  context: Context,
  settings: MicrocompactDeclarativeSettings,
  env: Env,
): { readonly replacements: readonly Replacement[]; readonly reason: Reason } {
  const index = resultIndex(context);
  const declined = notTriggered(settings, index, env) ?? tooFew(settings, index, env);
  if (declined !== undefined) return { replacements: [], reason: declined };
  const replacements = clearedToolUses(context, settings, env);
  const { clearAtLeastTokens } = settings;
  if (clearAtLeastTokens === 0) return { replacements, reason: NOTHING_NEW };
  let tokens = index.editedToolTokens;
  for (const { by } of replacements) tokens += (by.uneditedTokens ?? by.tokens) - by.tokens;
  if (tokens < clearAtLeastTokens) {
    return { replacements: [], reason: m5('small-saving', { tokens: Math.floor(tokens), clearAtLeastTokens }) };
  }
  return { replacements, reason: NOTHING_NEW };
}

function inputsAmong(replacements: readonly Replacement[]): number {
  return replacements.filter(({ by }) => by.part.kind === 'tool-call').length;
}

function notTriggered(
  { triggerTokens, triggerToolUses }: MicrocompactDeclarativeSettings,
  { results, editedTokens }: IndexStats,
  env: Env,
): Reason | undefined {
  if (triggerToolUses > 0) {
    if (results >= triggerToolUses) return undefined;
    return env.explainsIdle ? m5('below-uses', { uses: results, triggerToolUses }) : NO_REASON;
  }
  const sent = env.used + editedTokens;
  if (sent >= triggerTokens) return undefined;
  return env.explainsIdle ? m5('below-tokens', { tokens: Math.round(sent), triggerTokens }) : NO_REASON;
}

function tooFew({ keep }: MicrocompactDeclarativeSettings, { results }: IndexStats, env: Env): Reason | undefined {
  if (results > keep) return undefined;
  return env.explainsIdle ? m5('few', { uses: results, keep }) : NO_REASON;
}

/** All results together, if inputs stay: the most that can be saved. */
function tooLittle(
  { clearInputs, clearAtLeastTokens }: MicrocompactDeclarativeSettings,
  { editedToolTokens, wholeTokens }: IndexStats,
  env: Env,
): Reason | undefined {
  const tokens = editedToolTokens + wholeTokens;
  if (clearInputs || tokens >= clearAtLeastTokens) return undefined;
  return env.explainsIdle ? m5('small-results', { tokens: Math.floor(tokens), clearAtLeastTokens }) : NO_REASON;
}

function m5(code: string, values: Reason['values']): Reason {
  return { rule: 'M5', code, values };
}
