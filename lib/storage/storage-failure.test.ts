import { expect, test } from 'vitest';
import { type StorageFailure, storageFailure } from './storage-failure';

const kinds: readonly (readonly [errorName: string, kind: StorageFailure['kind']])[] = [
  ['QuotaExceededError', 'full'],
  ['SecurityError', 'blocked'],
  ['InvalidStateError', 'blocked'],
  ['TimeoutError', 'blocked'],
  ['NotFoundError', 'damaged'],
  ['NotReadableError', 'damaged'],
  ['VersionError', 'damaged'],
  ['UnknownError', 'unknown'],
];

for (const [name, kind] of kinds) {
  test(`reports ${name} as ${kind}, with what failed and what can be done`, () => {
    const failure = storageFailure('Cannot save "a.jsonl"', new DOMException('detail', name));
    expect(failure.kind).toBe(kind);
    expect(failure.what).toMatch(/^Cannot save "a\.jsonl": .+\.$/);
    expect(failure.advice.length).toBeGreaterThan(20);
  });
}

test('reports a missing indexedDB as blocked', () => {
  let error: unknown;
  try {
    indexedDB.open('a');
  } catch (thrown) {
    error = thrown;
  }
  expect(storageFailure('Could not list sessions', error).kind).toBe('blocked');
});

test('reports a full disk as full, whatever the browser calls it', () => {
  const error = new DOMException('Internal error: not enough disk space', 'UnknownError');
  expect(storageFailure('Cannot save', error).kind).toBe('full');
});

test('gives a sentence even for something that is not an error', () => {
  expect(storageFailure('Cannot save', null).what).toBe('Cannot save: null.');
});
