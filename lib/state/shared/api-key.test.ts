import { expect, test } from 'vitest';
import { createApiKey } from './api-key';

function setUp() {
  let stored = '';
  const kept = {
    read: () => stored,
    write: (text: string) => {
      stored = text;
    },
  };
  return { key: createApiKey(kept), again: () => createApiKey(kept), stored: () => stored };
}

test('stores a key only if the user wants that, and erases it when it is forgotten', () => {
  const { key, again, stored } = setUp();
  key.getState().set(' stand-in-one ', false);
  expect([key.getState().key, stored()]).toEqual(['stand-in-one', '']);
  key.getState().set('stand-in-one', true);
  const reloaded = again();
  reloaded.getState().recall();
  expect(reloaded.getState()).toMatchObject({ key: 'stand-in-one', isKept: true });
  reloaded.getState().set('', true);
  expect([reloaded.getState().key, reloaded.getState().isKept, stored()]).toEqual([undefined, false, '']);
});

test('erases a stored key once the user no longer wants it stored', () => {
  const { key, stored } = setUp();
  key.getState().set('stand-in-one', true);
  key.getState().set('stand-in-two', false);
  expect([key.getState().key, stored()]).toEqual(['stand-in-two', '']);
});
