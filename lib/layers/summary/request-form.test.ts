import { describe, expect, it } from 'vitest';
import { contextFromText } from '../shape/context-text.test-support';
import { conversationText, formOf, tokensInForm } from './request-form';

const { messages } = contextFromText(`
  user "Fix the tests"
  call #1 read a.ts
  ---
  result #1 "${'abcdefghij'.repeat(400)}"
  assistant "Read."
`);
const whole = messages.reduce((sum, { tokens }) => sum + tokens, 0);
const resultTokens = messages[2]?.tokens ?? 0;

describe('[F14] the form of a request', () => {
  it('is the conversation itself by default', () => {
    expect(formOf({ requestIs: 'conversation', resultCharacters: 2_000 })).toBeUndefined();
    expect(formOf({ requestIs: 'messages', resultCharacters: 2_000 })).toEqual({ type: 'messages' });
  });

  it('as messages has all their tokens, as text those of shortened results', () => {
    expect(tokensInForm(messages, { type: 'messages' })).toBe(whole);
    expect(tokensInForm(messages, { type: 'text', resultCharacters: 0 })).toBe(whole);
    expect(tokensInForm(messages, { type: 'text', resultCharacters: 1_000 })).toBe(whole - (resultTokens * 3) / 4);
  });

  it('as text names who said what', () => {
    const text = conversationText(
      messages.map(({ message }) => message),
      { type: 'text', resultCharacters: 10 },
    );
    expect(text).toMatch(
      /^\[user\] Fix the tests\n\n\[call read\] .*a\.ts.*\n\n\[result\] abcdefghij \[… truncated\]/s,
    );
    expect(text.endsWith('[assistant] Read.')).toBe(true);
  });
});
