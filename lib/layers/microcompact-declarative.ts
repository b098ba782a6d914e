import { gateSubtracts } from './clear-results';
import type { Change, Context } from './context';
import type { Env, Glance, Layer, Outcome } from './layer';
import type { Reason } from './reason';
import { type Replacement, replaceParts } from './replace-parts';
import { clearedPlaces, type Survey, staleThinking, survey } from './server-edits';
import { withoutAsking } from './without-asking';

export interface MicrocompactDeclarativeSettings {
  readonly triggerTokens: number;
  readonly triggerToolUses: number;
  readonly keep: number;
  readonly clearAtLeastTokens: number;
  readonly clearInputs: boolean;
  readonly onlyClearableTools: boolean;
  readonly keepThinkingTurns: number;
  readonly gateSubtracts: boolean;
}

/**
 * Has the server edit each request by a rule: old tool uses lose their results, old turns their thinking.
 *
 *   in the request             keep: 1           seen by the model
 *
 *   reply  call read a.ts                        reply  call read a.ts
 *   tool   a.ts, 9,000 tokens         ──▶        tool   [cleared]
 *   reply  call read b.ts                        reply  call read b.ts
 *   tool   b.ts, 4,000 tokens                    tool   b.ts, 4,000 tokens
 *
 * The client keeps its whole history and the server applies the rule to all of it before every call. Here what was cleared
 * stays cleared, which comes to the same as long as the history only grows: the rule is held against the size of the
 * request as it was sent, so that clearing does not end itself. When another layer or the user takes something away, the
 * server would show some results again; here they stay cleared.
 */
export const microcompactDeclarative: Layer<MicrocompactDeclarativeSettings> = {
  id: 'microcompact-declarative',
  title: 'Context editing at the server',
  explains: 'The provider clears old tool results and old thinking from each request, by a rule sent with it.',
  settings: {
    triggerTokens: {
      type: 'number',
      title: 'Size from which on',
      explains: 'Tool results are cleared once a request holds this many tokens.',
      rule: 'M5',
      unit: 'tokens',
      min: 0,
      max: 2_000_000,
      step: 1_000,
      default: 100_000,
    },
    triggerToolUses: {
      type: 'number',
      title: 'Tool uses from which on',
      explains: 'In place of the size: a number of tool uses. 0 goes by the size.',
      rule: 'M5',
      unit: 'results',
      min: 0,
      max: 10_000,
      step: 1,
      default: 0,
    },
    keep: {
      type: 'number',
      title: 'Tool uses kept',
      explains: 'The newest tool uses stay whole.',
      rule: 'M5',
      unit: 'results',
      min: 0,
      max: 1_000,
      step: 1,
      default: 3,
    },
    clearAtLeastTokens: {
      type: 'number',
      title: 'Least saving',
      explains: 'As long as less than this can be saved, no tool result is cleared and the cache stays valid.',
      rule: 'M5',
      unit: 'tokens',
      min: 0,
      max: 2_000_000,
      step: 1_000,
      default: 0,
    },
    clearInputs: {
      type: 'switch',
      title: 'Inputs too',
      explains: 'The call of a cleared result stays with an empty input.',
      rule: 'M5',
      default: false,
    },
    onlyClearableTools: {
      type: 'switch',
      title: 'Only tools that can be run again',
      explains:
        'Files, shells, searches, the web. The provider itself clears the results of all tools that are not exempt.',
      rule: 'M1',
      default: false,
    },
    keepThinkingTurns: {
      type: 'number',
      title: 'Turns with their thinking',
      explains: 'The thinking of older turns is cleared. 0 keeps all of it.',
      rule: 'M5',
      unit: 'turns',
      min: 0,
      max: 1_000,
      step: 1,
      default: 0,
    },
    gateSubtracts,
  },
  reasons: {
    cleared: '{results} tool results, {inputs} inputs and {thinking} parts of thinking were cleared, {tokens} tokens',
    'below-tokens': 'the request holds {tokens} tokens < {triggerTokens}',
    'below-uses': '{uses} tool uses < {triggerToolUses}',
    few: '{uses} tool uses, and the newest {keep} are kept',
    'small-saving': 'clearing would save {tokens} tokens < {clearAtLeastTokens}',
    'nothing-new': 'nothing is old enough that was not cleared before',
    'gone-since': 'of what the server clears from requests, {tokens} tokens have left the history',
  },
  turn: 'before-call',
  idle,
  run: withoutAsking(decide),
};

