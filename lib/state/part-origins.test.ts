import { describe, expect, it } from 'vitest';
import type { Change, Fate } from '../layers/context';
import type { SimulatedChange } from '../simulator/simulation';
import type { MessageId } from '../transcript/transcript';
import { lastChangeOf, standsFor } from './part-origins';

/** `summarised m0 m1.1`: of a message without a number its first part. */
function change(call: number, ...lines: string[]): SimulatedChange {
  const changes = lines.map((line): Change => {
    const [fate = '', ...names] = line.split(' ');
    const parts = names.map((name) => {
      const [message = '', part = '0'] = name.split('.');
      return { message: message as MessageId, part: Number(part) };
    });
    return { fate: fate as Fate, parts, tokens: 0 };
  });
  const reason = { rule: 'F6', code: 'compacted', values: {} };
  const of = { layer: 'full-compact', turn: 'gate', trigger: 'auto', before: 0, after: 0, summaryTokens: 0 } as const;
  return { call, ...of, reason, changes, boundary: undefined, callsSinceLast: undefined };
}

const changes = [
  change(3, 'cleared m0 m1.1'),
  change(5, 'summarised m0 m1 m1.1 m2', 'injected first reply', 'restored file'),
  change(8, 'collapsed m3 m4', 'injected span', 'collapsed m5', 'injected other'),
  change(9, 'summarised first span m6', 'injected second'),
];

const names = (message: string) => standsFor(changes, message as MessageId);

describe('standsFor', () => {
  it('names the messages in whose place a summary stands', () => {
    expect(names('first')).toEqual(['m0', 'm1', 'm2']);
    expect(names('span')).toEqual(['m3', 'm4']);
    expect(names('other')).toEqual(['m5']);
  });

  it('names what a summary stood for in place of that summary', () => {
    expect(names('second')).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm6']);
  });

  it('names nothing for what is no summary', () => {
    expect(names('file')).toEqual([]);
    expect(names('reply')).toEqual([]);
    expect(names('m0')).toEqual([]);
  });

  it('comes to an end where two summaries of one call have one name', () => {
    const twice = [change(1, 'summarised m0', 'injected same'), change(1, 'summarised same m1', 'injected same')];
    expect(standsFor(twice, 'same' as MessageId)).toEqual(['m1']);
  });
});

describe('lastChangeOf', () => {
  const last = (message: string, part: number, call: number) => {
    const found = lastChangeOf(changes, { message: message as MessageId, part }, call);
    return found === undefined ? undefined : [found.change.call, found.fate, found.summary];
  };

  it('tells what was done last, and what stands for it since', () => {
    expect(last('m1', 1, 9)).toEqual([5, 'summarised', 'first']);
    expect(last('m5', 0, 9)).toEqual([8, 'collapsed', 'other']);
    expect(last('file', 0, 9)).toEqual([5, 'restored', undefined]);
  });

  it('does not look further than the call', () => {
    expect(last('m1', 1, 4)).toEqual([3, 'cleared', undefined]);
    expect(last('m1', 1, 2)).toBeUndefined();
  });

  it('looks at the part, not at the message', () => {
    expect(last('m1', 0, 4)).toBeUndefined();
  });
});
