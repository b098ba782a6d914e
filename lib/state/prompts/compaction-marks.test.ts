import { describe, expect, it } from 'vitest';
import { change } from '../../series/chart/simulation.test-support';
import type { TimelineEvent } from '../../simulator/recorded/timeline';
import { callToCompact, compactionMarks, markBeside, openingMark } from './compaction-marks';

const event = (call: number, more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  kind: 'full',
  trigger: 'auto',
  call,
  boundary: call,
  isGuess: false,
  ...more,
});
const marksOf = (events: readonly TimelineEvent[], ...simulated: readonly number[]) =>
  compactionMarks(
    { events, calls: 100 },
    {
      changes: [
        change(1, { layer: 'microcompact-time', turn: 'before-call' }),
        ...simulated.map((call) => change(call)),
      ],
    },
  );
const shown = (marks: ReturnType<typeof marksOf>) => marks.map(({ call, by }) => `${by} ${call}`);

describe('[K16] the places of compactions', () => {
  it('are full compactions, recorded and simulated, each place once, and none after the last call', () => {
    const events = [event(20), event(20), event(30, { kind: 'micro' }), event(60), event(100)];
    expect(shown(marksOf(events, 18, 60))).toEqual(['policy 18', 'recording 20', 'recording 60', 'policy 60']);
  });

  it('open at the first recorded one, else at the first simulated one, else at the last call', () => {
    expect(openingMark(marksOf([event(20), event(60)], 5), 100)).toMatchObject({ call: 20, by: 'recording' });
    expect(openingMark(marksOf([event(20, { isGuess: true }), event(60)]), 100)).toMatchObject({ call: 60 });
    expect(openingMark(marksOf([event(20, { isGuess: true })], 5), 100)).toMatchObject({ call: 20 });
    expect(openingMark(marksOf([], 44, 80), 100)).toMatchObject({ call: 44, by: 'policy' });
    expect(openingMark(marksOf([event(100)]), 100)).toEqual({ call: 99, by: 'recording' });
    expect(openingMark(marksOf([event(20)], 44), 100, 'policy')).toMatchObject({ call: 44, by: 'policy' });
  });

  it('do not open where a file starts with a compaction: what it removed is not in the file', () => {
    expect(shown(marksOf([event(0)]))).toEqual(['recording 0']);
    expect(openingMark(marksOf([event(0)]), 100)).toEqual({ call: 99, by: 'recording' });
    expect(openingMark(marksOf([event(0)], 44), 100)).toMatchObject({ call: 44, by: 'policy' });
    expect(openingMark(marksOf([event(0), event(60)]), 100)).toMatchObject({ call: 60, by: 'recording' });
  });

  it('are where the call right before leads', () => {
    const marks = marksOf([event(20), event(60)], 60);
    expect(callToCompact(marks, { call: 19, by: 'recording' })).toBe(20);
    expect(callToCompact(marks, { call: 20, by: 'recording' })).toBe(20);
    expect(callToCompact(marks, { call: 18, by: 'recording' })).toBe(18);
    expect(callToCompact(marks, { call: 19, by: 'policy' })).toBe(19);
    expect(callToCompact(marks, { call: 59, by: 'policy' })).toBe(60);
  });

  it('are stepped through one by one, from any call', () => {
    const marks = marksOf([event(20), event(60)], 60);
    const from = (call: number, by: 'recording' | 'policy', direction: 1 | -1) =>
      markBeside(marks, { call, by }, direction);
    expect(from(20, 'recording', 1)).toMatchObject({ call: 60, by: 'recording' });
    expect(from(60, 'recording', 1)).toMatchObject({ call: 60, by: 'policy' });
    expect(from(60, 'policy', -1)).toMatchObject({ call: 60, by: 'recording' });
    expect(from(60, 'policy', 1)).toBeUndefined();
    expect(from(40, 'recording', 1)).toMatchObject({ call: 60 });
    expect(from(40, 'policy', -1)).toMatchObject({ call: 20 });
    expect(from(5, 'recording', -1)).toBeUndefined();
  });
});
