import { expect, test } from 'vitest';
import { createPreferences } from './preferences';

function memory(text?: string) {
  const kept = { text };
  return {
    kept,
    keep: {
      read: () => kept.text,
      write: (written: string) => {
        kept.text = written;
      },
    },
  };
}

test('a choice is remembered for the next visit', () => {
  const { keep } = memory();
  createPreferences(keep).getState().set({ maskSecrets: false, theme: 'dark' });
  const next = createPreferences(keep);
  next.getState().recall();
  expect(next.getState()).toMatchObject({ theme: 'dark', maskSecrets: false, showSamples: true });
});

test('secrets are masked where nothing, or nonsense, is remembered', () => {
  for (const text of [undefined, '', '[]', '{"maskSecrets":"no","theme":"pink"}']) {
    const preferences = createPreferences(memory(text).keep);
    preferences.getState().recall();
    expect(preferences.getState()).toMatchObject({ theme: 'system', maskSecrets: true });
  }
});
