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

test('remembers a choice for the next visit', () => {
  const { keep } = memory();
  createPreferences(keep).getState().set({
    maskSecrets: false,
    theme: 'dark',
    tourSeen: true,
    countsMisses: true,
    showsRules: true,
    showsAllSettings: true,
    leftWidthPx: 350,
    chartHeightPx: 280,
  });
  const next = createPreferences(keep);
  next.getState().recall();
  expect(next.getState()).toMatchObject({
    theme: 'dark',
    maskSecrets: false,
    showSamples: true,
    tourSeen: true,
    countsMisses: true,
    showsRules: true,
    showsAllSettings: true,
    leftWidthPx: 350,
    rightWidthPx: 320,
    chartHeightPx: 280,
  });
});

test('masks secrets if nothing valid is stored', () => {
  for (const text of [undefined, '', '[]', '{"maskSecrets":"no","theme":"pink"}']) {
    const preferences = createPreferences(memory(text).keep);
    preferences.getState().recall();
    expect(preferences.getState()).toMatchObject({ theme: 'system', maskSecrets: true });
  }
});

test('uses defaults for what an older version or an invalid value leaves open', () => {
  const preferences = createPreferences(
    memory('{"theme":"dark","leftWidthPx":-5,"rightWidthPx":"wide","chartHeightPx":[]}').keep,
  );
  preferences.getState().recall();
  expect(preferences.getState()).toMatchObject({
    theme: 'dark',
    tourSeen: false,
    countsMisses: false,
    showsRules: false,
    showsAllSettings: false,
    leftWidthPx: 240,
    rightWidthPx: 320,
    chartHeightPx: null,
  });
});
