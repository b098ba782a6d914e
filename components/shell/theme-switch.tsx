'use client';

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { IconButton } from '@/components/ui/icon-button';
import type { Theme } from '@/lib/state/shared/preferences';
import { preferences } from './stores';

const looks = {
  system: { icon: 'screen', title: 'system', next: 'light' },
  light: { icon: 'sun', title: 'light', next: 'dark' },
  dark: { icon: 'moon', title: 'dark', next: 'system' },
} as const satisfies Record<Theme, unknown>;

const themes = ['system', 'light', 'dark'] as const satisfies readonly Theme[];

export function ThemeSwitch() {
  const theme = useStore(preferences, (state) => state.theme);

  useEffect(() => {
    preferences.getState().recall();
  }, []);

  useEffect(
    () =>
      preferences.subscribe((state) => {
        if (state.theme === 'system') delete document.documentElement.dataset.theme;
        else document.documentElement.dataset.theme = state.theme;
      }),
    [],
  );

  const { icon, title, next } = looks[theme];
  return (
    <IconButton
      icon={icon}
      label={`Theme: ${title}. Switch to ${looks[next].title}`}
      onClick={() => preferences.getState().set({ theme: next })}
    />
  );
}

/** The same with words, where there is room. */
export function ThemeChoice() {
  const theme = useStore(preferences, (state) => state.theme);
  return (
    <label>
      Theme{' '}
      <select
        value={theme}
        onChange={(event) => {
          const chosen = themes.find((each) => each === event.target.value);
          if (chosen !== undefined) preferences.getState().set({ theme: chosen });
        }}
      >
        {themes.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}
