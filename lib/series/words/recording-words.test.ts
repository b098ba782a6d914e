import { describe, expect, it } from 'vitest';
import { pi058 } from '../../policies/agents/pi-0-58';
import type { TimelineEvent } from '../../simulator/recorded/timeline';
import { fittingWords, lossesSentence, modelErrorWords, recordingSentence } from './recording-words';

const event = (call: number): TimelineEvent => ({
  kind: 'full',
  trigger: 'auto',
  call,
  boundary: 0,
  before: 167_606,
  after: 32_216,
  isGuess: false,
});

const sentence = (events: readonly TimelineEvent[]) => {
  const { start, call, end } = recordingSentence(events);
  return `${start}${call === undefined ? '' : `call ${call + 1}`}${end}`;
};

describe('recordingSentence', () => {
  it('counts compactions and describes the first', () => {
    expect(sentence([])).toBe('Never compacted.');
    expect(sentence([event(140)])).toBe('Compacted once, before call 141: 167.6k → 32.2k.');
    expect(sentence([event(140), event(250), event(378)])).toBe(
      'Compacted 3 times, first before call 141: 167.6k → 32.2k.',
    );
  });

  it('omits unknown sizes, and events that are not compactions', () => {
    const { before: _, ...unknown } = event(9);
    expect(sentence([{ ...event(3), kind: 'micro' }, unknown])).toBe('Compacted once, before call 10.');
  });
});

describe('lossesSentence', () => {
  it('[K2] states what was lost and used later, once it is counted', () => {
    expect(lossesSentence([event(140)], undefined)).toBe('Counting what was lost…');
    expect(lossesSentence([event(140)], { lost: 5_703, misses: 145 })).toBe('Lost 5,703 values, 145 used later.');
    expect(lossesSentence([event(0), event(9)], { lost: 1, misses: 0 })).toBe('Lost 1 value, none used later.');
  });

  it('does not count what is not in the file, nor where there is no compaction', () => {
    expect(lossesSentence([event(0)], { lost: 0, misses: 0 })).toBe('What it lost is not in the file.');
    expect(lossesSentence([{ ...event(3), kind: 'micro' }], { lost: 0, misses: 0 })).toBe('');
  });
});

it('[P4] fittingWords name what would have to be another one', () => {
  const counts = { exact: 1, compactions: 1 };
  expect(fittingWords(pi058, { ...counts, windowTokens: 128_000, maxOutputTokens: 20_000 })).toBe(
    'a window of 128,000 and replies of 20,000',
  );
  expect(fittingWords(pi058, { ...counts, preset: 'pi' })).toBe('pi');
  expect(fittingWords(pi058, { ...counts, preset: 'pi', windowTokens: 100_000 })).toBe('pi with a window of 100,000');
});

describe('[P2] modelErrorWords', () => {
  const summaries = { cost: 0, counted: 0, uncounted: 0 };
  const none = {
    compactions: 0,
    exact: 0,
    missed: 0,
    mostCallsOff: 0,
    extra: 0,
    prunes: { recorded: 0, exact: 0, extra: 0 },
    cuts: { recorded: 0, exact: 0 },
    summaries,
  };

  it('states trigger, size and cost', () => {
    expect(modelErrorWords({ ...none, compactions: 4, exact: 4, afterOff: 0.113, costOff: 0.0029 })).toBe(
      'trigger exact 4 of 4 · size after ± 11 % · cost ± 0.3 %',
    );
    expect(modelErrorWords({ ...none, compactions: 3, exact: 1, missed: 1, mostCallsOff: 2, costOff: -0.16 })).toBe(
      'trigger exact 1 of 3, up to 2 calls off, 1 missed · cost ± 16 %',
    );
  });

  it('[P3] states prunes and what stays, if any are recorded', () => {
    const checked = { ...none, prunes: { recorded: 4, exact: 3, extra: 0 }, cuts: { recorded: 1, exact: 1 } };
    expect(modelErrorWords(checked)).toBe(
      'trigger not tested: no automatic compaction to compare with · prunes exact 3 of 4 · kept exact 1 of 1 · cost not tested',
    );
    expect(modelErrorWords({ ...none, prunes: { recorded: 0, exact: 0, extra: 2 } })).toContain(
      'prunes exact 0 of 0, 2 not recorded',
    );
  });

  it('says what the recording cannot test', () => {
    expect(modelErrorWords(none)).toBe('trigger not tested: no automatic compaction to compare with · cost not tested');
    expect(modelErrorWords({ ...none, extra: 1, costOff: 0 })).toBe(
      'trigger not tested: no automatic compaction to compare with, 1 predicted · cost ± 0.0 %',
    );
  });
});
