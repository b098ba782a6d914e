import { describe, expect, it } from 'vitest';
import type { SimulatedChange } from '../../simulator/pipeline/simulation';
import type { MessageId } from '../../transcript/transcript';
import { changeFromText as change } from './change-from-text.test-support';
import { lastChangeOf, SummaryOrigins } from './part-origins';

const changes = [
  change(3, 'cleared m0 m1.1'),
  change(5, 'summarised m0 m1 m1.1 m2', 'injected first reply', 'restored file'),
  change(8, 'collapsed m3 m4', 'injected span', 'collapsed m5', 'injected other'),
  change(9, 'summarised first span m6', 'injected second'),
  change(12, 'summarised second', 'injected third'),
];

const namesIn = (of: readonly SimulatedChange[], message: string) => new SummaryOrigins(of).of(message as MessageId);
const names = (message: string) => namesIn(changes, message);

describe('the origins of a summary', () => {
  it('are the messages it replaced, each once', () => {
    expect(names('first')).toEqual(['m0', 'm1', 'm2']);
    expect(names('span')).toEqual(['m3', 'm4']);
    expect(names('other')).toEqual(['m5']);
  });

  it('include those of the summaries it replaced, in order', () => {
    expect(names('second')).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm6']);
    expect(names('third')).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm6']);
  });

  it('are empty for a message that is not a summary', () => {
    expect(names('file')).toEqual([]);
    expect(names('reply')).toEqual([]);
    expect(names('m0')).toEqual([]);
    expect(names('unheard of')).toEqual([]);
    expect(namesIn([], 'first')).toEqual([]);
  });

  it('[S3] are what was snipped, for its marker', () => {
    expect(namesIn([change(1, 'snipped m0 m1', 'injected marker')], 'marker')).toEqual(['m0', 'm1']);
  });

  it.each(['cleared', 'stored-out', 'restored', 'injected'])('exclude what was only %s', (fate) => {
    expect(namesIn([change(1, `${fate} m0`, 'injected note')], 'note')).toEqual([]);
    expect(namesIn([change(1, 'summarised m0', `${fate} m1`)], 'm1')).toEqual(fate === 'injected' ? ['m0'] : []);
  });

  it('are found even if two summaries of one call have the same id', () => {
    const twice = [change(1, 'summarised m0', 'injected same'), change(1, 'summarised same m1', 'injected same')];
    expect(namesIn(twice, 'same')).toEqual(['m1']);
  });

  it('are cached', () => {
    const origins = new SummaryOrigins(changes);
    expect(origins.of('second' as MessageId)).toBe(origins.of('second' as MessageId));
    expect(origins.of('other' as MessageId)).toEqual(['m5']);
  });
});

describe('lastChangeOf', () => {
  const lastIn = (of: readonly SimulatedChange[], message: string, part: number, call: number) => {
    const found = lastChangeOf(of, { message: message as MessageId, part }, call);
    return found === undefined ? undefined : [found.change.call, found.fate, found.summary];
  };
  const last = (message: string, part: number, call: number) => lastIn(changes, message, part, call);

  it.each(['summarised', 'collapsed', 'snipped'])('leads from a %s part to its replacement', (fate) => {
    expect(lastIn([change(1, `${fate} m0`, 'injected summary')], 'm0', 0, 1)).toEqual([1, fate, 'summary']);
  });

  it.each(['cleared', 'stored-out', 'restored', 'injected'])('names no replacement for a %s part', (fate) => {
    expect(lastIn([change(1, `${fate} m0`, 'injected other')], 'm0', 0, 1)).toEqual([1, fate, undefined]);
  });

  it('names nothing if there is no replacement', () => {
    expect(lastIn([change(1, 'snipped m0')], 'm0', 0, 1)).toEqual([1, 'snipped', undefined]);
    expect(lastIn([change(1, 'summarised m0', 'restored file')], 'm0', 0, 1)).toEqual([1, 'summarised', undefined]);
    expect(lastIn([change(1, 'summarised m0', 'injected')], 'm0', 0, 1)).toEqual([1, 'summarised', undefined]);
  });

  it('picks the span that contained the part', () => {
    expect(last('m4', 0, 8)).toEqual([8, 'collapsed', 'span']);
    expect(last('m5', 0, 8)).toEqual([8, 'collapsed', 'other']);
  });

  it('returns the later of two actions of one change', () => {
    expect(lastIn([change(1, 'cleared m0', 'collapsed m0', 'injected span')], 'm0', 0, 1)).toEqual([
      1,
      'collapsed',
      'span',
    ]);
  });

  it('includes the given call, and nothing later', () => {
    expect(last('m1', 1, 2)).toBeUndefined();
    expect(last('m1', 1, 3)).toEqual([3, 'cleared', undefined]);
    expect(last('m1', 1, 4)).toEqual([3, 'cleared', undefined]);
    expect(last('m1', 1, 5)).toEqual([5, 'summarised', 'first']);
  });

  it('leads to the present replacement if the summary was summarised in turn', () => {
    expect(last('m1', 1, 8)).toEqual([5, 'summarised', 'first']);
    expect(last('m1', 1, 9)).toEqual([5, 'summarised', 'second']);
    expect(last('m1', 1, 12)).toEqual([5, 'summarised', 'third']);
    expect(last('m5', 0, 12)).toEqual([8, 'collapsed', 'other']);
  });

  it('leads nowhere if the summary was snipped', () => {
    const gone = [change(1, 'summarised m0', 'injected first'), change(4, 'snipped first')];
    expect(lastIn(gone, 'm0', 0, 3)).toEqual([1, 'summarised', 'first']);
    expect(lastIn(gone, 'm0', 0, 4)).toEqual([1, 'summarised', undefined]);
  });

  it('still leads to a summary that was changed but stayed', () => {
    const kept = [change(1, 'summarised m0', 'injected first'), change(4, 'stored-out first')];
    expect(lastIn(kept, 'm0', 0, 4)).toEqual([1, 'summarised', 'first']);
  });

  it('considers the part, not the message, and also what layers added', () => {
    expect(last('m1', 0, 4)).toBeUndefined();
    expect(last('file', 0, 9)).toEqual([5, 'restored', undefined]);
    expect(last('first', 0, 9)).toEqual([9, 'summarised', 'second']);
    expect(last('first', 0, 8)).toEqual([5, 'injected', undefined]);
  });

  it('is undefined for an unchanged part', () => {
    expect(last('m7', 0, 12)).toBeUndefined();
    expect(lastIn([], 'm0', 0, 12)).toBeUndefined();
  });
});
