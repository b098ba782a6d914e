import { describe, expect, it } from 'vitest';
import { asArray, asObject, type JsonObject } from '../base/json';
import type { Message, MessageId, Part, ToolCallId } from '../transcript/transcript';
import { type Instruction, type SummaryAsk, summaryRequest } from './summary-request';

const limits = { model: 'claude-opus-5', maxTokens: 2_000 };
const text = (value: string): Part => ({ kind: 'text', text: value });
const call = (id: string, name = 'read'): Part => ({ kind: 'tool-call', id: id as ToolCallId, name, input: {} });

function result(id: string, said = 'done', isError = false): Part {
  return { kind: 'tool-result', callId: id as ToolCallId, parts: [{ kind: 'text', text: said }], isError };
}

type Said = readonly [Message['role'], ...Part[]];

function conversation(...turns: readonly Said[]): Message[] {
  return turns.map(([role, ...parts], index) => ({
    id: `m${index}` as MessageId,
    role,
    kind: role === 'assistant' ? 'reply' : role === 'tool' ? 'tool-results' : 'prompt',
    parts,
    line: index + 1,
  }));
}

function requestFor(ask: Partial<SummaryAsk>, instruction: Instruction = { text: 'Summarise.' }): JsonObject {
  return summaryRequest({ system: [], tools: [], messages: [], ...ask }, instruction, limits);
}

/** `user: text a, tool_result c1 ⏚` */
function lines(list: JsonObject[string]): string[] {
  return (asArray(list) ?? []).map((item) => {
    const { role, name, ...block } = asObject(item) ?? {};
    if (role === undefined) return blockLine({ ...block, ...(name === undefined ? {} : { name }) });
    const blocks = (asArray(block.content) ?? []).map((each) => blockLine(asObject(each) ?? {}));
    return `${role}: ${blocks.join(', ')}`;
  });
}

function blockLine(block: JsonObject): string {
  const { type, text: said, id, tool_use_id: answers, content, name, cache_control: mark } = block;
  const words = [type, said, id, answers, name, typeof content === 'string' ? content : undefined];
  return [...words, mark === undefined ? undefined : '⏚'].filter((word) => word !== undefined).join(' ');
}

const worked = conversation(
  ['user', text('Fix it')],
  ['assistant', text('I look'), call('c1')],
  ['tool', result('c1')],
);

describe('a request for a summary', () => {
  it('[F3] follows the conversation, which ends with a cache breakpoint', () => {
    const { messages, ...rest } = requestFor({ system: [text('Be good.')], messages: worked });
    expect(lines(messages)).toEqual([
      'user: text Fix it',
      'assistant: text I look, tool_use c1 read',
      'user: tool_result c1 done ⏚, text Summarise.',
    ]);
    expect(lines(rest.system)).toEqual(['text Be good. ⏚']);
    expect(rest).toMatchObject({ model: 'claude-opus-5', max_tokens: 2_000 });
  });

  it('[F3] includes the tools and forbids their use', () => {
    const tools = [{ name: 'read', schemaText: '{"name": "read", "description": "Reads", "input_schema": {}}' }];
    const { tools: sent, tool_choice } = requestFor({ tools, messages: worked });
    expect(sent).toEqual([
      {
        name: 'read',
        description: 'Reads',
        input_schema: { type: 'object' },
        cache_control: { type: 'ephemeral' },
      },
    ]);
    expect(tool_choice).toEqual({ type: 'none' });
  });

  it('lists called tools that are not in the file, and omits tool_choice without tools', () => {
    expect(lines(requestFor({ messages: worked }).tools)).toEqual(['read ⏚']);
    const spoken = requestFor({ messages: conversation(['user', text('Hi')]) });
    expect(Object.keys(spoken)).toEqual(['model', 'max_tokens', 'messages']);
  });

  it('is the same for every prompt except its last text, so that one reads what another cached', () => {
    const without = (instruction: Instruction) =>
      JSON.stringify(requestFor({ messages: worked }, instruction)).replaceAll(/"text":"(?:Sum|Short)[^"]*"/g, '…');
    expect(without({ text: 'Short.' })).toBe(without({ text: 'Summarise.', focus: 'the tests' }));
    expect(without({ text: 'Short.' })).toContain('…');
  });

  it('[F1] ends with the focus of the user', () => {
    const { messages } = requestFor({ messages: worked }, { text: 'Summarise.', focus: 'the tests' } as {
      text: string;
    });
    expect(lines(messages).at(-1)).toMatch(/text Summarise\.\n\n[^\n]*\nthe tests$/);
  });

  it('is a separate turn after a reply', () => {
    const messages = conversation(['user', text('Hi')], ['assistant', text('Hello')]);
    expect(lines(requestFor({ messages }).messages)).toEqual([
      'user: text Hi',
      'assistant: text Hello ⏚',
      'user: text Summarise.',
    ]);
  });
});

describe('an invalid conversation is repaired without dropping anything:', () => {
  const sent = (...turns: readonly Said[]) => lines(requestFor({ messages: conversation(...turns) }).messages);

  it('a call without a result gets one', () => {
    const asked: Said = ['user', text('Go')];
    expect(sent(asked, ['assistant', call('c1'), call('c2')], ['tool', result('c2')])).toEqual([
      'user: text Go',
      'assistant: tool_use c1 read, tool_use c2 read',
      'user: tool_result c2 done, tool_result c1 [no result in the session] ⏚, text Summarise.',
    ]);
    expect(sent(asked, ['assistant', call('c1')]).at(-1)).toBe(
      'user: tool_result c1 [no result in the session] ⏚, text Summarise.',
    );
  });

  it('a result without a call, and a second call or result of one id, become text', () => {
    const turns = sent(
      ['user', text('Go'), result('c9', 'of old')],
      ['assistant', call('c1')],
      ['tool', result('c1'), result('c1', 'twice')],
      ['assistant', call('c1', 'write')],
    );
    expect(turns).toEqual([
      'user: text [result of c9], text of old, text Go',
      'assistant: tool_use c1 read',
      'user: tool_result c1 done, text [result of c1], text twice',
      'assistant: text [call c1 again] ["write",{}] ⏚',
      'user: text Summarise.',
    ]);
  });

  it('empty content is labelled, and a prompt is added before a reply at the start', () => {
    expect(sent(['assistant', text(' ')], ['user', text('')])).toEqual([
      'user: text [The beginning of the conversation was omitted.]',
      'assistant: text [empty]',
      'user: text [empty] ⏚, text Summarise.',
    ]);
    expect(sent(['user', text('Go')], ['assistant', call('c1')], ['tool', result('c1', ' ', true)]).at(-1)).toBe(
      'user: tool_result c1 [no output] ⏚, text Summarise.',
    );
  });

  it('unusual tool names are changed', () => {
    const messages = conversation(['user', text('Go')], ['assistant', call('c1', 'files.read v2')]);
    const body = requestFor({ messages, tools: [{ name: 'files.read v2', schemaText: '{}' }] });
    expect(lines(body.messages)[1]).toBe('assistant: tool_use c1 files_read_v2');
    expect(lines(body.tools)).toEqual(['files_read_v2 ⏚']);
  });
});
