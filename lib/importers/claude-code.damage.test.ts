import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../base/json';
import { claudeCode } from './claude-code';
import { boundary, importRecords, prompt, reply, text, usage } from './claude-code/given-records.test-support';
import { claudeStreamJson } from './claude-stream-json';

describe('damaged Claude Code sessions', () => {
  it('[5.3.11] keeps the first of two records with the same id', () => {
    const { transcripts, warnings } = importRecords([prompt('u1', 'first'), prompt('u1', 'second')]);
    expect(transcripts[0]?.messages.map(({ line }) => line)).toEqual([1]);
    expect(warnings).toEqual(['skipped 2: Duplicate of an earlier record']);
  });

  it('uses the intact copy of a record whose first copy is damaged', () => {
    const damaged = { ...prompt('u1', 'first'), message: { role: 'user', cQntent: 'first' } };
    const { transcripts, warnings } = importRecords([damaged, prompt('u1', 'second')]);
    expect(transcripts[0]?.messages.map(({ line }) => line)).toEqual([2]);
    expect(warnings).toEqual(['skipped 1: A user message has no content']);
  });

  it('reports a reply with usage but no content, and keeps its call', () => {
    const { transcripts, warnings } = importRecords([
      prompt('u1', 'Hi'),
      { type: 'assistant', uuid: 'a1', message: { id: 'm', model: 'claude-x', usage: usage(5, 5) } },
    ]);
    expect(transcripts[0]?.calls).toHaveLength(1);
    expect(warnings).toEqual(['skipped 2: A reply has no content']);
  });

  it('[5.3.12] reports each call without a result and each result without a call, with its line', () => {
    const { warnings } = importRecords([
      reply('a1', { id: 'm', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: {} }] }),
      prompt('r1', [{ type: 'tool_result', tool_use_id: 't2', content: 'x' }]),
    ]);
    expect(warnings).toEqual([
      'noticed 1: A call of Bash has no result',
      'noticed 2: A tool result has no matching call',
    ]);
  });

  it('[5.3.10] counts records whose parent is missing, but not those whose parent comes later', () => {
    const { warnings } = importRecords([
      prompt('u1', 'a', { parentUuid: 'gone' }),
      prompt('u2', 'b', { parentUuid: 'gone' }),
      prompt('u3', 'c', { parentUuid: 'u4' }),
      prompt('u4', 'd'),
    ]);
    expect(warnings).toEqual(['noticed 0: 2 records refer to parents that are not in the file']);
  });

  it('names each unknown record type once, up to a limit', () => {
    const unknown = Array.from({ length: 300 }, (_, i) => ({ type: `t${i % 100}` }));
    const { warnings } = importRecords(unknown);
    expect(warnings).toHaveLength(51);
    expect(warnings[0]).toBe('skipped 1: 3 records of unknown type "t0"');
    expect(warnings[50]).toBe('skipped 51: 150 records of other unknown types');
  });

  it('gives no transcript if there was no message', () => {
    expect(importRecords([{ type: 'mode' }, boundary('b1')]).transcripts).toEqual([]);
  });

  it('accepts content nested ten thousand levels deep', () => {
    const deep = JSON.parse(`${'['.repeat(10_000)}1${']'.repeat(10_000)}`) as Json;
    const { transcripts } = importRecords([
      prompt('u1', [{ type: 'hologram', data: deep }]),
      reply('a1', {
        id: 'm',
        content: [{ type: 'tool_use', id: 't', name: 'A', input: { deep } }],
        usage: usage(5, 5),
      }),
      { type: 'attachment', uuid: 't1', attachment: { type: 'task_reminder', content: deep } },
      { type: 'attachment', uuid: 't2', attachment: { type: 'tide', content: deep } },
      { type: 'system', subtype: 'api_error', error: deep },
    ]);
    expect(transcripts[0]?.messages).toHaveLength(4);
    expect(() => JSON.stringify(transcripts)).not.toThrow();
  });

  const records: readonly JsonObject[] = [
    prompt('u1', 'Hi', { isMeta: false, isSidechain: false, agentId: 'a', timestamp: '2026-03-01T10:00:00Z' }),
    reply('a1', { id: 'm', content: text('Hi'), usage: usage(5, 5) }, { isSidechain: true, version: '2.0.0' }),
    prompt('r1', [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }]),
    boundary('b1', { compactMetadata: { trigger: 'auto', preTokens: 5, preservedMessages: { uuids: ['u1'] } } }),
    { type: 'attachment', uuid: 'x1', attachment: { type: 'file', content: { file: { content: 'x' } } } },
    { type: 'attachment', uuid: 'x2', attachment: { type: 'queued_command', prompt: 'x', origin: { kind: 'human' } } },
    { type: 'progress', uuid: 'p1', data: { type: 'agent_progress', agentId: 'n', message: prompt('n1', 'x') } },
    { type: 'system', subtype: 'api_error', uuid: 'e1', error: { error: { message: 'x' } } },
    { type: 'summary', summary: 'x', leafUuid: 'u1' },
  ];

  it.each([claudeCode, claudeStreamJson])('$format never throws, whatever JSON a record contains', (importer) => {
    const damaged = fc.array(
      fc
        .tuple(fc.constantFrom(...records), fc.nat(), fc.jsonValue() as fc.Arbitrary<Json>)
        .map(([record, place, value]) => withValueAt(record, place, value)),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(damaged, (values) => {
        const { transcripts } = importRecords(values, importer);
        expect(() => JSON.stringify(transcripts)).not.toThrow();
      }),
      { numRuns: 600 },
    );
  });
});

/** The record with one of its values, at any depth, replaced. */
function withValueAt(record: Json, place: number, value: Json): Json {
  if (typeof record !== 'object' || record === null || place % 4 === 0) return value;
  if (Array.isArray(record)) {
    const index = place % Math.max(1, record.length);
    return record.map((item, i) => (i === index ? withValueAt(item, Math.floor(place / 4), value) : item));
  }
  const keys = Object.keys(record);
  const key = keys[place % Math.max(1, keys.length)] ?? 'type';
  return { ...record, [key]: withValueAt((record as JsonObject)[key] ?? null, Math.floor(place / 4), value) };
}
