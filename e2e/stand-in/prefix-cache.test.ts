import { expect, it } from 'vitest';
import type { JsonObject } from '../../lib/base/json';
import { requestTokens } from './count-tokens';
import { findModel } from './models';
import { PrefixCache } from './prefix-cache';

const MINUTE = 60_000;

const long = (name: string) => `${name} `.repeat(100);
const block = (name: string, ttl?: string) => ({
  type: 'text',
  text: long(name),
  ...(ttl === undefined ? {} : { cache_control: { type: 'ephemeral', ttl } }),
});
const request = (blocks: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  model: 'stand-in-small',
  system: [block('system', '1h')],
  messages: [{ role: 'user', content: blocks }],
  ...more,
});

function cacheAt() {
  const model = findModel('stand-in-small');
  if (model === undefined) throw new Error('The model with the small window is gone.');
  const clock = { nowMs: 0 };
  const cache = new PrefixCache(() => clock.nowMs);
  return { clock, use: (body: JsonObject, key = 'a') => cache.use(body, model, key) };
}

it('writes up to the last breakpoint, by lifetime, and reads it back; the four numbers add up to the count', () => {
  const { use } = cacheAt();
  const body = request([block('a', '5m'), block('b')]);
  const first = use(body);
  expect(first).toMatchObject({ read: 0, written1h: 179, written5m: 54, uncached: 54 });
  expect(use(body)).toEqual({ read: 179 + 54, written1h: 0, written5m: 0, uncached: 54 });
  expect(first.written1h + first.written5m + first.uncached).toBe(requestTokens(body));
});

it('reads up to the first change', () => {
  const { use } = cacheAt();
  use(request([block('a', '5m'), block('b', '5m')]));
  expect(use(request([block('a', '5m'), block('x', '5m')]))).toMatchObject({ read: 179 + 54, written5m: 54 });
  expect(use(request([block('x', '5m')]))).toMatchObject({ read: 179, written5m: 54 });
  expect(use(request([block('a', '5m')], { system: 'another' }))).toMatchObject({ read: 0 });
});

it('reads no messages after a change of the thinking settings, and nothing at all under another key', () => {
  const { use } = cacheAt();
  const body = request([block('a', '5m')]);
  use(body);
  expect(use({ ...body, thinking: { type: 'adaptive' } })).toMatchObject({ read: 179 });
  expect(use(body, 'b')).toMatchObject({ read: 0 });
});

it('expires an entry after its lifetime, and renews it when it is read', () => {
  const { use, clock } = cacheAt();
  const body = request([block('a', '5m')]);
  use(body);
  clock.nowMs += 4 * MINUTE;
  expect(use(body).read).toBe(233);
  clock.nowMs += 4 * MINUTE;
  expect(use(body).read).toBe(233);
  clock.nowMs += 6 * MINUTE;
  expect(use(body).read).toBe(179);
  clock.nowMs += 61 * MINUTE;
  expect(use(body).read).toBe(0);
});

it('finds an entry nineteen blocks before a breakpoint, but not twenty', () => {
  for (const [added, read] of [
    [19, 233],
    [20, 0],
  ] as const) {
    const { use } = cacheAt();
    const system = [block('system')];
    use(request([block('a', '5m')], { system }));
    const more = Array.from({ length: added }, (_, index) =>
      block(`m${index}`, index === added - 1 ? '5m' : undefined),
    );
    expect(use(request([block('a'), ...more], { system })).read).toBe(read);
  }
});

it('caches nothing below the minimum of the model', () => {
  const { use } = cacheAt();
  const body = {
    model: 'stand-in-small',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'short', cache_control: { type: 'ephemeral' } }] }],
  };
  use(body);
  expect(use(body)).toMatchObject({ read: 0, written5m: 0, uncached: requestTokens(body) });
});

it('sets a breakpoint automatically if the request asks for it', () => {
  const { use } = cacheAt();
  const body = request([block('a'), block('b')], { cache_control: { type: 'ephemeral' } });
  expect(use(body)).toMatchObject({ uncached: 0, written5m: 108 });
});
