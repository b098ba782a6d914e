import { assertNever } from '../../base/assert-never';
import { optional } from '../../base/optional';
import type { MessageCounter } from '../../tokens/counters';
import type { Part } from '../../transcript/transcript';
import { closedRounds } from '../rounds/closed-rounds';
import { roundsOf } from '../rounds/rounds';
import { hooksAt } from '../shape/compaction-hooks';
import { type ContextMessage, tokensOf } from '../shape/context';
import { type Failed, failed } from '../shape/failed';
import type { Ask, Env, Reply } from '../shape/layer';
import { madeMessage, wholeMessage } from '../shape/made-message';
import { isMedia } from '../shape/media-bytes';
import type { SettingsSpec } from '../shape/setting';
import { instructionText } from '../shape/summary-instruction';
import { closedStart, laterClosedStart } from './kept-tail';
import { formOf, type RequestFormSettings, requestFormSettings } from './request-form';
import { withoutScratch } from './without-scratch';

export interface SummaryRequestSettings extends RequestFormSettings {
  readonly summaryTokens: number;
  readonly maxTries: number;
  readonly streamRetries: number;
  readonly firstCharacters: number;
  readonly lastTokens: number;
  readonly sharesCache: boolean;
  readonly checksSummary: boolean;
}

export const summaryRequestSettings: SettingsSpec<SummaryRequestSettings> = {
  ...requestFormSettings,
  summaryTokens: {
    type: 'number',
    title: 'Max summary',
    explains: 'Output limit of the summary request.',
    rule: 'F3',
    synonyms: ['max_tokens', 'summary length'],
    unit: 'tokens',
    min: 500,
    max: 64_000,
    step: 500,
    default: 20_000,
  },
  maxTries: {
    type: 'number',
    title: 'Retries when too long',
    explains: 'Each attempt after the first drops the oldest rounds from the request.',
    rule: 'F4',
    unit: 'tries',
    min: 0,
    max: 10,
    step: 1,
    default: 3,
  },
  sharesCache: {
    type: 'switch',
    title: 'Reuse prompt cache',
    explains:
      'Appends the instruction to the conversation, so the request reads from the cache. Off, sends a separate, uncached request without images and restored content.',
    rule: 'E3',
    synonyms: ['prompt caching', 'fork'],
    default: true,
  },
  streamRetries: {
    type: 'number',
    title: 'Retries after interruption',
    explains: 'Number of times an interrupted request is repeated before compaction fails.',
    rule: 'F3',
    unit: 'tries',
    min: 0,
    max: 10,
    step: 1,
    default: 2,
  },
  checksSummary: {
    type: 'switch',
    title: 'Checks the summary',
    explains: 'Sends the request once more, with the summary, to have it checked and completed.',
    rule: 'F14',
    synonyms: ['verification', 'self-check', 'two calls'],
    default: false,
  },
  firstCharacters: {
    type: 'number',
    title: 'Summarise only the start',
    explains: 'Summarises rounds up to this share of the conversation and drops the rest. 0 summarises everything.',
    rule: 'F10',
    unit: 'characters',
    min: 0,
    max: 10_000_000,
    step: 1_000,
    default: 0,
  },
  lastTokens: {
    type: 'number',
    title: 'Summarise only the end',
    explains:
      'Summarises the latest messages that fit into this, from a prompt on, and drops the rest unread. 0 summarises everything.',
    rule: 'F10',
    synonyms: ['trim_tokens_to_summarize', 'trim_messages'],
    unit: 'tokens',
    min: 0,
    max: 10_000_000,
    step: 500,
    default: 0,
  },
};

type Answer = Extract<Reply, { readonly type: 'text' }>;

/**
 * [F2] [F4] Requests a summary of these messages. Retries without the oldest rounds while the request is too long, and
 * unchanged if the answer is interrupted. A request that shares the cache starts with exactly the same messages; a separate
 * one omits what is expensive and not useful.
 *
 *   user   summary of before            user   summary of before
 *   user   a.ts, put back               user   look at this
 *   user   look at this       ──▶       user   [image]
 *   user   image                        reply  call read b.ts
 *   reply  call read b.ts               tool   b.ts, 9,000 tokens
 *   tool   b.ts, 9,000 tokens
 */
