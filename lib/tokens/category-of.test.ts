import { describe, expect, it } from 'vitest';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { categoryOf } from './category-of';

function categoriesOf(text: string, overrides: { readonly role?: 'system' | 'tool' } = {}): string[] {
  return transcriptFromText(text).messages.flatMap((message) =>
    message.parts.map((part) => categoryOf({ ...message, ...overrides }, part)),
  );
}

describe('categoryOf', () => {
  it.each([
    ['user "a"', ['user']],
    ['assistant "a"\nthinking "b"\ncall #1 read a.ts', ['assistant', 'thinking', 'tool-calls']],
    ['result #1 "a"', ['tool-results']],
    ['result #1 "a"\nimage 1x1', ['tool-results']],
    ['result #1\nimage 1x1', ['media']],
    ['result #1', ['tool-results']],
    ['user "a"\nimage 1x1\ndocument', ['user', 'media', 'media']],
    ['summary "a"', ['summary']],
    ['injected "a"\nimage 1x1', ['injected', 'media']],
    ['echo "/compact"', ['injected']],
    ['error "Overloaded"', ['injected']],
  ])('%j counts as %j', (text, expected) => {
    expect(categoriesOf(text)).toEqual(expected);
  });

  it('counts a system message as system', () => {
    expect(categoriesOf('user "a"', { role: 'system' })).toEqual(['system']);
  });

  it('counts text beside tool results as injected', () => {
    const [message] = transcriptFromText('result #1 "a"').messages;
    if (message === undefined) throw new Error('no message');
    expect(categoryOf(message, { kind: 'text', text: 'a reminder' })).toBe('injected');
  });
});
