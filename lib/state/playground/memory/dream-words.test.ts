import { expect, it } from 'vitest';
import type { ShownDream } from '../../../agent/view/dream-view';
import { type DreamFacts, dreamLadder, dreamRule } from '../../../memory/dreaming/dream-gates';
import { dreamTitle, faultRows, gateFigures, gateState } from './dream-words';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 2, 20, 9);
const facts: DreamFacts = { isOn: true, isByCommand: false, nowMs: NOW, lock: undefined, lastLookMs: undefined };
const words = (given: Partial<DreamFacts>, look?: Parameters<typeof dreamLadder>[2]) =>
  dreamLadder({ ...facts, ...given }, dreamRule, look).gates.map((gate) => `${gateFigures(gate)}: ${gateState(gate)}`);

it('[D1] each gate has its numbers, and says whether it is open', () => {
  expect(words({})).toEqual([
    'the layer Dreaming is on: open',
    'there was none yet: open',
    'not counted in this session yet: open',
    '5 needed: looked at when a turn ends',
    ': looked at when a turn ends',
  ]);
  expect(words({ lock: { text: '', mtimeMs: NOW - 2 * HOUR } })).toEqual([
    'the layer Dreaming is on: open',
    '2 of 24 h: closed',
    '10 min needed: not looked at',
    '5 needed: not looked at',
    ': not looked at',
  ]);
  const lock = { text: 'session-3', mtimeMs: NOW - 26.5 * HOUR };
  expect(words({ lock, lastLookMs: NOW - HOUR }, { sessions: 7, isAlive: () => true }).slice(1)).toEqual([
    '26.5 of 24 h: open',
    '60 of 10 min: open',
    '7 of 5: open',
    'held by session 3, for 1,590 min: closed',
  ]);
  expect(words({ lock, isByCommand: true }, { sessions: 1, isAlive: () => false }).slice(1)).toEqual([
    '26.5 of 24 h: passed by /dream',
    'not counted in this session yet: passed by /dream',
    '1 of 5: passed by /dream',
    'of session 3, which is gone, and older than 60 min: open',
  ]);
});

it('[D4] a dream in one line, whatever became of it', () => {
  const dream: ShownDream = {
    id: 'dream-1',
    call: 2,
    state: 'starting',
    isByCommand: false,
    gates: dreamLadder(facts, dreamRule, { sessions: 4, isAlive: () => false }).gates,
    steps: [],
    earlierSteps: 0,
    changes: [],
    startedMs: NOW,
    tookMs: 0,
    says: '',
    isUndone: false,
  };
  const changes = [{ file: 'a.md', before: 'a', after: null }];
  const line = (given: Partial<ShownDream>, isUnderWay = true) => dreamTitle({ ...dream, ...given }, isUnderWay);
  expect([
    line({}),
    line({}, false),
    line({ state: 'updating', changes }),
    line({ state: 'completed' }),
    line({ state: 'completed', changes, says: 'Merged 1 memory.', isUndone: true }),
    line({ state: 'failed', changes, says: 'Overloaded.' }),
    line({ state: 'ended' }),
    line({ state: 'closed' }),
  ]).toEqual([
    'Dreaming: reading the memory…',
    'The dream was interrupted, and continues with the run',
    'Dreaming: 1 file changed so far…',
    'Dreamt: nothing to tidy',
    'Dreamt: Merged 1 memory. · undone',
    'The dream failed: Overloaded. · 1 file changed before',
    'The dream was ended',
    'No dream: other sessions since the last dream, 4 of 5',
  ]);
});

it('[K1] the rows of faults leave out what was never wrong', () => {
  const none = {
    memories: 3,
    duplicates: 0,
    contradictions: 0,
    refuted: 0,
    relativeDates: 0,
    deadLinks: 0,
    unlisted: 0,
    longEntries: 0,
    isOverfull: false,
    indexLines: 3,
    indexBytes: 90,
  };
  expect(faultRows({ ...none, duplicates: 1 }, { ...none, memories: 2 }).map(({ title }) => title)).toEqual([
    'Memories',
    'Said twice',
    'Lines of the index',
    'Bytes of the index',
  ]);
});