export function* askForSummary(
  gone: readonly ContextMessage[],
  settings: SummaryRequestSettings,
  env: Env,
): Generator<Ask, Answer | Failed, Reply> {
  const form = formOf(settings);
  const sharesCache = settings.sharesCache && form === undefined;
  const begun = beginning(sharesCache ? gone : withoutPutBack(gone), settings.firstCharacters);
  const told = ending(begun, settings.lastTokens);
  const whole = withStart(sharesCache ? told : withoutMedia(told, env), env);
  // [X2] A request that was rejected as a call would be rejected as a summary request too.
  let messages = (env.gapTokens === undefined ? undefined : withoutOldestRounds(whole, env.gapTokens, env)) ?? whole;
  const focus = focusOf(env);
  const wish = { instruction: instructionText({ text: env.summaryPrompt.text, ...focus }), ...focus };
  if (withoutPutBack(told).length === 0) return failed('empty', env.partial === undefined ? 'F1' : 'F8', 'empty');
  /** [F14] To be checked. */
  let first: Answer | undefined;
  let asked = 1;
  let broken = 0;
  for (;;) {
    const ask = {
      type: 'summary',
      context: { messages },
      sharesCache,
      ...optional('form', form),
      maxTokens: settings.summaryTokens,
      ...wish,
      ...(first !== undefined && { instruction: checkInstruction(wish.instruction, first.text) }),
    } as const;
    const reply = yield broken === 0 ? ask : { ...ask, retry: broken };
    switch (reply.type) {
      case 'text':
        if (settings.checksSummary && first === undefined) {
          first = reply;
          broken = 0;
          break;
        }
        return summaryIn(reply, env.counter, env.summaryPrompt.scratchTag) ?? failed('no-summary', 'F5', 'no-summary');
      case 'error':
        if (broken >= settings.streamRetries) return failed('api-error', 'F5', 'api-error', { what: reply.what });
        broken += 1;
        break;
      case 'aborted':
        return failed('aborted', 'F5', 'aborted');
      case 'too-long': {
        if (asked > settings.maxTries) return failed('too-long', 'F4', 'too-long', { tries: asked });
        const shorter = withoutOldestRounds(messages, reply.gapTokens, env);
        if (shorter === undefined) return failed('too-long', 'F4', 'one-round');
        messages = shorter;
        asked += 1;
        broken = 0;
        break;
      }
      default:
        return assertNever(reply);
    }
  }
}

/** [F14] */
function checkInstruction(instruction: string, summary: string): string {
  return `${instruction}\n\nThis is a first summary:\n\n${summary}\n\nCompare it with the conversation. Then write the whole summary again, with what is missing or wrong corrected.`;
}

/** [F3] */
export function summaryIn(reply: Answer, counter: MessageCounter, scratchTag?: string): Answer | undefined {
  const text = withoutScratch(reply.text, reply.scratchTag ?? scratchTag);
  if (reply.tokens === 0 || text === '') return undefined;
  // A reply of a known length has that length, unless a part of it was removed.
  if (text === reply.text.trim()) return reply;
  return { ...reply, text, tokens: Math.min(reply.tokens, counter.partTokens({ kind: 'text', text })) };
}

/** [F10] The oldest rounds that fit, at least one. */
function beginning(messages: readonly ContextMessage[], characters: number): readonly ContextMessage[] {
  if (characters === 0) return messages;
  let room = characters;
  const told: ContextMessage[] = [];
  for (const round of closedRounds(messages)) {
    room -= JSON.stringify(round.map(({ message }) => message.parts)).length;
    if (room < 0 && told.length > 0) break;
    told.push(...round);
  }
  return told;
}

/** Of a conversation without a prompt among the latest messages. */
const LATEST_MESSAGES = 15;

