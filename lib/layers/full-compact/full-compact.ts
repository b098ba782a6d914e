import { assertNever } from '../../base/assert-never';
import {
  namesOfFiles,
  type RestoredFilesSettings,
  restoredFiles,
  restoredFilesSettings,
} from '../put-back/restored-files';
import { restoredNotices } from '../put-back/restored-notices';
import { restoredPlan } from '../put-back/restored-plan';
import { type RestoredSkillsSettings, restoredSkills, restoredSkillsSettings } from '../put-back/restored-skills';
import { hooksAt } from '../shape/compaction-hooks';
import { type Context, type ContextMessage, tokensOf } from '../shape/context';
import { failed } from '../shape/failed';
import type { Ask, Env, Layer, Outcome, Reply } from '../shape/layer';
import { madeMessage } from '../shape/made-message';
import { compactionResult } from '../summary/compaction-result';
import { type ComposeSettings, composeSettings } from '../summary/compose';
import { type CutSettings, cutSettings, keepsAny } from '../summary/cut';
import { askForSummary, type SummaryRequestSettings, summaryRequestSettings } from '../summary/summary-request';
import { summarySpan, wholeSpan } from '../summary/summary-span';

export interface FullCompactSettings
  extends SummaryRequestSettings,
    CutSettings,
    ComposeSettings,
    RestoredFilesSettings,
    RestoredSkillsSettings {
  readonly restores: 'everything' | 'files' | 'names-of-files' | 'nothing';
  readonly namesTranscript: boolean;
  readonly acknowledges: boolean;
}

/**
 * Replaces the whole conversation with a summary written by a model, and restores what a summary cannot replace.
 *
 *   user   fix the tests                     user   summary of what was done
 *   reply  call read a.ts                    user   a.ts, as it was read last
 *   tool   a.ts, 9,000 tokens       ──▶      user   b.ts, cut to 5,000 tokens
 *   reply  call read b.ts                    user   the plan, the skills, the notices of tools
 *   tool   b.ts, 12,000 tokens               user   what the hooks said
 *
 * Later calls send the summary first: the model no longer sees anything before it. A part of the conversation [F8] is
 * compacted in the same way; the rest stays, as the same messages.
 */
export const fullCompact: Layer<FullCompactSettings> = {
  title: 'Full compaction',
  explains: 'A model summarises the conversation. The summary and restored context replace it.',
  mark: {
    kind: 'full',
    title: 'Full compaction',
    gravity: 80,
    look: { boundary: 'full' },
  },
  compactsByHand: true,
  agent: { startsWith: 'acompact', isFor: 'compaction' },
  // A live caller logs its own retries.
  alone: (settings, summaryTokens) => ({ ...settings, summaryTokens, streamRetries: 0, checksSummary: false }),
  settings: {
    ...summaryRequestSettings,
    ...cutSettings,
    ...composeSettings,
    restores: {
      type: 'choice',
      title: 'Restored content',
      explains: 'Added after the summary.',
      rule: 'F6',
      options: {
        everything: 'Recently read files, the plan, invoked skills, and tool, agent and instruction notices',
        files: 'Recently read files only',
        'names-of-files': 'Names of recently read files only',
        nothing: 'Nothing',
      },
      default: 'everything',
    },
    ...restoredFilesSettings,
    ...restoredSkillsSettings,
    namesTranscript: {
      type: 'switch',
      title: 'Transcript path',
      explains: 'The summary includes the path of the full transcript.',
      rule: 'F6',
      default: true,
    },
    acknowledges: {
      type: 'switch',
      title: 'Acknowledgements',
      explains: 'Adds a short synthetic model reply after the summary and after each file.',
      rule: 'F10',
      default: false,
    },
  },
  reasons: {
    compacted: 'compacted {messages} messages from {before} to {after} tokens',
    disabled: 'compaction is turned off',
    empty: 'no messages to summarise',
    'no-pivot': 'message {pivot} is not in the context',
    'hook-blocked': 'blocked by a hook: {why}',
    'too-long': 'the summary request was too long {tries} times',
    'one-round': 'the summary request was too long with only one round left',
    'no-summary': 'the model returned no summary',
    'api-error': 'the summary request failed: {what}',
    aborted: 'the summary request was stopped',
    inflated: 'the result ({after} tokens) is not smaller than before ({before})',
  },
  turn: 'gate',
  stays: (messages, settings, pinned, sizes) => wholeSpan(messages, settings, pinned, sizes).kept,
  idle: () => undefined,
  run,
};

