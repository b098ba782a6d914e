import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../base/json';
import { boundary, importRecords, mainOf, prompt, reply, text, usage } from './claude-code/given-records.test-support';

describe('responses and calls', () => {
  it('[5.3.1] keeps the order of the lines, whatever their times', () => {
    const { messages } = mainOf(
      prompt('u1', 'one', { timestamp: '2026-03-01T10:00:09Z' }),
      prompt('u2', 'two', { timestamp: '2026-03-01T10:00:01Z' }),
    );
    expect(messages.map(({ id }) => id)).toEqual(['u1', 'u2']);
  });

  it('[5.3.2] places a response at its first record, and results in between after it', () => {
    const { messages } = mainOf(
      reply('a1', { id: 'msg_1', content: [{ type: 'tool_use', id: 't1', name: 'A', input: {} }] }),
      prompt('r1', [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }]),
      reply('a2', { id: 'msg_1', content: [{ type: 'tool_use', id: 't2', name: 'B', input: {} }] }),
    );
    expect(messages.map(({ id, parts }) => `${id} ${parts.length}`)).toEqual(['msg_1 2', 'r1 1']);
  });

  it('[5.3.3] makes one call per response, with the largest output', () => {
    const { calls } = mainOf(
      reply('a1', { id: 'msg_1', usage: usage(900, 1) }),
      reply('a2', { id: 'msg_1', usage: usage(900, 87) }),
      reply('a3', { id: 'msg_1', usage: usage(900, 30) }),
    );
    expect(calls.map((call) => call.usage)).toEqual([
      { input: 900, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 87 },
    ]);
  });

  it('[5.3.4] marks an output as partial below one token per six characters', () => {
    const partial = (output: number) =>
      mainOf(reply('a1', { id: 'm', content: text('x'.repeat(60)), usage: usage(9, output) })).calls[0]
        ?.outputIsPartial;
    expect(partial(9)).toBe(true);
    expect(partial(10)).toBeUndefined();
  });

  it('[5.3.4] marks an output as partial if no record has a stop reason', () => {
    const partial = (...stops: (string | null)[]) =>
      mainOf(...stops.map((stop, i) => reply(`a${i}`, { id: 'm', stop_reason: stop, usage: usage(9, 99) }))).calls[0]
        ?.outputIsPartial;
    expect(partial(null, null)).toBe(true);
    expect(partial('tool_use', null)).toBeUndefined();
  });

  it('[4] separates further passes of the server from the context', () => {
    const pass = (input: number) => ({ ...usage(input, 5), type: 'message' });
    const [call] = mainOf(reply('a1', { id: 'm', usage: { ...usage(40, 5), iterations: [pass(70), pass(40)] } })).calls;
    expect(call?.usage?.input).toBe(40);
    expect(call?.usage?.extraPasses?.map(({ input }) => input)).toEqual([70]);
  });

  it.each([
    ['made up by the agent', { model: '<synthetic>', usage: usage(5, 5) }, {}],
    ['an API error', { usage: usage(5, 5) }, { isApiErrorMessage: true }],
    ['without any token', { usage: usage(0, 0) }, {}],
  ])('[5.2] treats a reply that is %s as an error, not a call', (_, message, more) => {
    const { messages, calls, models } = mainOf(reply('a1', { id: 'm', content: text('Sorry'), ...message }, more));
    expect(messages.map(({ kind, callId }) => [kind, callId])).toEqual([['error', undefined]]);
    expect(calls).toEqual([]);
    expect(models).toEqual([]);
  });

  it('keeps a reply without tokens if it calls a tool that has a result', () => {
    const call = { type: 'tool_use', id: 't1', name: 'A', input: {} };
    expect(mainOf(reply('a1', { id: 'm', content: [call], usage: usage(0, 0) })).messages[0]?.kind).toBe('reply');
  });

  it('[5.3.5] ignores what the program only shows on screen', () => {
    const secret = 'only on the screen';
    const transcript = mainOf(
      prompt('r1', [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }], { toolUseResult: { stdout: secret } }),
    );
    expect(JSON.stringify(transcript)).not.toContain(secret);
  });
});

