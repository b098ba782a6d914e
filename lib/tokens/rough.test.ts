import { describe, expect, it } from 'vitest';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { chars4Message } from './chars4';
import { roughMessage, roughSystem } from './rough';

function rough(line: string): number {
  const [message] = transcriptFromText(line).messages;
  if (message === undefined) throw new Error('no message');
  return roughMessage(message);
}

describe('rough', () => {
  it.each([
    ['user "abcd"', 1],
    ['user "abcde"', 2],
    ['user "漢字"', 2],
    ['thinking "abcdefgh"', 2],
    ['thinking hidden', 0],
    ['result #1 "abcdefgh"', 2],
    ['result #1 error "abcdefgh"', 2],
  ])('[T1] counts four bytes of text as a token: %s', (line, tokens) => {
    expect(rough(line)).toBe(tokens);
  });

  it('[T1] counts JSON like any other text, in a call and in a result', () => {
    expect(rough('call #1 bash {"a":"bcd"}')).toBe(1 + 3);
    expect(rough('result #1 {"a":"bcd"}')).toBe(3);
    expect(rough('result #1 "[not json] a"')).toBe(3);
  });

  it('[T1] counts free-text arguments as text', () => {
    expect(rough('call #1 patch "abcdefgh"')).toBe(2 + 2);
  });

  it('[T1] counts every image and every document as 2,000, also inside a result', () => {
    expect(rough('image 8000x8000')).toBe(2_000);
    expect(rough('document')).toBe(2_000);
    expect(rough('document 30 tokens')).toBe(2_000);
    expect(rough('result #1 "abcd"\nimage 10x10')).toBe(2_001);
  });

  it('[T1] counts the placeholder "n tokens" of the text form as n', () => {
    for (const line of ['user', 'summary', 'thinking', 'assistant', 'call #1 read', 'result #1']) {
      expect(rough(`${line} 300 tokens`)).toBe(300);
    }
  });

  it('counts the system prompt and the tools', () => {
    expect(roughSystem(transcriptFromText('system 30 tokens\ntool read 12 tokens'))).toBe(42);
  });
});

describe('chars4', () => {
  it('[T1] counts a quarter of the characters of the message as JSON, rounded down', () => {
    const [message] = transcriptFromText('user "abcdefg"').messages;
    const json = '{"role":"user","parts":[{"kind":"text","text":"abcdefg"}]}';
    expect(message === undefined ? 0 : chars4Message(message)).toBe(Math.floor(json.length / 4));
  });

  it('excludes the data of an image', () => {
    const [message] = transcriptFromText('image 10x10').messages;
    if (message === undefined) throw new Error('no message');
    const withData = { ...message, parts: message.parts.map((part) => ({ ...part, data: 'A'.repeat(9_999) })) };
    expect(chars4Message(withData as typeof message)).toBe(chars4Message(message));
  });
});
