import { expect, test } from 'vitest';
import { askToPersist, storageUsage } from './storage-usage';

function managerWith(parts: Partial<StorageManager>): StorageManager {
  return parts as StorageManager;
}

test('reports what the browser reports, and otherwise nothing', async () => {
  expect(await storageUsage(managerWith({ estimate: async () => ({ usage: 3, quota: 10 }) }))).toEqual({
    usedBytes: 3,
    quotaBytes: 10,
  });
  expect(await storageUsage(managerWith({ estimate: async () => ({}) }))).toEqual({});
  expect(await storageUsage(managerWith({ estimate: () => Promise.reject(new TypeError('no')) }))).toEqual({});
  expect(await storageUsage(undefined)).toEqual({});
});

test('requests persistent storage once, and treats a rejection as no error', async () => {
  let kept: string | undefined;
  let times = 0;
  const asked = {
    read: () => kept,
    write: (text: string) => {
      kept = text;
    },
  };
  const manager = managerWith({
    persist: () => {
      times += 1;
      return Promise.reject(new TypeError('refused'));
    },
  });
  await askToPersist(asked, manager);
  await askToPersist(asked, manager);
  expect(times).toBe(1);
});
