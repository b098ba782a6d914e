import { describe, expect, it } from 'vitest';
import { type DreamFacts, type DreamLook, dreamLadder, dreamRule } from './dream-gates';
import { hasTaken, leftLock, lockState, restoredLock, takenLock } from './dream-lock';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const NOW = Date.UTC(2026, 2, 20, 9);
const facts: DreamFacts = { isOn: true, isByCommand: false, nowMs: NOW, lock: undefined, lastLookMs: undefined };
const look: DreamLook = { sessions: 5, isAlive: () => false };
const lockOf = (hours: number, text = '') => ({ text, mtimeMs: NOW - hours * HOUR });
const states = (given: Partial<DreamFacts>, seen?: DreamLook) =>
  dreamLadder({ ...facts, ...given }, dreamRule, seen).gates.map(({ state }) => state);

describe('the gates of a dream', () => {
  it.each<[string, Partial<DreamFacts>, DreamLook | undefined, string | undefined, boolean]>([
    ['switched off', { isOn: false }, undefined, 'on', false],
    ['never before', {}, look, undefined, true],
    ['23.9 hours ago', { lock: lockOf(23.9) }, look, 'time', false],
    ['24 hours ago', { lock: lockOf(24) }, look, undefined, true],
    ['looked 9 minutes ago', { lastLookMs: NOW - 9 * MINUTE }, look, 'look', false],
    ['looked 10 minutes ago', { lastLookMs: NOW - 10 * MINUTE }, look, undefined, true],
    ['4 sessions', {}, { ...look, sessions: 4 }, 'sessions', false],
    ['held by a tab', { lock: lockOf(30, 'tab') }, { ...look, isAlive: () => true }, 'lock', false],
    ['its tab is gone', { lock: lockOf(30, 'tab') }, look, undefined, true],
    ['a command, an hour later', { isByCommand: true, lock: lockOf(1.1) }, { ...look, sessions: 0 }, undefined, true],
    ['a command, but off', { isByCommand: true, isOn: false }, look, 'on', false],
    ['a command, but held', { isByCommand: true, lock: lockOf(0.5, 'tab') }, look, 'lock', false],
    ['a clock that was set back', { lock: lockOf(-5) }, look, 'time', false],
  ])('[D1] %s', (_, given, seen, closedBy, isOpen) => {
    expect(dreamLadder({ ...facts, ...given }, dreamRule, seen)).toMatchObject({ closedBy, isOpen });
  });

  it('[D1] are looked at cheapest first, and none behind a closed one', () => {
    expect(states({ isOn: false })).toEqual(['closed', 'not-reached', 'not-reached', 'not-reached', 'not-reached']);
    expect(states({ lock: lockOf(2) }, look).slice(1)).toEqual(['closed', 'not-reached', 'not-reached', 'not-reached']);
    expect(states({ isByCommand: true, lock: lockOf(2) }, look)).toEqual([
      'passed',
      'skipped',
      'skipped',
      'skipped',
      'passed',
    ]);
  });

  it('[D1] need a look at the project for the last two, and say so', () => {
    const ladder = dreamLadder(facts, dreamRule);
    expect(ladder).toMatchObject({ wantsLook: true, isOpen: false });
    expect(ladder.gates.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed', 'unknown', 'unknown']);
    expect(dreamLadder({ ...facts, lock: lockOf(3) }, dreamRule).wantsLook).toBe(false);
  });

  it('[D1] have their numbers, each from a setting', () => {
    const given = { ...facts, lock: lockOf(30.26, 'tab'), lastLookMs: NOW - 12 * MINUTE };
    expect(dreamLadder(given, dreamRule, { ...look, sessions: 7 }).gates).toEqual([
      { id: 'on', state: 'passed' },
      { id: 'time', state: 'passed', has: 30.2, needs: 24 },
      { id: 'look', state: 'passed', has: 12, needs: 10 },
      { id: 'sessions', state: 'passed', has: 7, needs: 5 },
      { id: 'lock', state: 'passed', has: 1815.6, needs: 60, holder: 'tab' },
    ]);
    const strict = { ...dreamRule, hoursBetween: 48, minutesBetweenLooks: 30, sessions: 9, staleMinutes: 5_000 };
    const { gates } = dreamLadder(given, { ...strict, hoursBetween: 1, minutesBetweenLooks: 1, sessions: 1 }, look);
    expect(gates.at(-1)).toMatchObject({ state: 'closed', needs: 5_000 });
    expect(dreamLadder(given, strict, look).closedBy).toBe('time');
  });
});

describe('the lock of a dream', () => {
  const state = (hours: number, text: string, isAlive: boolean) =>
    lockState(lockOf(hours, text), { nowMs: NOW, staleMs: HOUR, isAlive: () => isAlive }).type;

  it('[D2] is stale once it is older than an hour and its holder is gone, not only one of the two', () => {
    expect([state(1.1, 'tab', false), state(1.1, 'tab', true), state(0.9, 'tab', false)]).toEqual([
      'stale',
      'held',
      'held',
    ]);
    expect([state(0.1, '', true), state(0.1, ' \n', true)]).toEqual(['free', 'free']);
    expect(lockState(undefined, { nowMs: NOW, staleMs: HOUR, isAlive: () => true }).type).toBe('free');
  });

  it('[D2] is had by the first who wrote after the look, whoever wrote last', () => {
    const [one, two] = [takenLock('one', NOW), takenLock('two', NOW + 1)];
    expect([hasTaken('one', [one, two]), hasTaken('two', [one, two])]).toEqual([true, false]);
    expect(hasTaken('two', [leftLock(one), two])).toBe(true);
    expect(hasTaken('two', [one, leftLock(one), two])).toBe(false);
    expect([hasTaken('one', []), hasTaken('one', [undefined, one])]).toEqual([false, true]);
  });

  it('[D2] keeps its time once it is done, and gets it back if not', () => {
    const before = lockOf(30);
    expect(leftLock(takenLock('one', NOW))).toEqual({ text: '', mtimeMs: NOW });
    expect(restoredLock(before)).toEqual(before);
    expect(restoredLock(lockOf(30, 'crashed'))).toEqual({ text: '', mtimeMs: NOW - 30 * HOUR });
    expect(restoredLock(undefined)).toBeUndefined();
  });
});
