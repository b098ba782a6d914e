import { asArray, asObject, type Json } from '../../base/json';
import type { ToolCallPart } from '../../transcript/transcript';
import { gateSubtracts } from '../results/clear-results';
import { editedContext, type Replacement, replaceParts } from '../results/replace-parts';
import type { Context, ContextPart } from '../shape/context';
import type { Env, Layer, Outcome } from '../shape/layer';
import { NO_REASON, type Reason } from '../shape/reason';
import { toolKind } from '../shape/tool-kind';
import { withoutAsking } from '../shape/without-asking';

export interface ShortenArgumentsSettings {
  readonly triggerPercent: number;
  readonly keep: number;
  readonly longerThanCharacters: number;
  readonly keptCharacters: number;
  readonly minSavingTokens: number;
  readonly onlyFileTools: boolean;
  readonly gateSubtracts: boolean;
}

/**
 * Cuts long arguments of old tool calls. What was written is in the file, but stays in the context with the call: clearing
 * results does not remove it.
 *
 *   reply  call write a.ts "…", 9,000 tokens     keep: 2      reply  call write a.ts "import { … [shortened]"
 *   tool   created                            ──────────▶     tool   created
 *   reply  call bash npm test                                 reply  call bash npm test
 *   tool   passed                                             tool   passed
 */
export const shortenArguments: Layer<ShortenArgumentsSettings> = {
  title: 'Shorten arguments',
  explains:
    'Before each call of a nearly full context, cuts long arguments of old tool calls that write or edit files.',
  mark: {
    kind: 'arguments',
    title: 'Arguments shortened',
    gravity: 35,
    look: { shape: 'M-6-4.5H6V-1.5H-6ZM-6 1.5H0V4.5H-6Z', color: 'var(--category-tool-calls)' },
  },
  settings: {
    triggerPercent: {
      type: 'number',
      title: 'Share of the effective window',
      explains: 'Arguments are shortened once the context reaches this share.',
      rule: 'M7',
      synonyms: ['threshold', 'trigger', 'fraction'],
      isMain: true,
      unit: 'percent',
      min: 0,
      max: 100,
      step: 1,
      default: 85,
    },
    keep: {
      type: 'number',
      title: 'Messages kept',
      explains: 'Calls in the latest messages are never shortened.',
      rule: 'M7',
      synonyms: ['keepRecent', 'keep last'],
      isMain: true,
      unit: 'messages',
      min: 0,
      max: 10_000,
      step: 1,
      default: 20,
    },
    longerThanCharacters: {
      type: 'number',
      title: 'Min length in characters',
      explains: 'Arguments of this length or shorter are not shortened.',
      rule: 'M7',
      synonyms: ['max_length'],
      isMain: true,
      unit: 'characters',
      min: 0,
      max: 1_000_000,
      step: 100,
      default: 2_000,
    },
    keptCharacters: {
      type: 'number',
      title: 'Characters kept',
      explains: 'The beginning of a shortened argument that stays.',
      rule: 'M7',
      unit: 'characters',
      min: 0,
      max: 1_000_000,
      step: 10,
      default: 20,
    },
    minSavingTokens: {
      type: 'number',
      title: 'Min saving',
      explains: 'Nothing is shortened unless it saves at least this much, so the cache stays valid.',
      rule: 'M7',
      unit: 'tokens',
      min: 0,
      max: 1_000_000,
      step: 1_000,
      default: 0,
    },
    onlyFileTools: {
      type: 'switch',
      title: 'Only writes and edits',
      explains:
        'What they wrote can be read from the file. Off, the arguments of all tools that are not exempt are shortened.',
      rule: 'M7',
      default: true,
    },
    gateSubtracts,
  },
  reasons: {
    shortened: 'shortened the arguments of {calls} calls, {tokens} tokens',
    'below-trigger': '{used} tokens < {trigger}, {triggerPercent} % of the effective window',
    'nothing-long': 'no argument of an old call is longer than {longerThanCharacters} characters',
    'small-saving': 'shortening {calls} calls would save {tokens} tokens < {minSavingTokens}',
  },
  turn: 'before-call',
  idle: (_, settings, env) => belowTrigger(settings, env),
  ...withoutAsking(decide),
};

