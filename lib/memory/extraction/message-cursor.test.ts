import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CursorEvent, type MessageCursor, nextCursor, startOfSession } from './message-cursor';

const fold = (events: readonly CursorEvent[], everyTurns = 1, isOn = true) =>
  events.reduce((state, event) => nextCursor(state, event, { isOn, everyTurns }), startOfSession);
const said = (...ids: string[]): CursorEvent[] => ids.map((id) => ({ type: 'message', id }));
const ended: CursorEvent = { type: 'turn-ended' };
const done: CursorEvent = { type: 'finished', isOk: true };
const failed: CursorEvent = { type: 'finished', isOk: false };
const runs = (ids: readonly string[], isFallback = false) => ({ type: 'run', ids, isFallback });
const skips = (reason: string) => ({ type: 'skip', reason });

describe('the cursor of an extraction', () => {
  it('[A8] gives all messages first, then those behind the last that was analysed', () => {
    expect(fold([...said('a', 'b'), ended]).decision).toEqual(runs(['a', 'b']));
    expect(fold([...said('a', 'b'), ended, done, ...said('c'), ended]).decision).toEqual(runs(['c']));
    expect(fold([...said('a'), ended, done, ended]).decision).toEqual(skips('nothing-new'));
  });

  it('[A8] stays after an error, so that the same messages come again', () => {
    expect(fold([...said('a'), ended, failed, ...said('b'), ended]).decision).toEqual(runs(['a', 'b']));
  });

  it('[A8] is lost with its message in a compaction: then all that is left is given, and never nothing', () => {
    const before = [...said('a', 'b', 'c'), ended, done];
    expect(fold([...before, { type: 'compacted', kept: ['b'] }, ended]).decision).toEqual(runs(['b'], true));
    expect(fold([...before, { type: 'compacted', kept: ['c'] }, ...said('d'), ended]).decision).toEqual(runs(['d']));
  });

  it('[A8] gives what left in a compaction before it was analysed', () => {
    const events: CursorEvent[] = [...said('a', 'b'), { type: 'compacted', kept: ['b'] }, ...said('c'), ended];
    expect(fold(events).decision).toEqual(runs(['a', 'b', 'c']));
  });

  it('[A8] goes back with an undo', () => {
    const events: CursorEvent[] = [...said('a', 'b'), ended, done, { type: 'undone', ids: ['b'] }, ...said('c'), ended];
    expect(fold(events).decision).toEqual(runs(['c']));
  });

  it('[A7] [A8] skips what the main agent saved itself, and moves on', () => {
    const wrote: CursorEvent[] = [...said('a'), { type: 'wrote' }, ended];
    expect(fold(wrote).decision).toEqual(skips('wrote-itself'));
    expect(fold([...wrote, ...said('b'), ended]).decision).toEqual(runs(['b']));
  });

  it('[A7] [A8] remembers a turn that ends during a run, and starts right after it', () => {
    const busy: CursorEvent[] = [...said('a'), ended, ...said('b'), ended];
    expect(fold(busy).decision).toEqual(skips('running'));
    expect(fold([...busy, done]).decision).toEqual(runs(['b']));
    expect(fold([...busy, failed]).decision).toEqual(runs(['a', 'b']));
    expect(fold([...busy, done, done]).decision).toBeUndefined();
  });

  it('[A7] does nothing while it is off, and starts no run that was remembered', () => {
    expect(fold([...said('a'), ended], 1, false).decision).toEqual(skips('off'));
    const busy = fold([...said('a'), ended, ...said('b'), ended]);
    expect(nextCursor(busy, done, { isOn: false, everyTurns: 1 }).decision).toBeUndefined();
  });

  it('[A9] runs in every nth eligible turn; the run that was remembered ignores it', () => {
    const turns = (count: number) => Array.from({ length: count }, (_, at) => [...said(`m${at}`), ended, done]).flat();
    expect(fold([...turns(1)], 3).eligibleTurns).toBe(1);
    expect(fold([...said('a'), ended], 3).decision).toEqual(skips('throttled'));
    expect(fold([...turns(2), ...said('c'), ended], 3).decision).toEqual(runs(['m0', 'm1', 'c']));
    const busy: CursorEvent[] = [...turns(2), ...said('c'), ended, ...said('d'), ended, done];
    expect(fold(busy, 3).decision).toEqual(runs(['d']));
  });

  it('[A8] analyses no message twice but in its fallback, and skips none: 1,000 interleavings', () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ do: fc.constant('turn' as const), size: fc.integer({ min: 1, max: 4 }) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('compact' as const), size: fc.nat(6) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), size: fc.integer({ min: 1, max: 5 }) }) },
      { weight: 6, arbitrary: fc.record({ do: fc.constant('finish' as const), size: fc.nat(2) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('wrote' as const), size: fc.constant(0) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('message' as const), size: fc.constant(1) }) },
    );
    const seen = { compact: 0, undo: 0, fallback: 0 };
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 12, maxLength: 40 }),
        fc.integer({ min: 1, max: 3 }),
        (steps, everyTurns) => {
          const watch = new Watch(everyTurns);
          for (const each of steps) {
            if (each.do === 'turn' || each.do === 'message')
              for (let count = 0; count < each.size; count++) watch.say();
            if (each.do === 'turn') watch.send(ended);
            if (each.do === 'compact') watch.compact(each.size);
            if (each.do === 'undo') watch.undo(each.size);
            if (each.do === 'finish') watch.send(each.size === 0 ? failed : done);
            if (each.do === 'wrote') watch.send({ type: 'wrote' });
          }
          watch.finishAll();
          seen.compact += watch.compactions;
          seen.undo += watch.undone.size;
          seen.fallback += watch.fallbacks;
          for (const id of watch.said) if (!watch.undone.has(id)) expect(watch.analysed).toContain(id);
        },
      ),
      { numRuns: 1_000 },
    );
    // Otherwise it would have proved nothing.
    expect(Math.min(seen.compact, seen.undo, seen.fallback)).toBeGreaterThan(100);
  });
});