describe('compactions', () => {
  it('[5.4.8] makes a boundary of unknown cause for a summary without one', () => {
    const { boundaries } = mainOf(
      prompt('u1', 'old'),
      prompt('k1', 'Summary', { isCompactSummary: true, version: '2.0.10' }),
    );
    expect(boundaries).toEqual([
      { kind: 'full', at: 1, trigger: 'unknown', agentVersion: '2.0.10', summaryMessageId: 'k1', line: 2 },
    ]);
  });

  it('[5.4.8] does not assign a later summary to a boundary', () => {
    const { boundaries } = mainOf(
      prompt('u1', 'old'),
      boundary('b1'),
      reply('a1', { id: 'm', usage: usage(5, 5) }),
      prompt('k1', 'Summary', { isCompactSummary: true }),
    );
    expect(boundaries.map(({ at, summaryMessageId }) => [at, summaryMessageId])).toEqual([
      [1, undefined],
      [2, 'k1'],
    ]);
  });

  it('[5.4.5] keeps a response once, in the given order, and omits records that are not messages', () => {
    const { boundaries } = mainOf(
      prompt('u1', 'old'),
      reply('a1', { id: 'm', content: text('a') }),
      reply('a2', { id: 'm', content: text('b') }),
      { type: 'system', subtype: 'turn_duration', uuid: 'd1' },
      boundary('b1', { compactMetadata: { preservedMessages: { uuids: ['a1', 'a2', 'd1', 'u1'] } } }),
      prompt('k1', 'Summary', { isCompactSummary: true }),
    );
    expect(boundaries[0]?.keptMessageIds).toEqual(['m', 'u1']);
    expect(boundaries[0]?.keptPosition).toBe('after-summary');
  });

  it('[5.4.6] reads a file that starts with a boundary', () => {
    const { boundaries } = mainOf(
      boundary('b1', { compactMetadata: { trigger: 'auto', preTokens: 998_659 } }),
      prompt('k1', 'Summary', { isCompactSummary: true }),
    );
    expect(boundaries.map(({ at, preTokens, trigger }) => [at, preTokens, trigger])).toEqual([[0, 998_659, 'auto']]);
  });

  it('[5.4.1] reads the same details in camelCase and in snake_case', () => {
    const read = (more: JsonObject) => mainOf(prompt('u1', 'a'), boundary('b1', more)).boundaries;
    expect(read({ compactMetadata: { trigger: 'manual', preTokens: 7, postTokens: 3, durationMs: 2 } })).toEqual(
      read({ compact_metadata: { trigger: 'manual', pre_tokens: 7, post_tokens: 3, duration_ms: 2 } }),
    );
  });

  it('[5.4] measures a small compaction by what it can clear', () => {
    const metadata = { trigger: 'auto', preTokens: 60_364, tokensSaved: 21_294, compactedToolIds: ['t1', 5] };
    const [micro] = mainOf(
      prompt('u1', 'a'),
      boundary('b1', { subtype: 'microcompact_boundary', microcompactMetadata: metadata }),
    ).boundaries;
    expect(micro).toMatchObject({ kind: 'micro', preTokensMeans: 'clearable', clearedToolCallIds: ['t1'] });
  });
});

describe('rewinds', () => {
  const following = (uuid: string, parentUuid: string | null, more: JsonObject = {}) =>
    prompt(uuid, uuid, { parentUuid, ...more });

  it('[5.3.10] drops what is between two prompts with the same parent', () => {
    const { boundaries } = mainOf(
      reply('a1', { id: 'm1' }),
      following('u1', 'a1'),
      reply('a2', { id: 'm2' }),
      following('u2', 'a1'),
      reply('a3', { id: 'm3' }),
      following('u3', 'a1'),
    );
    expect(boundaries.map(({ kind, at, droppedMessageIds }) => [kind, at, droppedMessageIds])).toEqual([
      ['rewind', 3, ['u1', 'm2']],
      ['rewind', 5, ['u2', 'm3']],
    ]);
  });

  it.each([
    ['follow nothing', following('u1', null), following('u2', null)],
    ['follow different records', following('u1', 'a1'), following('u2', 'a2')],
    ['are notes of the program', following('u1', 'a1', { isMeta: true }), following('u2', 'a1', { isMeta: true })],
    ['are a prompt and a summary', following('u1', 'a1'), following('u2', 'a1', { isCompactSummary: true })],
    [
      'are a prompt and a command',
      following('u1', 'a1'),
      prompt('u2', '<command-name>/cost</command-name>', { parentUuid: 'a1' }),
    ],
    [
      'are results of parallel tools',
      prompt('r1', [{ type: 'tool_result', tool_use_id: 't1' }], { parentUuid: 'a1' }),
      prompt('r2', [{ type: 'tool_result', tool_use_id: 't2' }], { parentUuid: 'a1' }),
    ],
  ])('[5.3.10] does not see a rewind in two messages that %s', (_, first, second) => {
    const { boundaries } = mainOf(reply('a1', { id: 'm1' }), reply('a2', { id: 'm2' }), first, second);
    expect(boundaries.filter(({ kind }) => kind === 'rewind')).toEqual([]);
  });
});