function* run(context: Context, settings: FullCompactSettings, env: Env): Generator<Ask, Outcome, Reply> {
  const why = hooksAt(env)?.blocks;
  if (why !== undefined) return failed('hook-blocked', 'F1', 'hook-blocked', { why });
  const span = summarySpan(context.messages, env, settings);
  if ('failure' in span) return span;
  const answer = yield* askForSummary(span.gone, settings, withoutKeptGap(span.kept, settings, env));
  if (answer.type === 'failed') return answer;

  const isAnswer = settings.summaryIs === 'answer';
  const summary = summaryMessage(answer, settings, env);
  const restored = restoredMessages(context.messages, [...span.prefix, ...span.kept, ...span.waiting], settings, env);
  const entering = settings.acknowledges
    ? acknowledged(summary, restored, env)
    : { summary: [summary] as const, restored };
  const [first, ...others] = entering.summary;
  const composed = {
    ...entering,
    summary: isAnswer ? ([question(env), first, ...others] as const) : entering.summary,
    isSummaryLast: settings.summaryStands === 'last',
    last: isAnswer && env.trigger !== 'manual' ? [goOn(env)] : [],
  };
  const { before, after, ...outcome } = compactionResult(context, span, composed, env);
  if (after >= before) return failed('inflated', 'F5', 'inflated', { before, after });
  const rule = env.partial === undefined ? 'F6' : 'F8';
  return {
    type: 'changed',
    ...outcome,
    summaryTokens: answer.tokens,
    reason: { rule, code: 'compacted', values: { messages: span.gone.length, before, after } },
  };
}

/** [X2] The request for the summary is shorter than the rejected call by what is kept. */
function withoutKeptGap(kept: readonly ContextMessage[], settings: FullCompactSettings, env: Env): Env {
  if (env.gapTokens === undefined || !keepsAny(settings)) return env;
  const gap = env.gapTokens - tokensOf(kept);
  return { ...env, gapTokens: gap > 0 ? gap : undefined };
}

function summaryMessage(
  { text, tokens }: Extract<Reply, { readonly type: 'text' }>,
  { namesTranscript, summaryIs }: FullCompactSettings,
  { call, counter, transcript }: Env,
): ContextMessage {
  const session = transcript.sessionId === undefined ? 'this session' : `session ${transcript.sessionId}`;
  const where = namesTranscript ? `\n\nFor the exact wording, consult the transcript of ${session}.` : '';
  const part = { kind: 'text', text: `${text}${where}` } as const;
  // A reply of a known length has that length, whatever its text.
  const all = tokens + (where === '' ? 0 : counter.partTokens({ kind: 'text', text: where }));
  const role = summaryIs === 'answer' ? 'assistant' : 'user';
  return madeMessage(`made-${call}-summary`, 'summary', [part], { ...counter, partTokens: () => all }, role);
}

/** [F13] */
function question({ call, counter }: Env): ContextMessage {
  return madeMessage(
    `made-${call}-question`,
    'injected',
    [{ kind: 'text', text: 'What has been done so far?' }],
    counter,
  );
}

/** [F13] */
function goOn({ call, counter }: Env): ContextMessage {
  const text = 'Continue with the next step, or ask if it is unclear.';
  return madeMessage(`made-${call}-continue`, 'injected', [{ kind: 'text', text }], counter);
}

/** [F6] */
function restoredMessages(
  messages: readonly ContextMessage[],
  kept: readonly ContextMessage[],
  settings: FullCompactSettings,
  env: Env,
): ContextMessage[] {
  switch (settings.restores) {
    case 'names-of-files':
      return namesOfFiles(messages, settings, env);
    case 'nothing':
      return [];
    case 'files':
      return restoredFiles(messages, kept, settings, env);
    case 'everything':
      return [
        ...restoredFiles(messages, kept, settings, env),
        ...restoredPlan(messages, kept, env),
        ...restoredSkills(messages, kept, settings, env),
        ...restoredNotices(['tools', 'agents', 'mcp', 'instructions'], messages, kept, env),
      ];
    default:
      return assertNever(settings.restores);
  }
}

/**
 * [F10] Adds synthetic replies.
 *
 *   user   summary            user   summary
 *   user   a.ts       ──▶     reply  I have the summary …
 *                             user   a.ts
 *                             reply  I have the file.
 */
function acknowledged(summary: ContextMessage, restored: readonly ContextMessage[], { call, counter }: Env) {
  const reply = (index: number, text: string) =>
    madeMessage(`made-${call}-reply-${index}`, 'reply', [{ kind: 'text', text }], counter, 'assistant');
  return {
    summary: [summary, reply(0, 'I have the summary; I will now continue.')],
    restored: restored.flatMap((message, index) => [message, reply(index + 1, 'I have the file.')]),
  } as const;
}