function belowTrigger({ triggerPercent }: ShortenArgumentsSettings, env: Env): Reason | undefined {
  const trigger = Math.floor((env.effective * triggerPercent) / 100);
  if (env.used >= trigger) return undefined;
  return env.explainsIdle
    ? reason('below-trigger', { used: Math.round(env.used), trigger, triggerPercent })
    : NO_REASON;
}

function decide({ messages, memory }: Context, settings: ShortenArgumentsSettings, env: Env): Outcome {
  const below = belowTrigger(settings, env);
  if (below !== undefined) return { type: 'unchanged', reason: below };
  const { keep, longerThanCharacters, minSavingTokens } = settings;
  const replacements: Replacement[] = [];
  const old = messages.length - keep;
  for (let message = 0; message < old; message++) {
    const each = messages[message];
    if (each === undefined || each.shape.calls === 0 || env.pinned.has(each.message.id)) continue;
    each.parts.forEach((held, part) => {
      const by = shortened(held, settings, env);
      if (by !== undefined) replacements.push({ message, part, by });
    });
  }
  if (replacements.length === 0) return { type: 'unchanged', reason: reason('nothing-long', { longerThanCharacters }) };
  const { edits, parts, tokens } = replaceParts(messages, replacements);
  const calls = replacements.length;
  if (tokens < minSavingTokens) {
    return {
      type: 'unchanged',
      reason: reason('small-saving', { calls, tokens: Math.floor(tokens), minSavingTokens }),
    };
  }
  return {
    type: 'changed',
    context: editedContext({ messages, memory }, edits, memory),
    edits,
    changes: [{ fate: 'cleared', parts, tokens }],
    reason: reason('shortened', { calls, tokens: Math.round(tokens) }),
    ...(settings.gateSubtracts ? { freedTokens: tokens } : {}),
  };
}

/** Only if it makes the call smaller. A call is shortened once. */
function shortened(held: ContextPart, settings: ShortenArgumentsSettings, env: Env): ContextPart | undefined {
  if (held.part.kind !== 'tool-call' || held.state !== 'whole' || !isInScope(held.part, settings, env))
    return undefined;
  if (longestTextOf(held.part) <= settings.longerThanCharacters) return undefined;
  const part: ToolCallPart = { ...held.part, input: withShortTexts(held.part.input, settings) };
  const tokens = env.counter.partTokens(part);
  return tokens < held.tokens ? { part, category: held.category, tokens, state: 'cleared' } : undefined;
}

function isInScope({ name }: ToolCallPart, { onlyFileTools }: ShortenArgumentsSettings, { exemptTools }: Env): boolean {
  if (exemptTools.has(name)) return false;
  const kind = toolKind(name);
  return !onlyFileTools || kind === 'write' || kind === 'edit';
}

/** Computed once: above the trigger, the calls that stay are looked at before every call. */
const longestTexts = new WeakMap<ToolCallPart, number>();

function longestTextOf(call: ToolCallPart): number {
  let longest = longestTexts.get(call);
  if (longest === undefined) {
    longest = longestTextIn(call.input);
    longestTexts.set(call, longest);
  }
  return longest;
}

function longestTextIn(value: Json | undefined): number {
  if (typeof value === 'string') return value.length;
  const inner = asArray(value) ?? Object.values(asObject(value) ?? {});
  return inner.reduce((longest: number, each) => Math.max(longest, longestTextIn(each)), 0);
}

function withShortTexts(value: Json, settings: ShortenArgumentsSettings): Json {
  if (typeof value === 'string') return shortText(value, settings);
  const list = asArray(value);
  if (list !== undefined) return list.map((item) => withShortTexts(item, settings));
  const object = asObject(value);
  if (object === undefined) return value;
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, each]) =>
      each === undefined ? [] : [[name, withShortTexts(each, settings)] as const],
    ),
  );
}

function shortText(text: string, { longerThanCharacters, keptCharacters }: ShortenArgumentsSettings): string {
  if (text.length <= longerThanCharacters || text.length <= keptCharacters) return text;
  return `${text.slice(0, keptCharacters).toWellFormed()}… [shortened]`;
}

function reason(code: string, values: Reason['values']): Reason {
  return { rule: 'M7', code, values };
}
