import { expect, test } from 'vitest';
import { memoryStore } from './memory-store.test-support';
import { storeBody, storedBody } from './stored-session';

test.each([false, true])(
  'a blob can be read again, whether or not the browser refuses blobs: %s',
  async (refusesBlobs) => {
    const store = memoryStore({ refusesBlobs });
    await storeBody(store, 'a', new Blob(['what was imported']));
    expect(store.content.get('a') instanceof Blob).toBe(!refusesBlobs);
    expect(await storedBody(await store.get('a'))?.text()).toBe('what was imported');
  },
);

test('any other failure is passed on', async () => {
  const store = memoryStore();
  store.failNextWrite('QuotaExceededError');
  await expect(storeBody(store, 'a', new Blob(['x']))).rejects.toThrow('forced');
  expect(store.content.size).toBe(0);
});

test('what is no blob is none', () => {
  expect(storedBody({ text: 'x' })).toBeUndefined();
  expect(storedBody(undefined)).toBeUndefined();
});
