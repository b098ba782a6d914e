import { describe, expect, test } from 'vitest';
import type { Base64, CallId, MessageId, Part, ToolCallId, Transcript } from '../transcript/transcript';
import { maskTranscript } from './mask-transcript';

const MIXED = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0xY';
const CAPITALS = 'A1B2C3D4E5F6G7H8';

describe('transcripts', () => {
  const secret = `ghp_${MIXED}`;
  const note = '[secret: github token]';

  function transcriptOf(parts: readonly Part[], extra: Partial<Transcript> = {}): Transcript {
    return {
      format: 'claude-code',
      models: [],
      system: [],
      tools: [],
      systemInFile: 'none',
      messages: [{ id: 'm1' as MessageId, role: 'user', kind: 'prompt', parts, line: 1 }],
      calls: [{ id: 'c1' as CallId, at: 1 }],
      boundaries: [],
      events: [],
      children: [],
      warnings: [],
      ...extra,
    };
  }

  test('masks the names of what was added, and the commands of hooks', () => {
    const plain = transcriptOf([{ kind: 'text', text: 'x' }]);
    const { transcript, counts } = maskTranscript({
      ...plain,
      messages: plain.messages.map((message) => ({ ...message, origin: { kind: 'file', name: `/${secret}/a.ts` } })),
      hooks: [
        { event: 'Stop', name: secret, command: `curl -H ${secret}`, at: 0, line: 1, summary: secret, blocks: secret },
      ],
    });
    expect(transcript.messages[0]?.origin).toEqual({ kind: 'file', name: `/${note}/a.ts` });
    expect(transcript.hooks?.[0]).toMatchObject({
      name: note,
      command: `curl -H ${note}`,
      summary: note,
      blocks: note,
    });
    expect(Object.values(counts)).toEqual([5]);
  });

  test('masks every text, including children', () => {
    const id = 't1' as ToolCallId;
    const parts: readonly Part[] = [
      { kind: 'text', text: secret },
      { kind: 'thinking', text: secret, opaqueLength: 3 },
      { kind: 'tool-call', id, name: 'Bash', input: { command: secret, list: [{ deep: secret }] } },
      { kind: 'tool-call', id, name: 'free', input: secret },
      {
        kind: 'tool-result',
        callId: id,
        isError: false,
        parts: [
          { kind: 'text', text: secret },
          { kind: 'unknown', type: 'x', json: [secret] },
        ],
      },
      { kind: 'document', mediaType: 'text/plain', title: secret, text: secret, url: 'https://u:hunter2@h/a' },
      { kind: 'image', mediaType: 'image/png', url: 'https://u:hunter2@h/a' },
      { kind: 'unknown', type: 'x', json: { [secret]: secret } },
    ];
    const child = transcriptOf([{ kind: 'text', text: secret }]);
    const { transcript, counts } = maskTranscript(
      transcriptOf(parts, {
        title: secret,
        system: [{ kind: 'text', text: secret }],
        tools: [{ name: 'a', schemaText: secret }],
        events: [{ kind: 'notice', at: 0, text: secret, line: 1 }],
        warnings: [{ kind: 'noticed', line: 1, what: secret }],
        children: [child],
      }),
    );
    expect(JSON.stringify(transcript)).not.toContain(secret);
    expect(transcript.messages[0]?.parts.at(-1)).toEqual({ kind: 'unknown', type: 'x', json: { [note]: note } });
    // Not the title: it is counted only where its secret stands nowhere else.
    expect(counts).toEqual({ 'github token': 16, password: 2 });
  });

  test('recognises a value by its key', () => {
    const input = {
      password: 'hunter2',
      headers: { 'X-Api-Key': MIXED },
      path: '/a',
      password_hint: 'hunter2',
      tokens: 7,
    };
    const part: Part = { kind: 'tool-call', id: 't' as ToolCallId, name: 'login', input };
    const [result] = maskTranscript(transcriptOf([part])).transcript.messages[0]?.parts ?? [];
    const expected = { ...input, password: '[secret: password]', headers: { 'X-Api-Key': '[secret: api key]' } };
    expect(result).toEqual({ ...part, input: expected });
  });

  test('counts a secret in the title once, whether or not it is in the messages', () => {
    const inBoth = transcriptOf([{ kind: 'text', text: secret }], { title: secret });
    expect(maskTranscript(inBoth).counts).toEqual({ 'github token': 1 });
    const inTitle = maskTranscript(transcriptOf([], { title: secret }));
    expect(inTitle.counts).toEqual({ 'github token': 1 });
    expect(inTitle.transcript.title).toBe(note);
  });

  test('masks keys, and keeps them distinct', () => {
    const json = { [secret]: 1, [`ghp_${MIXED}x`]: 2, plain: 3 };
    const { transcript } = maskTranscript(transcriptOf([{ kind: 'unknown', type: 'x', json }]));
    expect(transcript.messages[0]?.parts).toEqual([
      { kind: 'unknown', type: 'x', json: { [note]: 1, [`${note} 2`]: 2, plain: 3 } },
    ]);
  });

  test('returns parts without secrets unchanged', () => {
    const clean = transcriptOf([
      { kind: 'text', text: 'hello' },
      { kind: 'tool-call', id: 't' as ToolCallId, name: 'a', input: { b: [1, null, { c: 'd' }] } },
    ]);
    expect(maskTranscript(clean).transcript).toBe(clean);
    const mixed = transcriptOf([
      { kind: 'text', text: 'hello' },
      { kind: 'text', text: secret },
    ]);
    const { transcript } = maskTranscript({ ...mixed, children: [clean] });
    expect(transcript.messages[0]?.parts[0]).toBe(mixed.messages[0]?.parts[0]);
    expect(transcript.children[0]).toBe(clean);
    expect(transcript.calls).toBe(mixed.calls);
  });

  test('ignores Base64 data and handles __proto__ keys', () => {
    const data = `${MIXED}AKIA${CAPITALS}` as Base64;
    const json = JSON.parse(`{"__proto__": {"a": "${secret}"}, "b": 1}`);
    const { transcript } = maskTranscript(
      transcriptOf([
        { kind: 'image', mediaType: 'image/png', data, url: `data:image/png;base64,${data}` },
        { kind: 'unknown', type: 'x', json },
      ]),
    );
    const text = JSON.stringify(transcript.messages[0]?.parts);
    expect(text).toContain(`"data":"${data}"`);
    expect(text).toContain(`{"__proto__":{"a":"${note}"},"b":1}`);
  });
});
