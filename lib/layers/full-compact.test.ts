import { describe, expect, it } from 'vitest';
import { type Context, tokensOf } from './context';
import { contextAsText, contextFromText, driven, environment } from './context-text.test-support';
import { type FullCompactSettings, fullCompact, withoutOldestRounds } from './full-compact';
import type { Reply } from './layer';
import { reasonText } from './reason';
import { defaultsOf } from './setting';

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

function compact(context: Context, replies: readonly Reply[], settings: Partial<FullCompactSettings> = {}) {
  return driven(fullCompact.run(context, { ...defaultsOf(fullCompact.settings), ...settings }, environment()), replies);
}

function changed(...given: Parameters<typeof compact>) {
  const { outcome } = compact(...given);
  if (outcome.type !== 'changed') throw new Error(`the outcome is ${outcome.type}`);
  return outcome;
}

function failureOf(...given: Parameters<typeof compact>) {
  const { outcome } = compact(...given);
  if (outcome.type !== 'failed') throw new Error(`the outcome is ${outcome.type}`);
  return { kind: outcome.failure.kind, text: reasonText(outcome.failure.reason, fullCompact.reasons) };
}

describe('full compaction', () => {
  it('[F6] leaves the summary and the files read last, the newest reading of each', () => {
    const { context } = changed(conversation, [summary]);
    expect(contextAsText(context)).toEqual(['summary (400)', 'injected (3002)', 'injected (2002)']);
    expect(context.messages[1]?.message.parts[0]).toMatchObject({ text: expect.stringMatching(/^a\.ts\n/) });
  });

  it('[F6] cuts a file to its share, and leaves out what does not fit any more', () => {
    const { context } = changed(conversation, [summary], { restoredTokensPerFile: 1_000, restoredTokens: 1_500 });
    expect(contextAsText(context)).toEqual(['summary (400)', 'injected (1000)', 'injected (500)']);
    expect(contextAsText(changed(conversation, [summary], { restoredFiles: 1 }).context)).toHaveLength(2);
    expect(contextAsText(changed(conversation, [summary], { restoredFiles: 0 }).context)).toEqual(['summary (400)']);
  });

  it('[F10] follows the summary and each file by a reply, or only names the files', () => {
    const { context } = changed(conversation, [summary], { acknowledges: true });
    expect(context.messages.map(({ message }) => message.role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
    const named = changed(conversation, [summary], { namesFilesOnly: true }).context;
    expect(named.messages[1]?.message.parts).toEqual([{ kind: 'text', text: 'Files read last:\na.ts\nb.ts' }]);
  });

  it('[L5] has changes that come to what left and what came', () => {
    const { context, changes } = changed(conversation, [summary]);
    const moved = changes.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(tokensOf(conversation.messages) - moved).toBe(tokensOf(context.messages));
  });

  it('[L7] names every part that left', () => {
    const { changes } = changed(conversation, [summary]);
    const parts = conversation.messages.flatMap(({ message, parts }) =>
      parts.map((_, part) => `${message.id}.${part}`),
    );
    const gone = changes
      .find(({ fate }) => fate === 'summarised')
      ?.parts.map(({ message, part }) => `${message}.${part}`);
    expect(gone).toEqual(parts);
  });

  it('[C4] clears the log of collapsed spans', () => {
    const [first, second] = conversation.messages.map(({ message }) => message.id);
    if (first === undefined || second === undefined) throw new Error('too few messages');
    const collapse = { first, last: second, summary: second, state: 'committed' as const };
    const { context } = changed({ ...conversation, memory: { ...conversation.memory, collapses: [collapse] } }, [
      summary,
    ]);
    expect(context.memory.collapses).toEqual([]);
  });

  it('[F1] refuses an empty conversation without asking', () => {
    expect(failureOf({ ...conversation, messages: [] }, [])).toEqual({
      kind: 'empty',
      text: 'there is no message to summarise',
    });
  });

  it('[F2] shows the model that there was an image, not the image', () => {
    const { asks } = compact(contextFromText('user "Look"\nimage 640x480\nassistant 3000 tokens'), [summary]);
    expect(asks[0]?.context.messages[0]?.message.parts).toEqual([
      { kind: 'text', text: 'Look' },
      { kind: 'text', text: '[image]' },
    ]);
    expect(asks[0]?.context.messages[0]?.tokens).toBeLessThan(10);
  });

  it('[F4] drops a fifth of the rounds, at least one, when the gap is not known', () => {
    const { asks } = compact(conversation, [tooLong, tooLong, summary]);
    expect(asks.map(({ context }) => context.messages.length)).toEqual([8, 8, 6]);
    // The first message is from the user again, put there where a reply would have stood first.
    expect(asks.map(({ context }) => context.messages[0]?.message.role)).toEqual(['user', 'user', 'user']);
  });

  it('[F4] drops the fewest rounds that cover the gap when it is known', () => {
    const context = withoutOldestRounds(conversation, 9_000, environment());
    expect(context && contextAsText(context).slice(0, 2)).toEqual(['injected (13)', 'call #2 (11)']);
    const less = withoutOldestRounds(conversation, 1, environment());
    expect(less && contextAsText(less).slice(0, 2)).toEqual(['injected (13)', 'call #1 (11)']);
  });

  it('[F4] keeps one round, however large the gap', () => {
    const context = withoutOldestRounds(conversation, 1_000_000, environment());
    expect(context && contextAsText(context)).toEqual(['injected (13)', 'reply (4)']);
    expect(withoutOldestRounds({ messages: conversation.messages.slice(-1) }, 5, environment())).toBeUndefined();
  });

  it('[F4] [F5] gives up after three more tries', () => {
    const long = contextFromText(Array.from({ length: 20 }, (_, i) => `assistant ${100 + i} tokens\n---`).join('\n'));
    const { outcome, asks } = compact(long, [tooLong, tooLong, tooLong, tooLong]);
    expect(asks).toHaveLength(4);
    expect(outcome).toMatchObject({ type: 'failed', failure: { kind: 'too-long' } });
  });

  it.each<[string, Reply]>([
    ['no-summary', { type: 'text', text: '', tokens: 0 }],
    ['api-error', { type: 'error', what: 'overloaded' }],
    ['aborted', { type: 'aborted' }],
    ['inflated', { type: 'text', text: 'longer than all before', tokens: 50_000 }],
  ])('[F5] fails as %s, and says why', (kind, reply) => {
    const failure = failureOf(conversation, [reply]);
    expect(failure.kind).toBe(kind);
    expect(failure.text).not.toContain('{');
  });

  it('[L4] changes nothing of what it was given', () => {
    const before = JSON.stringify(conversation);
    changed(conversation, [summary]);
    expect(JSON.stringify(conversation)).toBe(before);
  });
});
