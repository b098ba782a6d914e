import { describe, expect, it } from 'vitest';
import type { MessageId } from '../../transcript/transcript';
import type { Context } from '../shape/context';
import { contextAsText, contextFromText, driven, environment, expectOutcome } from '../shape/context-text.test-support';
import type { Ask, Env, Outcome, Reply } from '../shape/layer';
import { madeMessage } from '../shape/made-message';
import { reasonText } from '../shape/reason';
import { defaultsOf } from '../shape/setting';
import { standardSummaryPrompt } from '../shape/summary-instruction';
import {
  askForSummary,
  type SummaryRequestSettings,
  summaryRequestSettings,
  withoutOldestRounds,
} from './summary-request';

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
  assistant "Both are read."
`);
const summary: Reply = { type: 'text', text: 'What was done so far', tokens: 400 };
const tooLong: Reply = { type: 'too-long' };

/** Drives the request alone: where there is an answer it is turned into a reason. */
function ask(
  { messages }: Pick<Context, 'messages'>,
  replies: readonly Reply[] = [summary],
  env: Partial<Env> = {},
  settings: Partial<SummaryRequestSettings> = {},
) {
  function* run(): Generator<Ask, Outcome, Reply> {
    const all = { ...defaultsOf(summaryRequestSettings), ...settings };
    const answer = yield* askForSummary(messages, all, environment(env));
    if (answer.type === 'failed') return answer;
    return { type: 'unchanged', reason: { rule: 'F3', code: answer.text, values: {} } };
  }
  return driven(run(), replies);
}

const askedFor = (...given: Parameters<typeof ask>) => ask(...given).asks.map(({ context }) => contextAsText(context));

describe('[F1] the instructions', () => {
  const focusOf = (env: Partial<Env>) => ask(conversation, [summary], env).asks[0]?.focus;

  it('are those of the user, followed by those of the hooks', () => {
    expect(focusOf({ focus: 'the tests', hooks: { instructions: 'name all files' } })).toBe(
      'the tests\n\nname all files',
    );
    expect(focusOf({ hooks: { instructions: 'name all files' } })).toBe('name all files');
  });

  it('are ignored if blank', () => {
    expect(focusOf({})).toBeUndefined();
    expect(focusOf({ focus: ' \n', hooks: { instructions: '' } })).toBeUndefined();
    expect(focusOf({ focus: '', hooks: { instructions: 'name all files' } })).toBe('name all files');
  });
});

describe('[F10] only the end', () => {
  const long = contextFromText(`
    user 3000 tokens
    call #1 read a.ts
    ---
    result #1 9000 tokens
    assistant "It is read."
    user 500 tokens
    call #2 read b.ts
    ---
    result #2 2000 tokens
    assistant "Both are read."
  `);
  const count = (lastTokens: number, context = long) =>
    ask(context, [summary], {}, { lastTokens }).asks[0]?.context.messages.length;

  it('is summarised from the first prompt on that fits into 4,000 tokens', () => {
    expect(count(0)).toBe(8);
    expect(count(4_000)).toBe(4);
    expect(count(100_000)).toBe(8);
  });

  it('is the latest 15 messages, with the call of a result, if no prompt fits', () => {
    expect(count(100)).toBe(8);
    const rounds = Array.from({ length: 20 }, (_, n) => `call #${n} read a.ts\n---\nresult #${n} 900 tokens`);
    // 15 messages begin with a result: its call is the 16th, and a request begins with a message of the user.
    expect(count(4_000, contextFromText(`user 10 tokens\n${rounds.join('\n')}`))).toBe(17);
  });
});

describe('[F3] the instruction', () => {
  const asked = (env: Partial<Env>) => ask(conversation, [summary], env).asks[0]?.instruction;

  it('is the prompt of the policy, followed by the focus', () => {
    expect(asked({})).toBe(standardSummaryPrompt.text);
    expect(asked({ summaryPrompt: { text: 'Be short.' } })).toBe('Be short.');
    expect(asked({ summaryPrompt: { text: 'Be short.' }, focus: 'the tests' })).toMatch(
      /^Be short\.\n\n.*\nthe tests$/s,
    );
  });

  it('may name its own scratch part, which is removed from the answer', () => {
    const said: Reply = { type: 'text', text: '<notes>first</notes>The summary', tokens: 90 };
    const { outcome } = ask(conversation, [said], { summaryPrompt: { text: 'x', scratchTag: 'notes' } });
    expect(outcome).toMatchObject({ reason: { code: 'The summary' } });
  });
});

