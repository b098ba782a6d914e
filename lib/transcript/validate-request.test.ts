import { describe, expect, it } from 'vitest';
import { countedReads } from '../base/counted-reads.test-support';
import type { Message, Part } from './transcript';
import { transcriptFromText } from './transcript-from-text';
import { type Provider, type RequestTraits, validateRequest } from './validate-request';

function messagesOf(...lines: string[]): readonly Message[] {
  return transcriptFromText(lines.join('\n')).messages;
}

function problems(messages: readonly Message[], provider: Provider, traits?: RequestTraits): string[] {
  return validateRequest(messages, provider, traits).map(
    ({ rule, messageIndex, partIndex }) => `${messageIndex}${partIndex === undefined ? '' : `.${partIndex}`} ${rule}`,
  );
}

/** Of both providers, where they agree. */
function both(...lines: string[]): string[] {
  const [anthropic, openai] = (['anthropic', 'openai'] as const).map((name) => problems(messagesOf(...lines), name));
  expect(anthropic).toEqual(openai);
  return anthropic ?? [];
}

function withParts(message: Message, parts: readonly Part[]): Message {
  return { ...message, parts };
}

describe('[L2] accepts', () => {
  it.each([
    ['one question', ['user "Hi"']],
    ['a system prompt before it', ['user "Hi"', 'assistant "Yes?"', 'user "Go"']],
    ['several messages of one role in a row', ['user "a"', 'injected "b"', 'assistant "c"', '---', 'assistant "d"']],
    [
      'parallel calls, answered in any order and in several messages',
      ['user "a"', 'call #1 Read a', 'call #2 Read b', 'result #2 "y"', '---', 'result #1 "x"', 'injected "c"'],
    ],
    ['thinking before a call', ['user "a"', 'thinking 10 tokens', 'call #1 Read a', 'result #1 ""']],
  ])('%s', (_name, lines) => expect(both(...lines)).toEqual([]));

  it('system messages, first and in between', () => {
    const [first, ...rest] = messagesOf(
      'injected "You are kind"',
      'user "a"',
      'assistant "b"',
      'injected "c"',
      'user "d"',
    );
    const messages = [first, ...rest].flatMap((message) =>
      message === undefined ? [] : [message.kind === 'injected' ? { ...message, role: 'system' as const } : message],
    );
    expect(problems(messages, 'anthropic')).toEqual([]);
    expect(problems(messages, 'openai')).toEqual([]);
  });
});

describe('[L1] calls and results', () => {
  it.each([
    ['a call without a result', ['user "a"', 'call #1 Read a', 'user "b"'], ['1.0 unanswered-call']],
    ['an unfinished last reply', ['user "a"', 'call #1 Read a'], ['1.0 unanswered-call']],
    ['a result without its call', ['user "a"', 'assistant "b"', 'result #1 "x"'], ['2.0 orphan-result']],
    [
      'a result one turn late',
      ['user "a"', 'call #1 Read a', 'user "b"', 'assistant "c"', 'result #1 "x"'],
      ['1.0 unanswered-call', '4.0 orphan-result'],
    ],
    ['content before a result', ['user "a"', 'call #1 Read a', 'injected "b"', 'result #1 "x"'], ['3.0 late-result']],
    ['two results', ['user "a"', 'call #1 Read a', 'result #1 "x"', 'result #1 "y"'], ['2.1 duplicate-result']],
    [
      'an id used twice in one reply',
      ['user "a"', 'call #1 Read a', 'call #1 Read b', 'result #1 "x"'],
      ['1.1 duplicate-call'],
    ],
    [
      'an id reused later',
      ['user "a"', 'call #1 Read a', 'result #1 "x"', 'call #1 Read b', 'result #1 "y"'],
      ['3.0 duplicate-call', '4.0 orphan-result'],
    ],
  ])('%s', (_name, lines, expected) => expect(both(...lines)).toEqual(expected));

  it("accepts a call that was answered within the reply, as the provider's own tools are", () => {
    const [user, reply, results] = messagesOf('user "a"', 'call #1 web_search {"query":"x"}', 'result #1 "y"');
    if (user === undefined || reply === undefined || results === undefined) throw new Error('not three messages');
    const merged = withParts(reply, [...reply.parts, ...results.parts]);
    expect(problems([user, merged], 'anthropic')).toEqual([]);
    expect(problems([user, withParts(reply, results.parts)], 'anthropic')).toEqual(['1.0 orphan-result']);
  });
});

