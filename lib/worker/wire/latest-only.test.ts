import { describe, expect, it } from 'vitest';
import { LatestOnly } from './latest-only';
import { nextTask } from './next-task';

const { signal: neverAborted } = new AbortController();

/** Asks for work under a name; `begun` is what was begun, in order. */
function asker() {
  const latest = new LatestOnly();
  const begun: string[] = [];
  const ask = async (name: string, signal = neverAborted) => {
    const answer = await latest.run(signal, () => {
      begun.push(name);
      return name;
    });
    return answer.type === 'done' ? answer.value : answer.type;
  };
  return { ask, begun, latest };
}

describe('running only the latest', () => {
  it('runs the first immediately, and only the latest of those that wait', async () => {
    const { ask, begun } = asker();
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((name) => ask(name)))).toEqual([
      'a',
      'overtaken',
      'overtaken',
      'd',
    ]);
    expect(begun).toEqual(['a', 'd']);
  });

  it('starts the next only after pending messages were handled', async () => {
    const { ask, begun } = asker();
    const first = ask('a');
    const second = ask('b');
    await first;
    expect(begun).toEqual(['a']);
    const third = ask('c');
    expect([await second, await third]).toEqual(['overtaken', 'c']);
  });

  it('never starts what was cancelled while it waited, and continues with the next', async () => {
    const { ask, begun } = asker();
    const cancelling = new AbortController();
    const answers = [ask('a'), ask('b', cancelling.signal)];
    cancelling.abort();
    expect(await Promise.all(answers)).toEqual(['a', 'overtaken']);
    expect(await ask('c')).toBe('c');
    expect(begun).toEqual(['a', 'c']);
  });

  it('runs one after another if each waits for the previous one', async () => {
    const { ask, begun } = asker();
    for (const name of ['a', 'b', 'c']) {
      await ask(name);
      await nextTask();
    }
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('continues after work that threw', async () => {
    const { ask, latest } = asker();
    const failing = latest.run(neverAborted, () => {
      throw new Error('It broke');
    });
    const next = ask('a');
    await expect(failing).rejects.toThrow('It broke');
    expect(await next).toBe('a');
  });

  it('gives up what pauses as soon as something newer arrives, which begins next', async () => {
    const latest = new LatestOnly();
    const events: string[] = [];
    const paused = (name: string) => async (signal: AbortSignal) => {
      events.push(`${name} begins`);
      while (name === 'a') {
        await nextTask();
        if (signal.aborted) events.push(`${name} is given up`);
        signal.throwIfAborted();
      }
      return name;
    };
    const first = latest.run(neverAborted, paused('a'));
    await nextTask();
    const others = ['b', 'c'].map((name) => latest.run(neverAborted, paused(name)));
    expect(await first).toEqual({ type: 'overtaken' });
    expect(await Promise.all(others)).toEqual([{ type: 'overtaken' }, { type: 'done', value: 'c' }]);
    expect(events).toEqual(['a begins', 'a is given up', 'c begins']);
  });

  it('gives up what is cancelled, and what waits is answered without its turn', async () => {
    const latest = new LatestOnly();
    const stopping = new AbortController();
    const running = latest.run(stopping.signal, async (signal) => {
      while (!signal.aborted) await nextTask();
      throw new DOMException('Cancelled', 'AbortError');
    });
    stopping.abort();
    expect(await running).toEqual({ type: 'overtaken' });
    await latest.idle();
    const endless = latest.run(neverAborted, () => new Promise<never>(() => undefined));
    const waiting = new AbortController();
    const waits = latest.run(waiting.signal, () => 'never');
    waiting.abort();
    expect(await waits).toEqual({ type: 'overtaken' });
    expect(await Promise.race([endless, nextTask().then(() => 'still running')])).toBe('still running');
  });

  it('says when nothing runs or waits', async () => {
    const { ask, latest } = asker();
    const order: string[] = [];
    const answers = [ask('a'), ask('b')].map((answer) => answer.then((name) => order.push(name)));
    const idle = latest.idle().then(() => order.push('idle'));
    await Promise.all([...answers, idle, latest.idle()]);
    expect(order).toEqual(['a', 'b', 'idle']);
  });
});
