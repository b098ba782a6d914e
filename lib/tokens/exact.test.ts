import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '../base/result';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { type CountRequest, ExactCounter } from './exact';

function request(text: string, model = 'm'): CountRequest {
  const { system, tools, messages } = transcriptFromText(text);
  return { model, system, tools, messages };
}

function provider(answer: (asked: number) => Result<number>) {
  const asked: CountRequest[] = [];
  const cache = new Map<string, number>();
  const counter = new ExactCounter(async (counted) => {
    asked.push(counted);
    return answer(asked.length);
  }, cache);
  return { asked, cache, counter };
}

describe('ExactCounter', () => {
  it('[T7] asks the provider once for the same content, whatever its ids', async () => {
    const { asked, counter } = provider((number) => ok(number * 100));
    expect(await counter.tokens(request('system "s"\nuser "a"'))).toEqual(ok(100));
    expect(await counter.tokens(request('system "s"\n---\nuser "a"'))).toEqual(ok(100));
    expect(asked.length).toBe(1);
  });

  it('[T7] asks anew when anything that is sent differs', async () => {
    const { asked, counter } = provider(ok);
    const different = [
      request('system "s"\nuser "a"\nuser "b"'),
      request('system "s"\nuser "ab"'),
      request('system "s"\nuser "a"'),
      request('system "t"\nuser "a"'),
      request('system "s"\ntool read "x"\nuser "a"'),
      request('system "s"\nuser "a"', 'n'),
      request('system "s"\ninjected "a"\nassistant "b"'),
    ];
    for (const one of different) await counter.tokens(one);
    expect(asked.length).toBe(different.length);
  });

  it('[T7] takes what an earlier run has left in the cache', async () => {
    const first = provider(() => ok(42));
    await first.counter.tokens(request('user "a"'));
    const later = new ExactCounter(async () => fail('the provider cannot be reached'), first.cache);
    expect(await later.tokens(request('user "a"'))).toEqual(ok(42));
  });

  it('[T7] waits for an answer that is on its way instead of asking twice', async () => {
    const { asked, counter } = provider(() => ok(7));
    const both = await Promise.all([counter.tokens(request('user "a"')), counter.tokens(request('user "a"'))]);
    expect(both).toEqual([ok(7), ok(7)]);
    expect(asked.length).toBe(1);
  });

  it('[T7] does not keep a failure', async () => {
    const { counter } = provider((number) => (number === 1 ? fail('status 529') : ok(9)));
    expect(await counter.tokens(request('user "a"'))).toEqual(fail('status 529'));
    expect(await counter.tokens(request('user "a"'))).toEqual(ok(9));
  });
});
