import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json';
import { formatIds, formats } from '../transcript/formats';
import { importerFor } from './index';
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
const rowOf = (hash: string) => ({
  ...{ file: 'a.jsonl', version: 1, engine: 1, key: hash, figures: null },
  ...{ session: { hash, place: 0 }, policy: { id: 'codex', hash: 'p' } },
});
const init = { type: 'system', subtype: 'init', session_id: 's', tools: [] };
const claude = { type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', message };

describe('lines', () => {
  it.each<[string, readonly Json[]]>([
    [
      'R-H1 highwater',
      [
        { type: 'highwater', version: 1 },
        { type: 'transcript', depth: 0 },
      ],
    ],
    ['R-H2 highwater-rows', [{ highwater: 1, rows: { version: 1, engine: 1, counts: {}, policies: [] } }]],
    ['R-H2 highwater-rows', [rowOf('a'), rowOf('b')]],
    ['R-L1 claude-trace', [{ request: { url: '/v1/messages' }, response: null }, other]],
    ['R-L2 codex', [other, { type: 'response_item', payload: { type: 'message' } }]],
    ['R-L2 codex', [{ id: 'i', timestamp: 't', instructions: null }, { record_type: 'state' }, { type: 'reasoning' }]],
    ['R-L33 goose', [{ working_dir: '/w', description: '', message_count: 1 }, message]],
    ['R-L32 gemini-cli', [{ id: 'm', type: 'gemini', content: 'x' }, other]],
    ['R-L31 openhands', [{ id: 1, source: 'user', message: 'x', action: 'message', args: {} }, other]],
    ['R-L31 openhands', [{ id: 2, source: 'agent', message: 'x', observation: 'run', extras: {} }, other]],
    ['R-L17 qwen-code', [{ ...claude, message: { role: 'user', parts: [{ text: 'hi' }] } }]],
    ['R-L3 copilot-cli', [{ type: 'session.start', data: {} }, other]],
    [
      'R-L3 copilot-cli',
      [
        { type: 'user.message', data: {}, parentId: null },
        { type: 'abort', data: {}, parentId: 'x' },
        { type: 'hook.start', data: {}, parentId: 'y' },
      ],
    ],
    [
      'R-L4 pi',
      [
        { type: 'session', id: 'i', cwd: '/w' },
        { type: 'message', message },
      ],
    ],
    [
      'R-L5 factory-droid',
      [
        { type: 'session_start', id: 'i' },
        { type: 'message', message },
      ],
    ],
    [
      'R-L6 gemini-cli',
      [
        { sessionId: 's', projectHash: 'h' },
        { id: 'm', type: 'user', content: 'x' },
      ],
    ],
    ['R-L7 openhands', [{ kind: 'MessageEvent', source: 'user' }, other]],
    ['R-L7 openhands', [{ kind: 'CondensationRequest', source: 'agent' }, other]],
    [
      'R-L8 openhands',
      [
        { instance_id: 'i', history: [], metrics: {} },
        { instance_id: 'j', history: [], metrics: {} },
      ],
    ],
    ['R-L9 claude-code', [{ type: 'summary', summary: 'x', leafUuid: 'l' }, claude]],
    ['R-L9 claude-code', [{ type: 'system', subtype: 'compact_boundary', uuid: 'u', parentUuid: null }, other]],
    ['R-L10 claude-stream-json', [init, { type: 'user', message, session_id: 's' }]],
    [
      'R-L10 claude-stream-json',
      [
        { type: 'assistant', message, session_id: 's' },
        { type: 'result', session_id: 's' },
      ],
    ],
    [
      'R-L11 claude-code',
      [
        { type: 'summary', leafUuid: 'l' },
        { type: 'mode', sessionId: 's' },
        { type: 'file-history-snapshot', snapshot: {} },
      ],
    ],
    [
      'R-L15 entire-transcript',
      [
        { v: 1, agent: 'a', type: 'user', content: 'x' },
        { v: 1, agent: 'a', type: 'assistant' },
      ],
    ],
    [
      'R-L16 claude-history',
      [
        { display: 'x', pastedContents: {}, project: '/w' },
        { display: 'y', project: '/w' },
      ],
    ],
    [
      'R-L12 cursor',
      [
        { role: 'user', message: { content: [] } },
        { role: 'assistant', message: { content: 'x' } },
      ],
    ],
    [
      'R-L18 langchain',
      [
        { id: 'i', run_type: 'llm' },
        { id: 'j', run_type: 'tool' },
      ],
    ],
    ['R-L19 otel', [{ resourceSpans: [] }, { resourceSpans: [] }]],
    ['R-L19 otel', [{ name: 'chat', attributes: [], spanId: 's' }, other]],
    [
      'R-L20 langfuse',
      [
        { traceId: 't', type: 'GENERATION' },
        { traceId: 't', type: 'SPAN' },
      ],
    ],
    ['R-L13 R-M11 openai-chat', [{ messages: [message] }, { messages: [] }]],
    ['R-L14 R-M11 openai-chat', [message, { role: 'assistant', content: 'ho' }]],
    ['R-L14 R-M8 openai-chat', [message, { role: 'assistant', content: null, tool_calls: [] }]],
    ['R-L14 R-M8 openai-chat', [message, { role: 'assistant', tool_calls: [] }]],
    ['R-L14 R-M11 openai-chat', [message, { role: 'assistant', cQntent: 'damaged' }, message]],
    ['R-L13 R-M11 openai-chat', [{ mesQages: [] }, { messages: [message] }, { messages: [message] }]],
    ['R-L9 claude-code', [{ type: 'attachment', uuid: 'u', parentUuid: null, attachment: { type: 'file' } }, other]],
  ])('%s', (expected, records) => {
    expect(recogniseLines(...records)).toBe(`${expected} (values)`);
  });

  it('skips bookkeeping at the beginning', () => {
    const bookkeeping = Array<Json>(399).fill({ type: 'queue-operation', sessionId: 's' });
    expect(recogniseLines(...bookkeeping, claude)).toBe('R-L9 claude-code (values)');
  });
});

describe('a document', () => {
  it.each<[string, Json]>([
    ['R-D1 harbor-atif', { schema_version: 'ATIF-v1.4', steps: [] }],
    ['R-D33 goose', { working_dir: '/w', conversation: [] }],
    ['R-D31 openhands', { trajectory: [{ id: 1, source: 'user', message: 'x', action: 'message', args: {} }] }],
    ['R-D2 inspect', { version: 2, status: 'success', eval: {}, samples: [] }],
    ['R-D3 opencode', { info: { id: 'ses_1' }, messages: [] }],
    ['R-D3 opencode', { info: {}, messages: [{ info: {}, parts: [] }] }],
    ['R-D4 swe-agent', { trajectory: [], history: [{ role: 'user', parts: [] }] }],
    ['R-D5 mini-swe-agent', { trajectory_format: 'mini-swe-agent-1.1', messages: [message] }],
    ['R-D5 mini-swe-agent', { info: { model_stats: {} }, messages: [message] }],
    ['R-D6 gemini-cli', { sessionId: 's', projectHash: 'h', messages: [] }],
    ['R-D7 gemini-contents', { history: [{ role: 'user', parts: [{ text: 'x' }] }] }],
    ['R-D7 gemini-contents', { contents: [{ role: 'model', parts: [] }] }],
    ['R-D8 otel', { resourceSpans: [] }],
    ['R-D9 langfuse', { trace: {}, observations: [] }],
    ['R-D9 langfuse', { trace: { observations: [] } }],
    ['R-D9 langfuse', { id: 't', observations: [{ traceId: 't', type: 'SPAN' }] }],
    ['R-D10 langchain', { id: 'i', run_type: 'llm' }],
    ['R-D10 langchain', { runs: [{ run_type: 'chain' }] }],
    ['R-D10 langchain', { post: [{ run_type: 'chain' }], patch: [] }],
    ['R-D21 R-M5 langchain', { values: { messages: [{ type: 'human', content: 'x' }] }, next: [] }],
    ['R-D11 har', { log: { version: '1.2', entries: [] } }],
    ['R-D12 openai-responses', { object: 'response', output: [] }],
    ['R-D12 openai-responses', { object: 'list', data: [{ type: 'message' }, { type: 'function_call' }] }],
    ['R-D12 openai-responses', { model: 'm', input: [message] }],
    ['R-D13 claude-trace', { request: { body: {} }, response: {} }],
    ['R-D14 anthropic-messages', { type: 'message', role: 'assistant', content: [], usage: {} }],
    ['R-D15 anthropic-messages', { messages: [message], system: 'x' }],
    [
      'R-D17 R-M6 ai-sdk',
      { messages: [message, { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c' }] }], system: 'x' },
    ],
    ['R-D15 anthropic-messages', { messages: [message], tools: [{ name: 'ls', input_schema: {} }] }],
    ['R-D15 anthropic-messages', { messages: [], anthropic_version: 'v' }],
    ['R-D16 openai-chat', { messages: [message], tools: [{ type: 'function', function: {} }] }],
    ['R-D17 R-M11 openai-chat', { messages: [message] }],
    ['R-D17 R-M10 openai-chat', { messages: [{ role: 'system', content: 'x' }, message] }],
    ['R-D20 openai-chat', { object: 'chat.completion', choices: [{ message }] }],
    ['R-D22 account-export', { mapping: {}, title: 'x' }],
    ['R-D22 account-export', { uuid: 'u', chat_messages: [] }],
    ['R-D23 vscode-chat', { requests: [], responderUsername: 'GitHub Copilot' }],
    ['R-D24 kiro', { conversation_id: 'c', history: [{ user: {}, assistant: {} }] }],
    ['R-D18 openhands', { history: [{ id: 1 }], metrics: {} }],
  ])('%s', (expected, document) => {
    expect(recogniseDocument(document)).toBe(`${expected} (document)`);
  });

  it('D19: is otherwise a file of one line', () => {
    expect(recogniseDocument(claude)).toBe('R-L9 claude-code (values)');
    expect(recogniseDocument({ type: 'session_meta', payload: {} })).toBe('R-L2 codex (values)');
    expect(recogniseDocument({ type: 'summary', summary: 'x', leafUuid: 'l' })).toBe('R-L11 claude-code (values)');
  });
});

describe('an array', () => {
  it.each<[string, readonly Json[]]>([
    ['R-A1 langchain (values)', [{ run_type: 'llm' }, { run_type: 'tool' }]],
    ['R-A2 otel (values)', [{ name: 'chat', attributes: {}, spanContext: { spanId: 's' } }]],
    ['R-L20 langfuse (values)', [{ traceId: 't', type: 'GENERATION' }]],
    ['R-A3 claude-stream-json (values)', [init, { type: 'user', message }]],
    ['R-A6 cline (values)', [{ ts: 1, type: 'say', say: 'text', text: 'x' }]],
    [
      'R-A6 cline (values)',
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'x' },
            { type: 'text', text: '<environment_details>\n' },
          ],
        },
      ],
    ],
    ['R-A7 account-export (values)', [{ mapping: {}, title: 'x' }]],
    ['R-A4 R-M9 anthropic-messages (document)', [{ role: 'user', content: [{ type: 'tool_result' }] }]],
    ['R-A5 openai-chat (values)', [{ traj: [] }, { messages: [] }, { conversations: [] }]],
    [
      'R-H1 highwater (values)',
      [
        { type: 'highwater', version: 1 },
        { type: 'message', role: 'tool', parts: [] },
        { type: 'message', role: 'user', content: 'x' },
      ],
    ],
    ['R-L1 claude-trace (values)', [{ request: { method: 'POST' }, response: {} }]],
    [
      'R-L4 pi (values)',
      [{ type: 'session', id: 'i', cwd: '/w' }, { type: 'message', message }, { type: 'compaction' }],
    ],
    ['R-L9 claude-code (values)', [claude]],
  ])('%s', (expected, items) => {
    expect(recogniseArray(...items)).toBe(expected);
  });
});