describe('[E3] [F2] a request that shares the cache', () => {
  it('has the same messages as the conversation, with images and restored content', () => {
    const context = contextFromText('user "Look"\nimage 640x480\nassistant 3000 tokens');
    const { asks } = ask(context);
    expect(asks[0]?.sharesCache).toBe(true);
    expect(asks[0]?.context.messages).toEqual(context.messages);
    expect(asks[0]?.context.messages.every((each, place) => each === context.messages[place])).toBe(true);
  });

  it('[X2] starts with what fits after the rejection', () => {
    const [asked] = askedFor(conversation, [summary], { gapTokens: 5_000 });
    expect(asked?.some((line) => line.startsWith('result #1'))).toBe(false);
    expect(asked?.some((line) => line.startsWith('result #2'))).toBe(true);
  });
});

describe('[F2] a separate request', () => {
  const OWN = { sharesCache: false };
  it('mentions an image or a document without its content', () => {
    const { asks } = ask(
      contextFromText('user "Look"\nimage 640x480\ndocument 90 tokens\nassistant 3000 tokens'),
      [summary],
      {},
      OWN,
    );
    expect(asks[0]?.context.messages[0]?.message.parts).toEqual([
      { kind: 'text', text: 'Look' },
      { kind: 'text', text: '[image]' },
      { kind: 'text', text: '[document]' },
    ]);
    expect(asks[0]?.context.messages[0]?.tokens).toBeLessThan(10);
  });

  it('does so inside tool results too, and leaves the context unchanged', () => {
    const context = contextFromText('user "Look"\ncall #1 read a.png\n---\nresult #1 "a.png"\nimage 640x480');
    const before = JSON.stringify(context);
    const { asks } = ask(context, [summary], {}, OWN);
    expect(asks[0]?.context.messages[2]?.message.parts).toMatchObject([
      { kind: 'tool-result', parts: [{ text: 'a.png' }, { kind: 'text', text: '[image]' }] },
    ]);
    expect(JSON.stringify(context)).toBe(before);
  });

  it('omits restored content, and keeps the previous summary', () => {
    const made = (id: string, kind: 'summary' | 'injected', text: string) =>
      madeMessage(`made-3-${id}`, kind, [{ kind: 'text', text }], environment().counter);
    const messages = [
      made('summary', 'summary', 'What was done'),
      made('file-1', 'injected', 'a.ts\none'),
      made('plan', 'injected', 'The plan'),
      ...conversation.messages.slice(3, 5),
    ];
    expect(askedFor({ messages }, [summary], {}, OWN)).toEqual([['summary (4)', 'call #2 (6)', 'result #2 (2000)']]);
    expect(askedFor({ messages: messages.slice(1) }, [summary], {}, OWN)).toEqual([
      ['injected (13)', 'call #2 (6)', 'result #2 (2000)'],
    ]);
  });

  it('[F1] [F8] is rejected if nothing is left to summarise', () => {
    const messages = [madeMessage('made-3-plan', 'injected', [{ kind: 'text', text: 'x' }], environment().counter)];
    const reasonOf = (env: Partial<Env>) => ask({ messages }, [], env).outcome;
    expect(reasonOf({})).toMatchObject({ failure: { kind: 'empty', reason: { rule: 'F1', code: 'empty' } } });
    const partial = { direction: 'from', pivot: 'm0' as MessageId } as const;
    expect(reasonOf({ partial })).toMatchObject({ failure: { reason: { rule: 'F8' } } });
  });
});