function idle({ toolCalls, memory }: Glance, settings: MicrocompactDeclarativeSettings, env: Env): Reason | undefined {
  if (settings.keepThinkingTurns > 0) return undefined;
  return notTriggered(settings, toolCalls, memory.serverEditedTokens ?? 0, env) ?? tooFew(settings, toolCalls);
}

/** Tokens are fractions, and their sum depends a little on the order. */
const LEAST_GONE = 1;

function decide(context: Context, settings: MicrocompactDeclarativeSettings, env: Env): Outcome {
  const seen = survey(context.messages, settings.keep, settings, env);
  const thinking =
    settings.keepThinkingTurns === 0 ? [] : staleThinking(context.messages, settings.keepThinkingTurns, env);
  const withoutThinking = replaceParts(context.messages, thinking);
  const uses = usesToClear(context, settings, seen, env);
  const { messages, parts, tokens } = replaceParts(withoutThinking.messages, uses.replacements);
  const changes: readonly Change[] = [
    { fate: 'cleared' as const, parts: withoutThinking.parts, tokens: withoutThinking.tokens },
    { fate: 'cleared' as const, parts, tokens },
  ].filter((change) => change.parts.length > 0);

  const serverEditedTokens = seen.unedited + withoutThinking.tokens + tokens;
  const memory = { ...context.memory, serverEditedTokens };
  if (changes.length === 0) {
    const gone = (context.memory.serverEditedTokens ?? 0) - serverEditedTokens;
    if (gone < LEAST_GONE) return { type: 'unchanged', reason: uses.reason };
    // Else each later call would be looked through for a trigger that seems closer than it is.
    const reason = m5('gone-since', { tokens: Math.round(gone) });
    return { type: 'changed', context: { messages: context.messages, memory }, changes, reason };
  }
  const freed = withoutThinking.tokens + tokens;
  const results = uses.replacements.filter(({ by }) => by.part.kind === 'tool-result').length;
  return {
    type: 'changed',
    context: { messages, memory },
    changes,
    reason: m5('cleared', {
      results,
      inputs: uses.replacements.length - results,
      thinking: thinking.length,
      tokens: Math.round(freed),
    }),
    ...(settings.gateSubtracts ? { freedTokens: freed } : {}),
  };
}

function usesToClear(
  { messages }: Context,
  settings: MicrocompactDeclarativeSettings,
  { unedited, uneditedOfTools, uses, inScope, old }: Survey,
  env: Env,
): { readonly replacements: readonly Replacement[]; readonly reason: Reason } {
  const none = (reason: Reason) => ({ replacements: [], reason });
  const declined = notTriggered(settings, uses, unedited, env) ?? tooFew(settings, inScope);
  if (declined !== undefined) return none(declined);
  const replacements = clearedPlaces(messages, old, env);
  const tokens = replacements.reduce(
    (sum, { by }) => sum + (by.uneditedTokens ?? by.tokens) - by.tokens,
    uneditedOfTools,
  );
  if (tokens < settings.clearAtLeastTokens) {
    const { clearAtLeastTokens } = settings;
    return none(m5('small-saving', { tokens: Math.floor(tokens), clearAtLeastTokens }));
  }
  return { replacements, reason: m5('nothing-new', {}) };
}

function notTriggered(
  { triggerTokens, triggerToolUses }: MicrocompactDeclarativeSettings,
  uses: number,
  unedited: number,
  env: Env,
): Reason | undefined {
  if (triggerToolUses > 0) {
    return uses < triggerToolUses ? m5('below-uses', { uses, triggerToolUses }) : undefined;
  }
  const sent = env.used + unedited;
  return sent < triggerTokens ? m5('below-tokens', { tokens: Math.round(sent), triggerTokens }) : undefined;
}

function tooFew({ keep }: MicrocompactDeclarativeSettings, uses: number): Reason | undefined {
  return uses <= keep ? m5('few', { uses, keep }) : undefined;
}

function m5(code: string, values: Reason['values']): Reason {
  return { rule: 'M5', code, values };
}