it('text whose lines start with who speaks', () => {
  const sample = [message, { role: 'assistant', content: 'ho' }];
  expect(shown(recognise({ shape: 'turns', sample }))).toBe('R-T1 plain-chat (values)');
});

describe('messages', () => {
  const block = (type: string, more = {}): Json => ({ role: 'assistant', content: [{ type, ...more }] });
  const parts = (role: string, ...list: readonly Json[]): Json => ({ role, parts: list });
  it.each<[string, readonly Json[]]>([
    ['R-M1 gemini-contents', [parts('user', { text: 'x' }), parts('model', { text: 'y' })]],
    ['R-M2 otel', [parts('user', { type: 'text', content: 'x' })]],
    [
      'R-M2 otel',
      [parts('user', { type: 'text', content: 'x' }), parts('assistant', { type: 'tool_call', name: 'x' })],
    ],
    ['R-M3 ai-sdk', [parts('user', { type: 'text', text: 'x' })]],
    ['R-M3 ai-sdk', [parts('user', { type: 'text', text: 'x' }), parts('assistant', { type: 'step-start' })]],
    ['R-M4 opencode', [{ info: { role: 'user' }, parts: [] }]],
    ['R-M5 langchain', [{ lc: 1, type: 'constructor', id: [], kwargs: {} }]],
    [
      'R-M5 langchain',
      [
        { type: 'system', content: 'x' },
        { type: 'human', content: 'x' },
      ],
    ],
    ['R-M6 ai-sdk', [message, block('tool-call')]],
    ['R-M6 ai-sdk', [message, { role: 'assistant', content: 'x', toolInvocations: [] }]],
    ['R-M7 openai-responses', [{ type: 'message', role: 'user', content: 'x' }, { type: 'function_call' }]],
    ['R-M7 openai-responses', [{ role: 'user', content: [{ type: 'input_text', text: 'x' }] }]],
    ['R-M8 openai-chat', [message, { role: 'tool', content: 'x' }]],
    ['R-M8 openai-chat', [message, { role: 'assistant', content: null, function_call: {} }]],
    ['R-M9 anthropic-messages', [message, block('thinking')]],
    ['R-M9 anthropic-messages', [message, block('image', { source: { type: 'url' } })]],
    ['R-M10 openai-chat', [message, block('image_url')]],
    ['R-M10 openai-chat', [{ role: 'developer', content: 'x' }, message]],
    ['R-M11 openai-chat', [message, block('text')]],
  ])('%s', (expected, messages) => {
    expect(recogniseArray(...messages)).toBe(`R-A4 ${expected} (document)`);
  });
});

