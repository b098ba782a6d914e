import { assertNever } from '../base/assert-never';
import type { Part } from '../transcript/transcript';
import { type Context, type ContextMessage, partRefs, tokensOf } from './context';
import { filesInUse } from './files-in-use';
import type { Ask, Env, Failure, FailureKind, Layer, Outcome, Reply } from './layer';
import { contextMessage, madeMessage } from './made-message';
import { type RestoredFilesSettings, restoredFiles, restoredFilesSettings } from './restored-files';
import { roundsOf } from './rounds';

export interface FullCompactSettings extends RestoredFilesSettings {
  readonly summaryTokens: number;
  readonly maxTries: number;
  readonly namesFilesOnly: boolean;
  readonly acknowledges: boolean;
}

/**
 * Replaces the whole conversation by a summary that a model writes, and puts the files in use back.
 *
 *   user   fix the tests                     user  summary of what was done
 *   reply  call read a.ts           ──▶      user  a.ts, as it was read last
 *   tool   a.ts, 9,000 tokens                user  b.ts, cut to 5,000 tokens
 *   reply  call read b.ts
 *   tool   b.ts, 12,000 tokens
 *
 * What comes next is sent with the summary in front of it: nothing before it is in the model's sight any more.
 */
export const fullCompact: Layer<FullCompactSettings> = {
  id: 'full-compact',
  title: 'Full compaction',
  explains: 'A model summarises the conversation; the summary and the files in use take its place.',
  settings: {
    summaryTokens: {
      type: 'number',
      title: 'Longest summary',
      explains: 'The output limit of the request for a summary.',
      rule: 'F3',
      unit: 'tokens',
      min: 500,
      max: 64_000,
      step: 500,
      default: 20_000,
    },
    maxTries: {
      type: 'number',
      title: 'Tries when the request is too long',
      explains: 'Each further try drops the oldest rounds from what is to be summarised.',
      rule: 'F4',
      unit: 'tries',
      min: 0,
      max: 10,
      step: 1,
      default: 3,
    },
    ...restoredFilesSettings,
    namesFilesOnly: {
      type: 'switch',
      title: 'Names of files only',
      explains: 'In place of the files that were read last, a list of their names.',
      rule: 'F10',
      default: false,
    },
    acknowledges: {
      type: 'switch',
      title: 'Acknowledgements',
      explains: 'The summary and each file are followed by a short reply of the model, which was never made.',
      rule: 'F10',
      default: false,
    },
  },
  reasons: {
    compacted: '{messages} messages of {before} tokens became {after}',
    empty: 'there is no message to summarise',
    'too-long': 'the request for the summary was too long {tries} times',
    'one-round': 'the request for the summary was too long with a single round left',
    'no-summary': 'the model answered without a summary',
    'api-error': 'the request for the summary failed: {what}',
    aborted: 'the request for the summary was stopped',
    inflated: 'the result, {after} tokens, is not smaller than the {before} before',
  },
  turn: 'gate',
  idle: () => undefined,
  run,
};

function* run(context: Context, settings: FullCompactSettings, env: Env): Generator<Ask, Outcome, Reply> {
  if (context.messages.length === 0) return failed('empty', 'F1', 'empty', {});
  const answer = yield* askForSummary(context, settings, env);
  if ('failure' in answer) return { type: 'failed', failure: answer.failure };

  const summary = madeMessage(
    `made-${env.call}-summary`,
    'summary',
    [{ kind: 'text', text: answer.text }],
    // A reply of a known length is as long as it says, whatever its text.
    { ...env.counter, partTokens: () => answer.tokens },
  );
  const files = settings.namesFilesOnly
    ? namesOfFiles(context.messages, settings, env)
    : restoredFiles(context.messages, [], settings, env);
  const [opening = summary, ...restored] = settings.acknowledges
    ? acknowledged([summary, ...files], env)
    : [summary, ...files];
  const result: Context = { messages: [opening, ...restored], memory: { ...context.memory, collapses: [] } };
  const before = tokensOf(context.messages);
  const after = tokensOf(result.messages);
  if (after >= before) return failed('inflated', 'F5', 'inflated', { before, after });
  return {
    type: 'changed',
    context: result,
    summaryTokens: answer.tokens,
    reason: { rule: 'F6', code: 'compacted', values: { messages: context.messages.length, before, after } },
    changes: [
      { fate: 'summarised', parts: partRefs(context.messages), tokens: before },
      { fate: 'injected', parts: partRefs([summary]), tokens: -summary.tokens },
      ...(restored.length === 0
        ? []
        : [{ fate: 'restored' as const, parts: partRefs(restored), tokens: -tokensOf(restored) }]),
    ],
  };
}

/** [F10] */
function namesOfFiles(messages: readonly ContextMessage[], settings: FullCompactSettings, env: Env): ContextMessage[] {
  const names = filesInUse(messages)
    .slice(0, settings.restoredFiles)
    .map(({ path }) => path);
  if (names.length === 0) return [];
  const text = `Files read last:\n${names.join('\n')}`;
  return [madeMessage(`made-${env.call}-files`, 'injected', [{ kind: 'text', text }], env.counter)];
}

