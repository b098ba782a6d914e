import { describe, expect, it } from 'vitest';
import { type Seen, viewChange } from './changed-view';

/** `u` a prompt, `r` a tool result, `a` the model: `u1 a1 r1`. */
function seen(text: string): Seen[] {
  return text.split(' ').flatMap((key) => {
    if (key === '') return [];
    return [{ key, role: key.startsWith('a') ? 'assistant' : 'user', isPrompt: key.startsWith('u') }];
  });
}

describe('how a request relates to the one before it', () => {
  it.each([
    ['u1 a1', 'u1 a1 u2', 'extension', []],
    ['u1 a1', 'u1 a1', 'extension', []],
    ['', 'u1', 'extension', []],
    ['u1 a1', 'u1', 'repeat', []],
    ['u1 a1 r1 a2', 'u1 a1 r1', 'repeat', []],
    ['u1 a1 u2 a2', 'u1 a1 u3', 'rewind', [2, 3]],
    ['u1 a1 u2 a2', 'u1 a1 u2 u3', 'rewind', [3]],
    ['u1 a1 r1 a2 u2 a3', 'u1 a1 r1', 'rewind', [3, 4, 5]],
    ['u1 a1 r1 a2', 'u9', 'full', [0, 1, 2, 3]],
    ['u1 a1 r1 a2', 'u1 u9', 'full', [1, 2, 3]],
    ['u1 a1 u2 a2', 'u9 u2 a2 u3', 'full', [0, 1]],
  ] as const)('%j then %j: %s', (before, now, kind, dropped) => {
    const change = viewChange(seen(before), seen(now));
    expect(change.kind).toBe(kind);
    expect('dropped' in change ? change.dropped : []).toEqual(dropped);
  });

  it('recognises a message that changed in place', () => {
    expect(viewChange(seen('u1 a1 u2 a2'), seen('u7 a1 u2 a2 u3')).kind).toBe('extension');
  });

  it('finds each kept message at its old place', () => {
    const change = viewChange(seen('u1 a1 u2 a2'), seen('u9 u2 a2 u3'));
    expect('keptFrom' in change ? [...change.keptFrom] : []).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });
});