/** The last ones, as usual, or every other one. */
function isKept(at: number, of: number, size: number): boolean {
  return size % 2 === 1 ? at >= of - size : size > 0 && at % size === 0;
}

class Watch {
  readonly said: string[] = [];
  readonly undone = new Set<string>();
  readonly analysed = new Set<string>();
  compactions = 0;
  fallbacks = 0;
  private state: MessageCursor = startOfSession;
  private running: readonly string[] = [];

  constructor(private everyTurns: number) {}

  say(): void {
    const id = `m${this.said.length}`;
    this.said.push(id);
    this.send({ type: 'message', id });
  }

  compact(kept: number): void {
    this.compactions += 1;
    this.send({ type: 'compacted', kept: this.state.messages.filter((_, at, { length }) => isKept(at, length, kept)) });
  }

  undo(count: number): void {
    const ids = this.state.messages.slice(-count);
    for (const id of ids) this.undone.add(id);
    this.send({ type: 'undone', ids });
  }

  send(event: CursorEvent): void {
    const waiting = [...this.state.left, ...this.state.messages];
    if (event.type === 'finished' && event.isOk) for (const id of this.running) this.analysed.add(id);
    if (event.type === 'finished') this.running = [];
    this.state = nextCursor(this.state, event, { isOn: true, everyTurns: this.everyTurns });
    const { decision } = this.state;
    // What the main agent saved itself counts as looked at.
    if (decision?.type === 'skip' && decision.reason === 'wrote-itself')
      for (const id of waiting) this.analysed.add(id);
    if (decision?.type !== 'run') return;
    this.running = decision.ids;
    expect(decision.ids.length).toBeGreaterThan(0);
    expect(new Set(decision.ids).size).toBe(decision.ids.length);
    if (decision.isFallback) this.fallbacks += 1;
    else for (const id of decision.ids) expect(this.analysed).not.toContain(id);
    for (const id of decision.ids) expect(this.undone).not.toContain(id);
  }

  finishAll(): void {
    this.everyTurns = 1;
    for (let run = 0; run < 3; run++) {
      this.send(done);
      this.send(ended);
    }
    this.send(done);
  }
}