describe('[L2] order and content', () => {
  it.each([
    ['nothing at all', [], ['0 no-messages']],
    ['a reply first', ['assistant "a"', 'user "b"'], ['0 first-message']],
    ['an invalid tool name', ['user "a"', 'call #1 a.b {}', 'result #1 "x"'], ['1.0 tool-name']],
  ])('%s', (_name, lines, expected) => expect(both(...lines)).toEqual(expected));

  it('requires shorter tool names for OpenAI', () => {
    const messages = messagesOf('user "a"', `call #1 ${'n'.repeat(80)} {}`, 'result #1 "x"');
    expect(problems(messages, 'anthropic')).toEqual([]);
    expect(problems(messages, 'openai')).toEqual(['1.0 tool-name']);
  });

  it('requires content in every turn', () => {
    const messages = messagesOf('user "a"', 'assistant "b"', 'user "c"');
    const emptied = messages.map((message, index) => (index === 1 ? withParts(message, []) : message));
    expect(problems(emptied, 'anthropic')).toEqual(['1 empty-message']);
    expect(problems(emptied, 'openai')).toEqual(['1 empty-message']);
    expect(problems(emptied.slice(0, 2), 'openai')).toEqual(['1 empty-message']);
    expect(problems(emptied.slice(0, 2), 'anthropic')).toEqual([]);
  });

  it('rejects blank text for Anthropic', () => {
    const messages = messagesOf('user "a"', 'call #1 Read a', 'assistant " \\n"', 'result #1 ""', 'user ""');
    expect(problems(messages, 'anthropic')).toEqual(['1.1 empty-text', '3.0 empty-text']);
    expect(problems(messages, 'openai')).toEqual([]);
  });

  it('rejects calls and thinking in user messages', () => {
    const [user, reply, results] = messagesOf('user "a"', 'thinking 5 tokens', 'call #1 Read a', 'result #1 "x"');
    if (user === undefined || reply === undefined || results === undefined) throw new Error('not three messages');
    expect(problems([withParts(user, reply.parts)], 'anthropic')).toEqual(['0.0 part-place', '0.1 part-place']);
  });

  it('accepts images only where they are allowed', () => {
    const inResult = messagesOf('user "a"', 'image 10x10', 'call #1 Read a', 'result #1 "x"', 'image 10x10');
    expect(problems(inResult, 'anthropic')).toEqual([]);
    expect(problems(inResult, 'openai')).toEqual(['2.0 media-place']);
    const inError = messagesOf('user "a"', 'call #1 Read a', 'result #1 error "x"', 'image 10x10');
    expect(problems(inError, 'anthropic')).toEqual(['2.0 media-place']);
    const [user, reply] = messagesOf('user "a"', 'assistant "b"');
    if (user === undefined || reply === undefined) throw new Error('not two messages');
    const shown = withParts(reply, [{ kind: 'image', mediaType: 'image/png' }]);
    expect(problems([user, shown], 'anthropic')).toEqual(['1.0 media-place']);
    expect(problems([user, shown], 'openai')).toEqual(['1.0 media-place']);
  });
});

describe('the end of a request to Anthropic', () => {
  it.each([
    ['a blank at the end', ['user "a"', 'assistant "{ "'], {}, ['1.0 ends-in-blank']],
    ['a blank that is not at the end', ['user "a"', 'assistant "b "', 'user "c"'], {}, []],
    ['thinking at the end', ['user "a"', 'thinking 5 tokens'], {}, ['1.0 thinking-last']],
    ['thinking at the end of an earlier reply', ['user "a"', 'thinking 5 tokens', 'user "c"'], {}, []],
    ['a reply at the end', ['user "a"', 'assistant "b"'], { continuesReply: false }, ['1 ends-with-reply']],
    [
      'a call without thinking, with thinking turned on',
      ['user "a"', 'assistant "b"', 'call #1 Read a', 'result #1 "x"'],
      { thinking: 'on' as const },
      ['1 thinking-first'],
    ],
    [
      'a call with thinking, with thinking turned on',
      ['user "a"', 'thinking 5 tokens', 'call #1 Read a', 'result #1 "x"'],
      { thinking: 'on' as const },
      [],
    ],
    [
      'text without thinking, with thinking turned on',
      ['user "a"', 'assistant "b"', 'user "c"'],
      { thinking: 'on' as const },
      [],
    ],
    [
      'thinking in the last reply, with thinking turned off',
      ['user "a"', 'thinking 5 tokens', 'assistant "b"'],
      { thinking: 'off' as const },
      ['1.0 part-place'],
    ],
  ])('%s', (_name, lines, traits, expected) => {
    expect(problems(messagesOf(...lines), 'anthropic', traits)).toEqual(expected);
    expect(problems(messagesOf(...lines), 'openai', traits)).toEqual([]);
  });
});

it('checks the end of the last turn, even if empty messages follow it', () => {
  const messages = messagesOf('user "a"', 'assistant "b "', '---', 'assistant "c"');
  const emptied = messages.map((message, index) => (index === 2 ? withParts(message, []) : message));
  expect(problems(messages, 'anthropic')).toEqual([]);
  expect(problems(emptied, 'anthropic')).toEqual(['1.0 ends-in-blank']);
  expect(problems(emptied, 'openai')).toEqual([]);
});

it('names the position of a problem', () => {
  const [problem] = validateRequest(messagesOf('user "a"', 'call #1 Read a', 'user "b"'), 'anthropic');
  expect(problem?.what).toBe('Call "#1" has no result in the next turn');
});

it('checks each part once', () => {
  const lines = Array.from({ length: 2_000 }, (_, index) => `call #${index} Read a\nresult #${index} "x"`);
  const messages = messagesOf('user "a"', ...lines);
  const parts = messages.map((message) => countedReads(message.parts));
  const counted = countedReads(messages.map((message, index) => ({ ...message, parts: parts[index]?.list ?? [] })));
  expect(validateRequest(counted.list, 'anthropic', { thinking: 'on' })).toHaveLength(1);
  expect(counted.reads()).toBeGreaterThanOrEqual(messages.length);
  expect(counted.reads()).toBeLessThan(4 * messages.length);
  expect(parts.reduce((sum, { reads }) => sum + reads(), 0)).toBeLessThan(4 * messages.length);
});
