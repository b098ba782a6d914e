import { describe, expect, it } from 'vitest';
import { asObject } from '../base/json';
import { readText } from './read-for-test';

async function turns(text: string) {
  const { input, values, lines } = await readText(text);
  return { shape: input?.shape, values, lines };
}

describe('a chat as text', () => {
  it('is read turn by turn, each with the line it starts on', async () => {
    expect(
      await turns('\nuser: What is 2 + 2?\nassistant: 4\n\nThat was easy.\nuser:\n  And 3?\r\nassistant: 6'),
    ).toEqual({
      shape: 'turns',
      values: [
        { role: 'user', content: 'What is 2 + 2?' },
        { role: 'assistant', content: '4\n\nThat was easy.' },
        { role: 'user', content: 'And 3?' },
        { role: 'assistant', content: '6' },
      ],
      lines: [2, 3, 6, 8],
    });
  });

  it.each([
    ['System: x\nHuman: a\nAI: b', ['system', 'user', 'assistant']],
    ['**User:** a\n\n**Assistant:** b', ['user', 'assistant']],
    ['**User**: a\n__Assistant__: b', ['user', 'assistant']],
    ['## User\n\na\n\n## Assistant\n\nb', ['user', 'assistant']],
    ['user: a\nuser: b\nassistant: c', ['user', 'user', 'assistant']],
  ])('names its speakers as chats do: %j', async (text, roles) => {
    const { shape, values } = await turns(text);
    expect(shape).toBe('turns');
    expect(values.map((value) => asObject(value)?.role)).toEqual(roles);
  });

  it('keeps code as it is, even lines of it that look like turns or like JSON', async () => {
    const code = '```\nuser: root\nassistant: none\n{"a":1}\n```';
    const { values } = await turns(`user: Explain\n${code}\nassistant: It is\n{"b":2}\n[3]`);
    expect(values).toEqual([
      { role: 'user', content: `Explain\n${code}` },
      { role: 'assistant', content: 'It is\n{"b":2}\n[3]' },
    ]);
  });

  it.each([
    ['JSON', '{"role":"user","content":"assistant: x"}\n{"role":"assistant","content":"y"}', 'lines'],
    ['settings', 'user: root\nmodel: x\n', undefined],
    ['a monologue', 'user: a\nuser: b\n', undefined],
    ['an answer before any question', 'assistant: a\nuser: b\nassistant: c', undefined],
    ['a text that mentions them', 'Roles are\nuser: a\nassistant: b', undefined],
    ['JSON below a line that looks like a turn', 'user: here is the log\n{"type":"x"}\n{"type":"y"}', 'lines'],
  ])('is not what is something else: %s', async (_, text, shape) => {
    expect((await turns(text)).shape).toBe(shape);
  });

  it('gives up when no assistant answers', async () => {
    const { shape, values } = await turns(`user: a\n${'x'.repeat(1_000_001)}\nassistant: b\n{"a":1}`);
    expect([shape, values]).toEqual(['object', [{ a: 1 }]]);
  });

  it('stays fast on a long one', async () => {
    const { values } = await turns('user: a\nassistant: b\n'.repeat(50_000));
    expect(values).toHaveLength(100_000);
  });
});
