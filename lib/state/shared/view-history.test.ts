import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fakeBrowser } from '../playground/fake-browser.test-support';
import { ViewHistory } from './view-history';

/** The history of a view that has just been shown, at an address that says nothing yet. */
function browser() {
  const fake = fakeBrowser('');
  const history = new ViewHistory(fake.address, fake.clock, '', 'start');
  const go = (steps: number) => {
    const hash = fake.go(steps);
    history.moved(hash);
    return hash;
  };
  return { ...fake, history, go };
}

describe('the history of a view', () => {
  test('writes nothing before the view changes', () => {
    const { entries, writes, pass } = browser();
    pass(10_000);
    expect([entries, writes]).toEqual([[''], []]);
  });

  test('replaces the entry once the view has settled', () => {
    const { history, entries, pass, writes } = browser();
    for (const hash of ['a', 'b', 'c']) {
      history.note(hash);
      pass(100);
    }
    expect(entries).toEqual(['']);
    pass(200);
    expect(entries).toEqual(['c']);
    expect(writes).toHaveLength(1);
  });

  test('adds an entry for a choice immediately, and Back returns to the previous view', () => {
    const { history, entries, go } = browser();
    history.note('preset', 'preset');
    expect(entries).toEqual(['start', 'preset']);
    expect(go(-1)).toBe('start');
  });

  test('writes pending changes before a choice', () => {
    const { history, entries, pass } = browser();
    history.note('dragged');
    history.note('call 7', 'call');
    pass(1_000);
    expect(entries).toEqual(['dragged', 'call 7']);
  });

  test('treats a drag over the chart as one choice', () => {
    const { history, entries, pass } = browser();
    for (const call of [1, 2, 3, 4, 5]) {
      history.note(`call ${call}`, 'call');
      pass(300);
    }
    expect(entries).toEqual(['start', 'call 5']);
    pass(500);
    history.note('call 9', 'call');
    expect(entries).toEqual(['start', 'call 5', 'call 9']);
  });

  test('treats a choice after going back as new, however soon', () => {
    const { history, entries, go, pass } = browser();
    history.note('call 1', 'call');
    go(-1);
    history.note('call 2', 'call');
    pass(1_000);
    expect(entries).toEqual(['start', 'call 2']);
  });

  test('treats two choices of different kinds as two, however fast', () => {
    const { history, entries } = browser();
    history.note('preset', 'preset');
    history.note('call 7', 'call');
    expect(entries).toEqual(['start', 'preset', 'call 7']);
  });

  test('adds no entry for a choice that changes nothing', () => {
    const { history, entries } = browser();
    history.note('start', 'call');
    expect(entries).toEqual(['']);
  });

  test('does not touch the address while the view follows Back', () => {
    const { history, entries, pass, go, writes } = browser();
    history.note('a', 'preset');
    history.note('on its way');
    const hash = go(-1);
    const written = writes.length;
    history.note('half of it');
    history.note(hash);
    pass(1_000);
    expect(entries).toEqual(['start', 'a']);
    expect(writes).toHaveLength(written);
    go(1);
    history.note('b', 'preset');
    expect(entries).toEqual(['start', 'a', 'b']);
  });

  test('writes pending changes before the page closes, and only once', () => {
    const { history, entries, pass, writes } = browser();
    history.note('a');
    history.flush();
    expect(entries).toEqual(['a']);
    pass(1_000);
    expect(writes).toHaveLength(1);
  });

  test('stays below the limits of browsers, and ends with the right address', () => {
    const change = fc.record({
      hash: fc.integer({ min: 0, max: 30 }).map(String),
      choice: fc.option(fc.constantFrom('call', 'preset', 'scenario'), { nil: undefined }),
      afterMs: fc.integer({ min: 0, max: 450 }),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 400 }), (changes) => {
        const { history, writes, pass, address } = browser();
        for (const { hash, choice, afterMs } of changes) {
          history.note(hash, choice);
          pass(afterMs);
        }
        pass(60_000);
        expect(address.hash()).toBe(changes.at(-1)?.hash);
        const most = writes.map((start) => writes.filter((at) => at >= start && at < start + 30_000).length);
        expect(Math.max(0, ...most)).toBeLessThanOrEqual(80);
      }),
    );
  });

  test('stays below the limits even if the user never pauses', () => {
    const { history, writes, pass, address } = browser();
    for (let call = 0; call < 600; call++) {
      history.note(`call ${call}`, call % 2 === 0 ? 'call' : 'preset');
      pass(100);
    }
    const most = writes.map((start) => writes.filter((at) => at >= start && at < start + 30_000).length);
    expect(Math.max(...most)).toBeGreaterThan(70);
    expect(Math.max(...most)).toBeLessThanOrEqual(80);
    pass(60_000);
    expect(address.hash()).toBe('call 599');
  });
});