describe('sub-agents', () => {
  const side = (record: JsonObject, more: JsonObject = {}) => ({ ...record, isSidechain: true, ...more });

  it('[5.6] keeps the usage of a side chain out of the main calls', () => {
    const { calls, children } = mainOf(
      prompt('u1', 'main'),
      side(prompt('s1', 'side')),
      side(reply('s2', { id: 'm9', usage: usage(5, 5) }, { parentUuid: 's1' })),
    );
    expect(calls).toEqual([]);
    expect(children.map((child) => child.calls.length)).toEqual([1]);
  });

  it('[5.6] follows the parents of two parallel side chains', () => {
    const { children } = mainOf(
      prompt('u1', 'main'),
      side(prompt('s1', 'first')),
      side(prompt('x1', 'second')),
      side(reply('s2', { id: 'm1' }, { parentUuid: 's1' })),
      side(reply('x2', { id: 'm2' }, { parentUuid: 'x1' })),
    );
    expect(children.map((child) => child.messages.map(({ id }) => id))).toEqual([
      ['s1', 'm1'],
      ['x1', 'm2'],
    ]);
  });

  it('[5.6] imports the file of one agent as its main line, with the parent session named', () => {
    const { transcripts } = importRecords([
      side(prompt('s1', 'Find it'), { agentId: 'a1' }),
      side(reply('s2', { id: 'm1', usage: usage(5, 5) }), { agentId: 'a1' }),
    ]);
    expect(transcripts).toHaveLength(1);
    expect(transcripts[0]).toMatchObject({ agentId: 'a1', parentSessionId: 's1', title: 'Find it' });
    expect(transcripts[0]?.sessionId).toBeUndefined();
  });

  const mirror = (uuid: string, agentId: string): JsonObject => ({
    type: 'progress',
    uuid: `p-${uuid}`,
    data: { type: 'agent_progress', agentId, message: prompt(uuid, 'North') },
  });

  it('[5.6] never adds a mirrored record to the main line', () => {
    const transcript = mainOf(prompt('u1', 'main'), mirror('n1', 'north'));
    expect(transcript.messages.map(({ id }) => id)).toEqual(['u1']);
    expect(transcript.children.map(({ agentId }) => agentId)).toEqual(['north']);
  });

  it('[5.6] drops the mirror of an agent whose own records are in the file', () => {
    const { children } = mainOf(
      prompt('u1', 'main'),
      mirror('n1', 'north'),
      side(prompt('n1', 'North'), { agentId: 'north' }),
    );
    expect(children.map(({ agentId, messages }) => [agentId, messages.length])).toEqual([['north', 1]]);
  });
});

describe('titles', () => {
  const title = (...records: readonly Json[]) => mainOf(...records).title;
  const named = [
    { type: 'summary', summary: 'of the leaf', leafUuid: 'u1' },
    { type: 'ai-title', aiTitle: 'generated' },
    { type: 'custom-title', customTitle: 'given' },
  ];

  it("prefers the user's title, then the generated one, then the summary of this file", () => {
    expect(title(prompt('u1', 'Hi'), ...named)).toBe('given');
    expect(title(prompt('u1', 'Hi'), ...named.slice(0, 2))).toBe('generated');
    expect(title(prompt('u1', 'Hi'), ...named.slice(0, 1))).toBe('of the leaf');
    expect(title({ ...named[2], customTitle: 'earlier' }, prompt('u1', 'Hi'), ...named)).toBe('given');
  });

  it('[24.12] ignores the titles of other sessions', () => {
    expect(title({ type: 'summary', summary: 'another', leafUuid: 'x' }, prompt('u1', 'Hi'))).toBe('Hi');
  });

  it('uses the first line of the first prompt, truncated to 80 characters', () => {
    expect(title(prompt('u1', '\n  Look here \nand there'))).toBe('Look here');
    expect(title(prompt('u1', 'x'.repeat(200)))).toHaveLength(80);
  });

  it('uses the typed command if there was no prompt', () => {
    const command = '<command-message>plan</command-message>\n<command-name>/plan</command-name>';
    expect(title(prompt('u1', `${command}\n<command-args>three moons</command-args>`))).toBe('/plan three moons');
  });
});
