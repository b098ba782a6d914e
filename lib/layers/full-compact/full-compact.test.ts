import { describe, expect, it } from 'vitest';
import { roughPart } from '../../tokens/rough';
import type { MessageId } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { type Context, partRefs, tokensOf } from '../shape/context';
import { contextAsText, contextFromText, driven, environment, expectOutcome } from '../shape/context-text.test-support';
import type { Env, PartialSpan, Reply } from '../shape/layer';
import { recordedContext } from '../shape/made-message';
import { reasonText } from '../shape/reason';
import { defaultsOf } from '../shape/setting';
import { type FullCompactSettings, fullCompact } from './full-compact';

const conversation = contextFromText(`
  user "Fix the tests"
  call #1 read a.ts
  ---
  result #1 9000 tokens
  call #2 read b.ts
  ---
  result #2 2000 tokens
  call #3 read a.ts
  ---
  result #3 3000 tokens
  assistant 9000 tokens
`);
const equipped = contextFromText(`
  injected "# AGENTS.md instructions for /work"
  ---
  injected "ToolA\\nToolB"
  ---
  user "Plan it"
  call #1 Skill {"skill": "review"}
  ---
  result #1 "Launching"
  ---
  injected "# review"
  ---
  call #2 ExitPlanMode {"plan": "First this, then that"}
  ---
  result #2 "approved"
  call #3 read a.ts
  ---
  result #3 3000 tokens
  assistant 9000 tokens
`);
const summary: Reply = { type: 'text', text: 'What was done so far', tokens: 400 };
/** Without the sentence that says where the transcript is, the summary is as long as the reply. */
const plain: Partial<FullCompactSettings> = { namesTranscript: false };

function compact(
  context: Context,
  replies: readonly Reply[] = [summary],
  settings: Partial<FullCompactSettings> = plain,
  env: Partial<Env> = {},
) {
  const all = { ...defaultsOf(fullCompact.settings), ...settings };
  return driven(fullCompact.run(context, all, environment(env)), replies);
}

function changed(...given: Parameters<typeof compact>) {
  return expectOutcome(compact(...given).outcome, 'changed');
}

describe('[F13] the new context', () => {
  const ids = (settings: Partial<FullCompactSettings>, env: Partial<Env> = {}) =>
    changed(conversation, [summary], { ...plain, restores: 'nothing', ...settings }, env).context.messages.map(
      ({ message: { id, role } }) => `${role} ${id.replace(/^made-\d+-/, '')}`,
    );

  it('has the summary first, or behind what stays', () => {
    const kept = { keeps: 'prompts', keptRounds: 1 } as const;
    expect(ids(kept)).toEqual(['user summary', 'user m0']);
    expect(ids({ ...kept, summaryStands: 'last' })).toEqual(['user m0', 'user summary']);
  });

  it('[L2] has the summary first if what stays begins with a reply', () => {
    const kept = { keeps: 'messages', keptRounds: 1, summaryStands: 'last' } as const;
    expect(ids(kept)).toEqual(['user summary', 'assistant m7']);
  });

  it('[L2] has it first, too, if only a system message is before that reply', () => {
    const [m0, ...others] = conversation.messages;
    if (m0 === undefined) throw new Error('There is a first message');
    const instructions = { ...m0, message: { ...m0.message, role: 'system', kind: 'injected' } as const };
    const settings = { ...plain, restores: 'nothing', keeps: 'messages', keptRounds: 1, keepsContext: true } as const;
    const { context } = changed({ ...conversation, messages: [instructions, ...others] }, [summary], {
      ...settings,
      summaryStands: 'last',
    });
    expect(context.messages.map(({ message }) => message.role)).toEqual(['user', 'system', 'assistant']);
  });

  it('has the summary as an answer, and goes on after it unless the user asked for it', () => {
    const asked = ['user question', 'assistant summary', 'user m0'];
    const kept = { keeps: 'prompts', keptRounds: 1, summaryIs: 'answer' } as const;
    expect(ids(kept)).toEqual([...asked, 'user continue']);
    expect(ids(kept, { trigger: 'manual' })).toEqual(asked);
  });

  it('[W11] has a waiting prompt behind everything else', () => {
    expect(ids({ summaryStands: 'last' }, { waiting: 1 })).toEqual(['user summary', 'assistant m7']);
  });
});