/** [F10] The latest that fit, from the first prompt or summary among them on; without one, so many whatever their size. */
function ending(messages: readonly ContextMessage[], room: number): readonly ContextMessage[] {
  if (room === 0 || tokensOf(messages) <= room) return messages;
  let start = messages.length;
  for (let left = room; start > 0; start--) {
    left -= messages[start - 1]?.tokens ?? 0;
    if (left < 0) break;
  }
  const from = laterClosedStart(messages, start, ({ message }) => message.role === 'user');
  if (from < messages.length) return messages.slice(from);
  return messages.slice(closedStart(messages, Math.max(0, messages.length - LATEST_MESSAGES)));
}

/** [F1] The user's instructions come before those of hooks. */
function focusOf(env: Env): Pick<Ask, 'focus'> {
  const wishes = [env.focus, hooksAt(env)?.instructions].flatMap((wish) => wish?.trim() || []);
  return wishes.length === 0 ? {} : { focus: wishes.join('\n\n') };
}

/** [F2] Restored content will be restored again, so the summary need not cover it. */
function withoutPutBack(messages: readonly ContextMessage[]): readonly ContextMessage[] {
  return messages.filter(({ message, origin }) => origin === 'recorded' || message.kind === 'summary');
}

const SHARE_DROPPED = 0.2;

/** [F4] The fewest rounds that cover the gap, or a fifth; at least one stays. */
export function withoutOldestRounds(
  messages: readonly ContextMessage[],
  gapTokens: number | undefined,
  env: Env,
): readonly ContextMessage[] | undefined {
  // Otherwise the next attempt would only drop the opening message that the previous one added.
  const rounds = roundsOf({ messages: messages.filter(({ message }) => message.id !== startId(env)) });
  if (rounds.length < 2) return undefined;
  let drop = 0;
  if (gapTokens === undefined) drop = Math.max(1, Math.floor(rounds.length * SHARE_DROPPED));
  else {
    for (let freed = 0; freed < gapTokens && drop < rounds.length; drop++) {
      freed += tokensOf(rounds[drop] ?? []);
    }
    drop = Math.max(1, drop);
  }
  return withStart(rounds.slice(Math.min(drop, rounds.length - 1)).flat(), env);
}

/** Providers reject a request that does not start with the user. */
function withStart(messages: readonly ContextMessage[], env: Env): readonly ContextMessage[] {
  if (messages[0]?.message.role !== 'assistant') return messages;
  const text = '[The beginning of the conversation was left out.]';
  return [madeMessage(startId(env), 'injected', [{ kind: 'text', text }], env.counter), ...messages];
}

function startId({ call }: Env): string {
  return `made-${call}-start`;
}

/** [F2] The summary request shows that there was an image, not the image. */
function withoutMedia(messages: readonly ContextMessage[], env: Env): readonly ContextMessage[] {
  if (!messages.some(({ shape }) => shape.holdsMedia)) return messages;
  return messages.map((each) => (each.shape.holdsMedia ? withMarkers(each, env) : each));
}

function withMarkers(each: ContextMessage, { counter }: Env): ContextMessage {
  const before = marked.get(each);
  if (before?.counter === counter) return before.message;
  const parts = each.message.parts.map((part) =>
    part.kind === 'tool-result' ? { ...part, parts: part.parts.map(asMarker) } : asMarker(part),
  );
  const message = wholeMessage({ ...each.message, parts }, each.recordedAt, (part, index) => {
    const unchanged = each.message.parts[index];
    return unchanged !== undefined && !holdsMedia(unchanged)
      ? (each.parts[index]?.tokens ?? 0)
      : counter.partTokens(part);
  });
  marked.set(each, { message, counter });
  return message;
}

/** The same images occur at each compaction of each replay, and counting their surroundings is expensive. */
const marked = new WeakMap<ContextMessage, { readonly message: ContextMessage; readonly counter: MessageCounter }>();

function holdsMedia(part: Part): boolean {
  return isMedia(part) || (part.kind === 'tool-result' && part.parts.some(isMedia));
}

function asMarker<Any extends Part>(part: Any): Any | { readonly kind: 'text'; readonly text: string } {
  if (part.kind === 'image') return { kind: 'text', text: '[image]' };
  return part.kind === 'document' ? { kind: 'text', text: '[document]' } : part;
}