describe('what is not a transcript', () => {
  it.each<[string, Json]>([
    ['an empty object', {}],
    ['a map', { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: {} }] }],
    ['package.json', { name: 'x', version: '1.0.0', type: 'module', dependencies: {} }],
    ['a list with data', { data: [{ id: 1 }, { id: 2 }] }],
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

it('has a title for every format, and an advice', () => {
  for (const { title, advice } of Object.values(formats)) {
    expect(title).toMatch(/\S$/);
    expect(advice).toMatch(/^[A-Zc].*\.$/);
  }
});

it('says of each format that cannot be imported what to do instead', () => {
  const refused = formatIds.filter((id) => importerFor(id) === undefined);
  expect(refused).toContain('har');
  for (const id of refused)
    expect([id, formats[id].advice]).toEqual([id, expect.stringMatching(/^(?:Add|Save|Export|Open) /)]);
});

/** The same as the commands that the advice names. */
it('recognises what the advice says to save', () => {
  const droid = { type: 'message', id: 'm', message: { role: 'user', content: [{ type: 'text', text: 'x' }] } };
  expect(recogniseArray(droid.message)).toMatch('R-A4 R-M11 openai-chat');
  const cursor = { role: 'user', message: { content: [{ type: 'text', text: 'x' }] } };
  expect(recogniseArray({ role: cursor.role, content: cursor.message.content })).toMatch('R-A4 R-M11 openai-chat');
  expect(formats['factory-droid'].advice).toContain('select(.type == "message") | .message');
  expect(formats.cursor.advice).toContain('{role, content: .message.content}');
});