/** [F10] */
function acknowledged(messages: readonly ContextMessage[], env: Env): ContextMessage[] {
  return messages.flatMap((message, index) => {
    const text = index === 0 ? 'I have the summary and go on from there.' : 'I have the file.';
    const reply = madeMessage(
      `made-${env.call}-reply-${index}`,
      'reply',
      [{ kind: 'text', text }],
      env.counter,
      'assistant',
    );
    return [message, reply];
  });
}

type Conversation = Ask['context'];

type Answer = { readonly text: string; readonly tokens: number } | { readonly failure: Failure };

/** [F4] Asks again with fewer of the oldest rounds while the request itself is too long. */
function* askForSummary(context: Context, settings: FullCompactSettings, env: Env): Generator<Ask, Answer, Reply> {
  let rest: Conversation = context;
  for (let asked = 1; ; asked++) {
    const reply = yield {
      type: 'summary',
      context: withoutMedia(rest, env),
      maxTokens: settings.summaryTokens,
      ...(env.focus === undefined ? {} : { focus: env.focus }),
    };
    switch (reply.type) {
      case 'text':
        if (reply.tokens === 0) {
          return { failure: failure('no-summary', 'F5', 'no-summary', {}) };
        }
        return { text: reply.text, tokens: reply.tokens };
      case 'error':
        return { failure: failure('api-error', 'F5', 'api-error', { what: reply.what }) };
      case 'aborted':
        return { failure: failure('aborted', 'F5', 'aborted', {}) };
      case 'too-long': {
        if (asked > settings.maxTries) return { failure: failure('too-long', 'F4', 'too-long', { tries: asked }) };
        const shorter = withoutOldestRounds(rest, reply.gapTokens, env);
        if (shorter === undefined) return { failure: failure('too-long', 'F4', 'one-round', {}) };
        rest = shorter;
        break;
      }
      default:
        return assertNever(reply);
    }
  }
}

const SHARE_DROPPED = 0.2;

/** [F4] The fewest that cover the gap, or a fifth; at least one round stays. */
export function withoutOldestRounds(
  context: Conversation,
  gapTokens: number | undefined,
  env: Env,
): Conversation | undefined {
  const startId = `made-${env.call}-start`;
  // Else the next try would drop no more than what the try before put there.
  const rounds = roundsOf({ messages: context.messages.filter(({ message }) => message.id !== startId) });
  if (rounds.length < 2) return undefined;
  let drop = 0;
  if (gapTokens === undefined) drop = Math.max(1, Math.floor(rounds.length * SHARE_DROPPED));
  else {
    for (let freed = 0; freed < gapTokens && drop < rounds.length; drop++) {
      freed += tokensOf(rounds[drop] ?? []);
    }
    drop = Math.max(1, drop);
  }
  const messages = rounds.slice(Math.min(drop, rounds.length - 1)).flat();
  if (messages[0]?.message.role === 'user') return { messages };
  const text = '[The beginning of the conversation was left out.]';
  return { messages: [madeMessage(startId, 'injected', [{ kind: 'text', text }], env.counter), ...messages] };
}

/** [F2] The request for a summary shows that there was an image, not the image. */
function withoutMedia(context: Conversation, env: Env): Conversation {
  const hasMedia = context.messages.some(({ message }) => message.parts.some(holdsMedia));
  if (!hasMedia) return context;
  return {
    messages: context.messages.map((message) => {
      if (!message.message.parts.some(holdsMedia)) return message;
      const parts = message.message.parts.map((part) =>
        part.kind === 'tool-result' ? { ...part, parts: part.parts.map(asMarker) } : asMarker(part),
      );
      return contextMessage({ ...message.message, parts }, message.origin, (part, index) => {
        const unchanged = message.message.parts[index];
        return unchanged !== undefined && !holdsMedia(unchanged)
          ? (message.parts[index]?.tokens ?? 0)
          : env.counter.partTokens(part);
      });
    }),
  };
}

function isMedia(part: Part): boolean {
  return part.kind === 'image' || part.kind === 'document';
}

function holdsMedia(part: Part): boolean {
  return isMedia(part) || (part.kind === 'tool-result' && part.parts.some(isMedia));
}

function asMarker<Any extends Part>(part: Any): Any | { readonly kind: 'text'; readonly text: string } {
  if (part.kind === 'image') return { kind: 'text', text: '[image]' };
  return part.kind === 'document' ? { kind: 'text', text: '[document]' } : part;
}

function failure(kind: FailureKind, rule: string, code: string, values: Failure['reason']['values']): Failure {
  return { kind, reason: { rule, code, values } };
}

function failed(...given: Parameters<typeof failure>): Outcome {
  return { type: 'failed', failure: failure(...given) };
}
