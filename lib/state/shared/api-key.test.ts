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

test('a key is written down only where the user wants it kept, and is gone when it is forgotten', () => {
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

test('a key that was kept before is not kept any more once the user says so', () => {
  const { key, stored } = setUp();
  key.getState().set('stand-in-one', true);
  key.getState().set('stand-in-two', false);
  expect([key.getState().key, stored()]).toEqual(['stand-in-two', '']);
});
