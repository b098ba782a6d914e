import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json';
import { formats } from '../formats';
import { type Recognition, recognise } from './recognise';

/** `lines`, `object` or `array`, as the reading of a file of this content gives it. */
function recogniseLines(...sample: readonly Json[]): string {
  return shown(recognise({ shape: sample.length > 1 ? 'lines' : 'object', sample }));
}
const recogniseDocument = (document: Json) => shown(recognise({ shape: 'object', sample: [document] }));
const recogniseArray = (...sample: readonly Json[]) => shown(recognise({ shape: 'array', sample }));

function shown(found: Recognition | undefined): string {
  return found === undefined ? 'none' : `${found.rule} ${found.format} (${found.feed})`;
}

const message = { role: 'user', content: 'hi' };
const other = { any: 'thing' };
const init = { type: 'system', subtype: 'init', session_id: 's', tools: [] };
const claude = { type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', message };

describe('lines', () => {
  it.each<[string, readonly Json[]]>([
    [
      'H1 highwater',
      [
        { type: 'highwater', version: 1 },
        { type: 'transcript', depth: 0 },
      ],
    ],
    ['L1 claude-trace', [{ request: { url: '/v1/messages' }, response: null }, other]],
    ['L2 codex', [other, { type: 'response_item', payload: { type: 'message' } }]],
    ['L2 codex', [{ id: 'i', timestamp: 't', instructions: null }, { record_type: 'state' }, { type: 'reasoning' }]],
    ['L3 copilot-cli', [{ type: 'session.start', data: {} }, other]],
    [
      'L3 copilot-cli',
      [
        { type: 'user.message', data: {}, parentId: null },
        { type: 'abort', data: {}, parentId: 'x' },
        { type: 'hook.start', data: {}, parentId: 'y' },
      ],
    ],
    [
      'L4 pi',
      [
        { type: 'session', id: 'i', cwd: '/w' },
        { type: 'message', message },
      ],
    ],
    [
      'L5 factory-droid',
      [
        { type: 'session_start', id: 'i' },
        { type: 'message', message },
      ],
    ],
    [
      'L6 gemini-cli',
      [
        { sessionId: 's', projectHash: 'h' },
        { id: 'm', type: 'user', content: 'x' },
      ],
    ],
    ['L7 openhands', [{ kind: 'MessageEvent', source: 'user' }, other]],
    ['L7 openhands', [{ kind: 'CondensationRequest', source: 'agent' }, other]],
    [
      'L8 openhands',
      [
        { instance_id: 'i', history: [], metrics: {} },
        { instance_id: 'j', history: [], metrics: {} },
      ],
    ],
    ['L9 claude-code', [{ type: 'summary', summary: 'x', leafUuid: 'l' }, claude]],
    ['L9 claude-code', [{ type: 'system', subtype: 'compact_boundary', uuid: 'u', parentUuid: null }, other]],
    ['L10 claude-stream-json', [init, { type: 'user', message, session_id: 's' }]],
    [
      'L10 claude-stream-json',
      [
        { type: 'assistant', message, session_id: 's' },
        { type: 'result', session_id: 's' },
      ],
    ],
    [
      'L11 claude-code',
      [
        { type: 'summary', leafUuid: 'l' },
        { type: 'mode', sessionId: 's' },
        { type: 'file-history-snapshot', snapshot: {} },
      ],
    ],
    [
      '§5.8 entire-transcript',
      [
        { v: 1, agent: 'a', type: 'user', content: 'x' },
        { v: 1, agent: 'a', type: 'assistant' },
      ],
    ],
    [
      '§5.8 claude-history',
      [
        { display: 'x', pastedContents: {}, project: '/w' },
        { display: 'y', project: '/w' },
      ],
    ],
    [
      'L12 cursor',
      [
        { role: 'user', message: { content: [] } },
        { role: 'assistant', message: { content: 'x' } },
      ],
    ],
    ['L13 M11 openai-chat', [{ messages: [message] }, { messages: [] }]],
    ['L14 M11 openai-chat', [message, { role: 'assistant', content: 'ho' }]],
    ['L14 M8 openai-chat', [message, { role: 'assistant', content: null, tool_calls: [] }]],
    ['L14 M8 openai-chat', [message, { role: 'assistant', tool_calls: [] }]],
    ['L14 M11 openai-chat', [message, { role: 'assistant', cQntent: 'damaged' }, message]],
    ['L13 M11 openai-chat', [{ mesQages: [] }, { messages: [message] }, { messages: [message] }]],
    ['L9 claude-code', [{ type: 'attachment', uuid: 'u', parentUuid: null, attachment: { type: 'file' } }, other]],
  ])('%s', (expected, records) => {
    expect(recogniseLines(...records)).toBe(`${expected} (values)`);
  });

  it('looks past bookkeeping at the beginning', () => {
    const bookkeeping = Array<Json>(399).fill({ type: 'queue-operation', sessionId: 's' });
    expect(recogniseLines(...bookkeeping, claude)).toBe('L9 claude-code (values)');
  });
});

describe('a document', () => {
  it.each<[string, Json]>([
    ['D1 harbor-atif', { schema_version: 'ATIF-v1.4', steps: [] }],
    ['D2 inspect', { version: 2, status: 'success', eval: {}, samples: [] }],
    ['D3 opencode', { info: { id: 'ses_1' }, messages: [] }],
    ['D3 opencode', { info: {}, messages: [{ info: {}, parts: [] }] }],
    ['D4 swe-agent', { trajectory: [], history: [{ role: 'user', parts: [] }] }],
    ['D5 mini-swe-agent', { trajectory_format: 'mini-swe-agent-1.1', messages: [message] }],
    ['D5 mini-swe-agent', { info: { model_stats: {} }, messages: [message] }],
    ['D6 gemini-cli', { sessionId: 's', projectHash: 'h', messages: [] }],
    ['D7 gemini-contents', { history: [{ role: 'user', parts: [{ text: 'x' }] }] }],
    ['D7 gemini-contents', { contents: [{ role: 'model', parts: [] }] }],
    ['D8 otel', { resourceSpans: [] }],
    ['D9 langfuse', { trace: {}, observations: [] }],
    ['D9 langfuse', { trace: { observations: [] } }],
    ['D10 langchain', { id: 'i', run_type: 'llm' }],
    ['D10 langchain', { runs: [{ run_type: 'chain' }] }],
    ['D10 langchain', { post: [{ run_type: 'chain' }], patch: [] }],
    ['D11 har', { log: { version: '1.2', entries: [] } }],
    ['D12 openai-responses', { object: 'response', output: [] }],
    ['D12 openai-responses', { object: 'list', data: [{ type: 'message' }, { type: 'function_call' }] }],
    ['D12 openai-responses', { model: 'm', input: [message] }],
    ['D13 claude-trace', { request: { body: {} }, response: {} }],
    ['D14 anthropic-messages', { type: 'message', role: 'assistant', content: [], usage: {} }],
    ['D15 anthropic-messages', { messages: [message], system: 'x' }],
    ['D15 anthropic-messages', { messages: [message], tools: [{ name: 'ls', input_schema: {} }] }],
    ['D15 anthropic-messages', { messages: [], anthropic_version: 'v' }],
    ['D16 openai-chat', { messages: [message], tools: [{ type: 'function', function: {} }] }],
    ['D17 M11 openai-chat', { messages: [message] }],
    ['D17 M10 openai-chat', { messages: [{ role: 'system', content: 'x' }, message] }],
    ['§8 openai-chat', { object: 'chat.completion', choices: [{ message }] }],
    ['D18 openhands', { history: [{ id: 1 }], metrics: {} }],
  ])('%s', (expected, document) => {
    expect(recogniseDocument(document)).toBe(`${expected} (document)`);
  });

  it('D19: is otherwise taken for a file of one line', () => {
    expect(recogniseDocument(claude)).toBe('L9 claude-code (values)');
    expect(recogniseDocument({ type: 'session_meta', payload: {} })).toBe('L2 codex (values)');
    expect(recogniseDocument({ type: 'summary', summary: 'x', leafUuid: 'l' })).toBe('L11 claude-code (values)');
  });
});

describe('an array', () => {
  it.each<[string, readonly Json[]]>([
    ['A1 langchain (values)', [{ run_type: 'llm' }, { run_type: 'tool' }]],
    ['A2 otel (values)', [{ name: 'chat', attributes: {}, spanContext: { spanId: 's' } }]],
    ['A3 claude-stream-json (values)', [init, { type: 'user', message }]],
    ['A4 M9 anthropic-messages (document)', [{ role: 'user', content: [{ type: 'tool_result' }] }]],
    ['A5 openai-chat (values)', [{ traj: [] }, { messages: [] }, { conversations: [] }]],
    [
      'H1 highwater (values)',
      [
        { type: 'highwater', version: 1 },
        { type: 'message', role: 'tool', parts: [] },
        { type: 'message', role: 'user', content: 'x' },
      ],
    ],
    ['L1 claude-trace (values)', [{ request: { method: 'POST' }, response: {} }]],
    ['L4 pi (values)', [{ type: 'session', id: 'i', cwd: '/w' }, { type: 'message', message }, { type: 'compaction' }]],
    ['L9 claude-code (values)', [claude]],
  ])('%s', (expected, items) => {
    expect(recogniseArray(...items)).toBe(expected);
  });
});

describe('messages', () => {
  const block = (type: string, more = {}): Json => ({ role: 'assistant', content: [{ type, ...more }] });
  const parts = (role: string, ...list: readonly Json[]): Json => ({ role, parts: list });
  it.each<[string, readonly Json[]]>([
    ['M1 gemini-contents', [parts('user', { text: 'x' }), parts('model', { text: 'y' })]],
    ['M2 otel', [parts('user', { type: 'text', content: 'x' })]],
    ['M2 otel', [parts('user', { type: 'text', content: 'x' }), parts('assistant', { type: 'tool_call', name: 'x' })]],
    ['M3 ai-sdk', [parts('user', { type: 'text', text: 'x' })]],
    ['M3 ai-sdk', [parts('user', { type: 'text', text: 'x' }), parts('assistant', { type: 'step-start' })]],
    ['M4 opencode', [{ info: { role: 'user' }, parts: [] }]],
    ['M5 langchain', [{ lc: 1, type: 'constructor', id: [], kwargs: {} }]],
    [
      'M5 langchain',
      [
        { type: 'system', content: 'x' },
        { type: 'human', content: 'x' },
      ],
    ],
    ['M6 ai-sdk', [message, block('tool-call')]],
    ['M7 openai-responses', [{ type: 'message', role: 'user', content: 'x' }, { type: 'function_call' }]],
    ['M7 openai-responses', [{ role: 'user', content: [{ type: 'input_text', text: 'x' }] }]],
    ['M8 openai-chat', [message, { role: 'tool', content: 'x' }]],
    ['M8 openai-chat', [message, { role: 'assistant', content: null, function_call: {} }]],
    ['M9 anthropic-messages', [message, block('thinking')]],
    ['M9 anthropic-messages', [message, block('image', { source: { type: 'url' } })]],
    ['M10 openai-chat', [message, block('image_url')]],
    ['M10 openai-chat', [{ role: 'developer', content: 'x' }, message]],
    ['M11 openai-chat', [message, block('text')]],
  ])('%s', (expected, messages) => {
    expect(recogniseArray(...messages)).toBe(`A4 ${expected} (document)`);
  });
});

describe('what is no transcript', () => {
  it.each<[string, Json]>([
    ['an empty object', {}],
    ['a map', { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: {} }] }],
    ['package.json', { name: 'x', version: '1.0.0', type: 'module', dependencies: {} }],
    ['a list with data', { data: [{ id: 1 }, { id: 2 }] }],
    ['an account export', { mapping: {}, title: 'x' }],
    ['a __proto__ key', JSON.parse('{"__proto__":{"resourceSpans":[],"type":"session"}}') as Json],
  ])('is not recognised as an object: %s', (_, document) => {
    expect(recogniseDocument(document)).toBe('none');
  });

  it.each<[string, readonly Json[]]>([
    ['numbers', [1, 2, 3]],
    ['texts', ['a', 'b']],
    ['mostly numbers', [1, 2, 3, message]],
    [
      'rows',
      [
        { id: 1, name: 'x' },
        { id: 2, name: 'y' },
      ],
    ],
    ['things with parts', [{ parts: [1] }, { parts: [2] }]],
    ['nothing', []],
  ])('is not recognised as an array: %s', (_, items) => {
    expect(recogniseArray(...items)).toBe('none');
  });

  it('is not recognised as lines', () => {
    expect(recogniseLines({ level: 'info', msg: 'x' }, { level: 'warn', msg: 'y' })).toBe('none');
    expect(recogniseLines([1], [2])).toBe('none');
  });
});

it('has a title and an advice for every format', () => {
  for (const { title, advice } of Object.values(formats)) {
    expect(title).toMatch(/\S$/);
    expect(advice).toMatch(/^[A-Zc].*\.$/);
  }
});