describe('[F4] a request that is too long', () => {
  it('is retried without a fifth of the rounds, at least one, if the gap is unknown', () => {
    const { asks } = ask(conversation, [tooLong, tooLong, summary]);
    expect(asks.map(({ context }) => context.messages.length)).toEqual([8, 8, 6]);
    // The first message is from the user again, put there where a reply would have stood first.
    expect(asks.map(({ context }) => context.messages[0]?.message.role)).toEqual(['user', 'user', 'user']);
  });

  it('is retried without the fewest rounds that cover a known gap', () => {
    const cut = (gap: number) => withoutOldestRounds(conversation.messages, gap, environment());
    expect(contextAsText({ messages: cut(9_000) ?? [] }).slice(0, 2)).toEqual(['injected (13)', 'call #2 (6)']);
    expect(contextAsText({ messages: cut(1) ?? [] }).slice(0, 2)).toEqual(['injected (13)', 'call #1 (6)']);
  });

  it('keeps one round, however large the gap', () => {
    const cut = (messages: Context['messages']) => withoutOldestRounds(messages, 1_000_000, environment());
    expect(contextAsText({ messages: cut(conversation.messages) ?? [] })).toEqual(['injected (13)', 'reply (4)']);
    expect(cut(conversation.messages.slice(-1))).toBeUndefined();
  });

  it('[F5] fails after three retries, or with one round left', () => {
    const long = contextFromText(Array.from({ length: 20 }, (_, i) => `assistant ${100 + i} tokens\n---`).join('\n'));
    const { outcome, asks } = ask(long, [tooLong, tooLong, tooLong, tooLong]);
    expect(asks).toHaveLength(4);
    expect(outcome).toMatchObject({ failure: { kind: 'too-long', reason: { values: { tries: 4 } } } });
    expect(ask(contextFromText('user "Hello"'), [tooLong]).outcome).toMatchObject({
      failure: { kind: 'too-long', reason: { code: 'one-round' } },
    });
  });
});

describe('[F3] a request with an interrupted answer', () => {
  const broken: Reply = { type: 'error', what: 'the stream broke off' };

  it('is retried unchanged up to two times', () => {
    const { outcome, asks } = ask(conversation, [broken, broken, summary]);
    expect(outcome).toMatchObject({ reason: { code: 'What was done so far' } });
    expect(asks.map(({ retry }) => retry)).toEqual([undefined, 1, 2]);
    expect(asks[2]).toEqual({ ...asks[0], retry: 2 });
  });

  it('[F5] fails at the third, or immediately without retries', () => {
    const failure = { kind: 'api-error', reason: { values: { what: 'the stream broke off' } } };
    expect(ask(conversation, [broken, broken, broken])).toMatchObject({ outcome: { failure }, asks: { length: 3 } });
    expect(ask(conversation, [broken], {}, { streamRetries: 0 })).toMatchObject({
      outcome: { failure },
      asks: { length: 1 },
    });
  });

  it('[F4] gets the same number of retries again once it is shorter', () => {
    const { outcome, asks } = ask(conversation, [broken, broken, tooLong, broken, broken, summary]);
    expect(outcome).toMatchObject({ reason: { code: 'What was done so far' } });
    expect(asks.map(({ retry }) => retry)).toEqual([undefined, 1, 2, undefined, 1, 2]);
  });
});

it.each<[string, Reply]>([
  ['no-summary', { type: 'text', text: '', tokens: 0 }],
  ['no-summary', { type: 'text', text: ' \n', tokens: 9 }],
  ['api-error', { type: 'error', what: 'overloaded' }],
  ['aborted', { type: 'aborted' }],
])('[F5] fails as %s if the answer is %j', (kind, reply) => {
  const outcome = expectOutcome(ask(conversation, [reply, reply, reply]).outcome, 'failed');
  expect(outcome.failure.kind).toBe(kind);
  expect(reasonText(outcome.failure.reason, { [kind]: 'failed: {what}' })).not.toBe(kind);
});

describe('[F14] a request in another form', () => {
  it('reads nothing from the cache, even if the policy would share it', () => {
    const { asks } = ask(conversation, [summary], {}, { requestIs: 'text', resultCharacters: 500 });
    expect(asks).toMatchObject([{ sharesCache: false, form: { type: 'text', resultCharacters: 500 } }]);
    expect(ask(conversation).asks[0]).not.toHaveProperty('form');
  });

  it('is sent once more to have the summary checked', () => {
    const checked: Reply = { type: 'text', text: 'What was really done', tokens: 500 };
    const { asks, outcome } = ask(conversation, [summary, checked], {}, { checksSummary: true });
    expect(asks.map(({ instruction }) => instruction.includes('What was done so far'))).toEqual([false, true]);
    expect(outcome).toMatchObject({ reason: { code: 'What was really done' } });
  });
});