function failureOf(...given: Parameters<typeof compact>): string {
  const { outcome: found, asks } = compact(...given);
  const outcome = expectOutcome(found, 'failed');
  const { kind, reason } = outcome.failure;
  return `${kind}, ${reason.rule}: ${reasonText(reason, fullCompact.reasons)}${asks.length === 0 ? '' : ', asked'}`;
}

const idsOf = ({ messages }: Context) => messages.map(({ message }) => message.id).join(' ');
const part = (direction: PartialSpan['direction'], pivot: string): Partial<Env> => ({
  partial: { direction, pivot: pivot as MessageId },
  trigger: 'manual',
});
const pinning = (...ids: readonly string[]): Partial<Env> => ({ pinned: new Set(ids as MessageId[]) });

describe('full compaction', () => {
  it('[F6] leaves the summary and the files read last, each as last read', () => {
    const { context } = changed(conversation);
    expect(contextAsText(context)).toEqual(['summary (400)', 'injected (3002)', 'injected (2002)']);
    expect(context.messages[1]?.message.parts[0]).toMatchObject({ text: expect.stringMatching(/^a\.ts\n/) });
  });

  it('[F6] mentions the full transcript in the summary', () => {
    const transcript = transcriptFromText('', { sessionId: 's1' });
    const { context, summaryTokens } = changed(conversation, [summary], {}, { transcript });
    expect(context.messages[0]?.message.parts).toEqual([
      { kind: 'text', text: 'What was done so far\n\nFor the exact wording, consult the transcript of session s1.' },
    ]);
    expect([context.messages[0]?.tokens, summaryTokens]).toEqual([416, 400]);
  });

  it('[F6] truncates a file to its limit, and omits files that do not fit', () => {
    const filesOf = (settings: Partial<FullCompactSettings>) =>
      contextAsText(changed(conversation, [summary], { ...plain, ...settings }).context).slice(1);
    expect(filesOf({ restoredTokensPerFile: 1_000, restoredTokens: 1_500 })).toEqual([
      'injected (1000)',
      'injected (500)',
    ]);
    expect(filesOf({ restoredFiles: 1 })).toHaveLength(1);
    expect(filesOf({ restoredFiles: 0 })).toEqual([]);
  });

  it('[F6] orders summary, kept messages, attachments and hook output', () => {
    const hooks = { results: ['Formatted.', ' ', 'Linted.'] };
    const { context, changes } = changed(equipped, [summary], plain, { ...pinning('m2'), hooks });
    expect(idsOf(context)).toBe(
      'made-7-summary m2 made-7-file-1 made-7-plan made-7-skill-1 made-7-tools made-7-instructions made-7-hook-1 made-7-hook-2',
    );
    expect(changes.map(({ fate, parts }) => `${fate} ${parts.length}`)).toEqual([
      'summarised 10',
      'injected 3',
      'restored 5',
    ]);
  });

  it('[F6] restores everything again at the next compaction, and runs the hooks again', () => {
    const { context } = changed(equipped, [summary], plain, { hooks: { results: ['Formatted.'] } });
    const { messages } = contextFromText('user 900 tokens\nassistant 900 tokens');
    const again = changed({ ...context, messages: [...context.messages, ...messages] }, [summary], plain, { call: 9 });
    expect(idsOf(again.context)).toBe(
      'made-9-summary made-9-file-1 made-9-plan made-9-skill-1 made-9-tools made-9-instructions',
    );
    expect(again.context.messages.slice(2).map(({ parts }) => parts[0]?.part)).toEqual(
      context.messages.slice(2, -1).map(({ parts }) => parts[0]?.part),
    );
  });

  it('[F10] adds a reply after the summary and each file, or only names the files', () => {
    const { context } = changed(equipped, [summary], { ...plain, acknowledges: true, restores: 'files' });
    expect(idsOf(context)).toBe('made-7-summary made-7-reply-0 made-7-file-1 made-7-reply-1');
    expect(context.messages.map(({ message }) => message.role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    const named = changed(equipped, [summary], { ...plain, restores: 'names-of-files' }).context;
    expect(idsOf(named)).toBe('made-7-summary made-7-files');
    expect(named.messages[1]?.message.parts).toEqual([{ kind: 'text', text: 'Files read last:\na.ts' }]);
  });

  it('[L3] keeps pinned messages, with what belongs to them, after the summary', () => {
    const { context, changes } = changed(conversation, [summary], plain, pinning('m3'));
    expect(idsOf(context)).toBe('made-7-summary m3 m4 made-7-file-1');
    expect(context.messages[1]).toBe(conversation.messages[3]);
    expect(changes[0]?.parts.map(({ message }) => message)).toEqual(['m0', 'm1', 'm2', 'm5', 'm6', 'm7']);
  });

  it('[L5] reports changes that add up to what left and what was added, and names each part once', () => {
    for (const env of [{}, pinning('m3'), part('from', 'm3'), part('up-to', 'm5')]) {
      const { context, changes } = changed(conversation, [summary], { acknowledges: true }, env);
      const moved = changes.reduce((sum, { tokens }) => sum + tokens, 0);
      expect(tokensOf(conversation.messages) - moved).toBe(tokensOf(context.messages));
      const stays = new Set(context.messages);
      const known = new Set(conversation.messages);
      const went = partRefs(conversation.messages.filter((each) => !stays.has(each)));
      const came = partRefs(context.messages.filter((each) => !known.has(each)));
      const named = (isEntering: boolean) =>
        changes.filter(({ tokens }) => tokens < 0 === isEntering).flatMap(({ parts }) => parts);
      expect(named(false)).toEqual(went);
      expect(new Set(named(true).map(({ message }) => message))).toEqual(new Set(came.map(({ message }) => message)));
      expect(named(true)).toHaveLength(came.length);
    }
  });

  it('[F1] rejects an empty conversation without a request', () => {
    expect(failureOf({ ...conversation, messages: [] })).toBe('empty, F1: no messages to summarise');
  });

  it('[F1] makes no request if a hook forbids it', () => {
    const hooks = { blocks: 'the tests run', instructions: 'be short' };
    expect(failureOf(conversation, [], plain, { hooks })).toBe('hook-blocked, F1: blocked by a hook: the tests run');
  });

  it('[H4] hears only hooks whose matcher is the trigger', () => {
    const hooks = { when: 'manual', blocks: 'the tests run' } as const;
    expect(failureOf(conversation, [], plain, { hooks, trigger: 'manual' })).toMatch(/^hook-blocked/);
    const summaries = [summary];
    for (const trigger of ['auto', 'reactive'] as const) {
      expect(changed(conversation, summaries, plain, { hooks, trigger }).context.messages.length).toBeGreaterThan(0);
    }
    const said = { when: 'auto', results: ['Linted.'] } as const;
    expect(idsOf(changed(conversation, summaries, plain, { hooks: said, trigger: 'manual' }).context)).not.toMatch(
      /hook/,
    );
    expect(idsOf(changed(conversation, summaries, plain, { hooks: said, trigger: 'reactive' }).context)).toMatch(
      /hook-1/,
    );
  });

  it("[F1] sends the user's instructions, then those of the hooks", () => {
    const { asks } = compact(conversation, [summary], plain, {
      focus: 'the tests',
      hooks: { instructions: 'be short' },
    });
    expect(asks[0]?.focus).toBe('the tests\n\nbe short');
  });

  it.each<[Reply, string]>([
    [{ type: 'text', text: '', tokens: 0 }, 'no-summary, F5: the model returned no summary, asked'],
    [{ type: 'error', what: 'overloaded' }, 'api-error, F5: the summary request failed: overloaded, asked'],
    [{ type: 'aborted' }, 'aborted, F5: the summary request was stopped, asked'],
    [
      { type: 'text', text: 'longer than all before', tokens: 50_000 },
      'inflated, F5: the result (55,004 tokens) is not smaller than before (23,022), asked',
    ],
  ])('[F5] for the answer %j, fails and says why', (reply, words) => {
    expect(failureOf(conversation, [reply, reply, reply])).toBe(words);
  });
});

describe('[F11] kept rounds', () => {
  const keeping = (settings: Partial<FullCompactSettings>) => ({ ...plain, ...settings });

  it('follow the summary as the same messages, and are not in the request', () => {
    const { outcome: found, asks } = compact(conversation, [summary], keeping({ keptRounds: 2 }));
    const outcome = expectOutcome(found, 'changed');
    // a.ts, read last, is in the kept messages.
    expect(idsOf(outcome.context)).toBe('made-7-summary m5 m6 m7 made-7-file-1');
    for (const place of [5, 6, 7]) expect(outcome.context.messages).toContain(conversation.messages[place]);
    expect(asks[0]?.context.messages.map(({ message }) => message.id)).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
    expect(outcome.boundary?.kept).toEqual({ head: 'm5', anchor: 'made-7-summary', tail: 'm7' });
    expect(outcome.boundary?.lastSummarised).toBe('m4');
  });

  it('have the size they had: 400 of the summary, 12,006 kept, 2,002 of a file', () => {
    const { context, reason } = changed(conversation, [summary], keeping({ keptRoundTokens: 12_500 }));
    expect(contextAsText(context)).toEqual([
      'summary (400)',
      'call #3 (6)',
      'result #3 (3000)',
      'reply (9000)',
      'injected (2002)',
    ]);
    expect(reasonText(reason, fullCompact.reasons)).toBe('compacted 5 messages from 23,022 to 14,408 tokens');
  });

  it('are kept again at the next compaction, and what is put back is not doubled', () => {
    const hooks = { results: ['Formatted.'] };
    const first = changed(conversation, [summary], keeping({ keptRounds: 2 }), { hooks });
    const { messages } = transcriptFromText('assistant 900 tokens\nuser "Go on"');
    const later = recordedContext(messages, roughPart).map((each, index) => ({
      ...each,
      message: { ...each.message, id: `n${index}` as MessageId },
    }));
    const grown = { ...first.context, messages: [...first.context.messages, ...later] };
    const again = changed(grown, [summary], keeping({ keptRounds: 2 }), { call: 9, hooks });
    expect(idsOf(again.context)).toBe('made-9-summary m7 n0 n1 made-9-file-1 made-9-file-2 made-9-hook-1');
  });

  it('[F5] are no reason to compact: what remains must be smaller, and there must be something to summarise', () => {
    expect(failureOf(conversation, [summary], keeping({ keptRounds: 9 }))).toBe(
      'inflated, F5: the result (23,418 tokens) is not smaller than before (23,022), asked',
    );
    const { messages } = conversation;
    expect(failureOf({ ...conversation, messages: messages.slice(1) }, [], keeping({ keptRounds: 9 }))).toBe(
      'empty, F1: no messages to summarise',
    );
  });

  it('[X2] make the request shorter than the rejected call, so that fewer rounds are dropped from it', () => {
    const firstAsked = (settings: Partial<FullCompactSettings>) =>
      compact(conversation, [summary], keeping(settings), { trigger: 'reactive', gapTokens: 12_100 }).asks[0]?.context
        .messages[0]?.message.id;
    expect(firstAsked({})).toBe('made-7-start');
    // All of the 12,100 are kept.
    expect(firstAsked({ keptRoundTokens: 20_000 })).toBe('m0');
  });
});

describe('[F8] part of the conversation', () => {
  it('from the pivot on is replaced with a summary after the rest, which stays unchanged', () => {
    const { outcome: found, asks } = compact(conversation, [summary], plain, part('from', 'm3'));
    const outcome = expectOutcome(found, 'changed');
    expect(idsOf(outcome.context)).toBe('m0 m1 m2 made-7-summary made-7-file-1 made-7-file-2');
    for (const place of [0, 1, 2]) expect(outcome.context.messages[place]).toBe(conversation.messages[place]);
    expect(outcome.reason.rule).toBe('F8');
    // Only the part is asked about, and what is asked begins with the user.
    expect(asks[0]?.context.messages.map(({ message }) => message.id)).toEqual([
      'made-7-start',
      ...['m3', 'm4', 'm5', 'm6', 'm7'],
    ]);
  });

  it('up to the pivot is replaced with a summary before the rest', () => {
    const { context } = changed(conversation, [summary], plain, part('up-to', 'm5'));
    // The file that is read again behind the pivot is in sight.
    expect(idsOf(context)).toBe('made-7-summary m5 m6 m7 made-7-file-1');
    expect(context.messages[1]).toBe(conversation.messages[5]);
  });

  it('is rejected if the pivot does not exist, or nothing is on that side', () => {
    expect(failureOf(conversation, [], plain, part('from', 'm99'))).toBe(
      'empty, F8: message m99 is not in the context',
    );
    expect(failureOf(conversation, [], plain, part('up-to', 'm0'))).toBe('empty, F8: no messages to summarise');
    expect(failureOf(conversation, [], plain, { ...part('from', 'm7'), ...pinning('m7') })).toBe(
      'empty, F8: no messages to summarise',
    );
  });
});
