import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../base/json';
import { importRecords, text, usage } from './claude-code/given-records.test-support';
import { claudeStreamJson } from './claude-stream-json';

const init: JsonObject = {
  type: 'system',
  subtype: 'init',
  session_id: 's1',
  model: 'claude-x',
  tools: ['Bash', 'Task'],
  cwd: '/projects/orrery',
};

function said(type: 'user' | 'assistant', message: JsonObject, more: JsonObject = {}): JsonObject {
  return { type, session_id: 's1', parent_tool_use_id: null, message, ...more };
}

const read = (...records: readonly Json[]) => importRecords(records, claudeStreamJson);

describe('[5.8] stream-json of Claude Code', () => {
  it('reads tool names and the folder from the start of the run', () => {
    const [run] = read(init, said('user', { content: 'Hi' })).transcripts;
    expect(run?.tools.map(({ name }) => name)).toEqual(['Bash', 'Task']);
    expect(run).toMatchObject({ systemInFile: 'some', workingDirectory: '/projects/orrery', models: ['claude-x'] });
  });

  it('groups the records of a response; the result gives the window, but no call', () => {
    const { transcripts } = read(
      init,
      said('assistant', { id: 'm', model: 'claude-x', content: text('a'), stop_reason: null, usage: usage(90, 1) }),
      { type: 'stream_event', session_id: 's1', event: { type: 'message_start' } },
      said('assistant', { id: 'm', model: 'claude-x', content: text('b'), stop_reason: null, usage: usage(90, 2) }),
      {
        type: 'result',
        session_id: 's1',
        usage: usage(900, 20),
        modelUsage: { 'claude-x': { contextWindow: 200_000 } },
      },
    );
    expect(transcripts[0]?.calls.map((call) => [call.usage?.output, call.outputIsPartial])).toEqual([[2, true]]);
    expect(transcripts[0]?.messages).toHaveLength(1);
    expect(transcripts[0]?.contextWindow).toBe(200_000);
  });

  it('makes a child of what a tool call started', () => {
    const [run] = read(
      said('user', { content: 'Hi' }),
      said('assistant', { id: 'm', content: text('42'), usage: usage(5, 5) }, { parent_tool_use_id: 't1' }),
    ).transcripts;
    expect(run?.messages).toHaveLength(1);
    expect(run?.children.map(({ agentId, parentSessionId }) => [agentId, parentSessionId])).toEqual([['t1', 's1']]);
  });

  it('recognises a summary by its boundary and its wording', () => {
    const summary = 'This session is being continued from a previous conversation that ran out of context.';
    const [run] = read(
      said('user', { content: 'Hi' }),
      { type: 'system', subtype: 'compact_boundary', session_id: 's1', compact_metadata: { trigger: 'auto' } },
      said('user', { content: summary }, { isSynthetic: true, uuid: 'k1' }),
      said('user', { content: 'A reminder' }, { isSynthetic: true, uuid: 'k2' }),
    ).transcripts;
    expect(run?.boundaries.map(({ at, summaryMessageId }) => [at, summaryMessageId])).toEqual([[1, 'k1']]);
    expect(run?.messages.map(({ kind }) => kind)).toEqual(['prompt', 'summary', 'injected']);
  });

  it('gives one transcript per session of a log', () => {
    const { transcripts } = read(
      said('user', { content: 'one' }),
      said('user', { content: 'two' }, { session_id: 's2' }),
      said('user', { content: 'three' }, { session_id: undefined }),
    );
    expect(transcripts.map(({ sessionId, messages }) => [sessionId, messages.length])).toEqual([
      ['s1', 1],
      ['s2', 2],
    ]);
  });
});
