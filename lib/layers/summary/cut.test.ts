import { describe, expect, it } from 'vitest';
import { contextFromText } from '../shape/context-text.test-support';
import { defaultsOf } from '../shape/setting';
import { type CutSettings, contextOf, cutSettings, keptFirstOf, keptOf } from './cut';

const { messages } = contextFromText(`
  user 1000 tokens
  call #1 read a.ts
  ---
  result #1 5000 tokens
  assistant 2000 tokens
  user 500 tokens
  call #2 read b.ts
  call #3 read c.ts
  ---
  result #2 4000 tokens
  ---
  result #3 3000 tokens
  assistant 1000 tokens
`);

function kept(settings: Partial<CutSettings>): string {
  const all = { ...defaultsOf(cutSettings), ...settings };
  return keptOf(messages, all, { window: 50_000, threshold: 40_000 })
    .map(({ message }) => message.id)
    .join(' ');
}

describe('[F12] what stays', () => {
  it('is nothing without a limit', () => {
    for (const keeps of ['rounds', 'messages', 'later-messages', 'turns', 'from-prompt', 'prompts'] as const) {
      expect(kept({ keeps })).toBe('');
    }
  });

  it.each<[string, Partial<CutSettings>]>([
    ['m8', { keeps: 'messages', keptRounds: 1 }],
    // A result takes its call along, with all that lies between.
    ['m5 m6 m7 m8', { keeps: 'messages', keptRoundTokens: 4_000 }],
    ['m8', { keeps: 'messages', keptRoundTokens: 3_999 }],
    ['m5 m6 m7 m8', { keeps: 'messages', keptRoundTokens: 3_999, keepsCrossing: true }],
    ['m8', { keeps: 'later-messages', keptRoundTokens: 3_999, keepsCrossing: true }],
    ['m4 m5 m6 m7 m8', { keeps: 'later-messages', keptRoundTokens: 8_400, keepsCrossing: true }],
    ['m5 m6 m7 m8', { keeps: 'later-messages', keptRoundTokens: 8_400 }],
    // The texts of the notation are as long as the tokens say, and calls have few characters.
    ['m5 m6 m7 m8', { keeps: 'later-messages', keptRoundTokens: 8_030, keptCountedBy: 'texts' }],
    ['m8', { keeps: 'later-messages', keptRoundTokens: 7_900, keptCountedBy: 'texts' }],
  ])('messages: %s with %j', (ids, settings) => {
    expect(kept(settings)).toBe(ids);
  });

  it.each<[string, Partial<CutSettings>]>([
    ['m4 m5 m6 m7 m8', { keeps: 'turns', keptRounds: 1 }],
    ['m4 m5 m6 m7 m8', { keeps: 'turns', keptRounds: 1, keptRoundTokens: 40_000 }],
    ['m5 m6 m7 m8', { keeps: 'turns', keptRounds: 2, keptRoundTokens: 8_400 }],
    ['m8', { keeps: 'turns', keptRounds: 2, keptRoundTokens: 8_000 }],
    ['m0 m1 m2 m3 m4 m5 m6 m7 m8', { keeps: 'turns', keptRounds: 2 }],
  ])('turns: %s with %j', (ids, settings) => {
    expect(kept(settings)).toBe(ids);
  });

  it.each<[string, Partial<CutSettings>]>([
    ['m0 m4', { keeps: 'prompts', keptRoundTokens: 1_500 }],
    ['m4', { keeps: 'prompts', keptRoundTokens: 1_499 }],
    ['m4', { keeps: 'prompts', keptRounds: 1 }],
    ['m4 m5 m6 m7 m8', { keeps: 'from-prompt', keptRoundTokens: 11_000 }],
    ['', { keeps: 'from-prompt', keptRoundTokens: 8_000 }],
  ])('prompts: %s with %j', (ids, settings) => {
    expect(kept(settings)).toBe(ids);
  });

  it('a share is of the window, the threshold or the conversation', () => {
    expect(kept({ keeps: 'prompts', keptShare: 3 })).toBe('m0 m4');
    expect(kept({ keeps: 'prompts', keptShare: 3, keptShareOf: 'threshold' })).toBe('m4');
    expect(kept({ keeps: 'later-messages', keptShare: 24, keptShareOf: 'conversation' })).toBe('m8');
    // Of two limits the smaller one counts.
    expect(kept({ keeps: 'prompts', keptShare: 3, keptRoundTokens: 600 })).toBe('m4');
  });

  it('the first messages stay with the results of their calls', () => {
    const first = (keptFirst: number) => keptFirstOf(messages, { keptFirst }).map(({ message }) => message.id);
    expect(first(0)).toEqual([]);
    expect(first(1)).toEqual(['m0']);
    expect(first(2)).toEqual(['m0', 'm1', 'm2']);
    expect(first(100)).toHaveLength(messages.length);
  });

  it('the context of the beginning stays, without prompts and what came later', () => {
    const began = contextFromText(
      'injected "rules"\n---\nuser "Go"\n---\ninjected "now"\nassistant "a"\ninjected "later"',
    );
    const kept = (keepsContext: boolean) =>
      contextOf(began.messages, { keepsContext }).map(({ message }) => message.id);
    expect(kept(true)).toEqual(['m0', 'm2']);
    expect(kept(false)).toEqual([]);
  });
});
