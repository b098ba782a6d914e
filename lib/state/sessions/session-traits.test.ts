import { describe, expect, test } from 'vitest';
import { traitPairs, traitsIn, traitsOf, traitsText } from './session-traits';

const summary = { agent: { name: 'Claude Code', version: '2.1.81' }, recordedAtMs: Date.UTC(2026, 10, 19), calls: 141 };

function read(query: string) {
  return traitsIn(new URLSearchParams(query));
}

describe('the traits of a session', () => {
  test('are its agent, its day and its calls', () => {
    expect(traitsText(traitsOf(summary))).toBe('Claude Code 2.1.81, recorded on 2026-11-19, 141 calls');
    expect(traitsText(traitsOf({ calls: 1 }))).toBe('1 call');
  });

  test('omit what is unknown, and times that are no dates', () => {
    expect(traitsOf({ calls: 0, agent: { name: ' ' }, recordedAtMs: 1e300 })).toEqual({ calls: 0 });
    expect(traitsOf({ calls: 0, recordedAtMs: Date.UTC(12_000, 0) })).toEqual({ calls: 0 });
  });

  test('truncate a long agent at a whole character', () => {
    expect(traitsOf({ calls: 2, agent: { name: '😀'.repeat(80) } }).agent).toBe('😀'.repeat(40));
  });

  test('are written without anything else of a summary', () => {
    const whole = { ...traitsOf(summary), title: 'The first prompt', fileName: 'private.jsonl' };
    expect(traitPairs(whole)).toEqual([
      ['agent', 'Claude Code 2.1.81'],
      ['recorded', '2026-11-19'],
      ['calls', '141'],
    ]);
  });

  test('are read back, and ignored if invalid', () => {
    expect(read('agent=Claude+Code+2.1.81&recorded=2026-11-19&calls=141')).toEqual(traitsOf(summary));
    expect(read('agent=+&recorded=today&calls=-1')).toBeUndefined();
    expect(read('title=The+first+prompt')).toBeUndefined();
  });
});
